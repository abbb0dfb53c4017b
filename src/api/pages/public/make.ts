import type { Context } from '../../../domain/context/context.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { dayBefore, type Present } from './dates.ts';
import { type Named, variablesOf } from './filters.ts';
import { type IndexKind, indexContent } from './index-pages.ts';
import type { PageContent, Site } from './layout.ts';
import { listContent } from './listing.ts';
import { monthContent } from './month.ts';
import type {
  NamedFilter,
  OrganizerAnswer,
  PageDocument,
  PageDocuments,
  VenueAnswer,
  Within,
} from './page-documents.ts';
import { type PageQuery, readPageQuery } from './page-query.ts';
import { type About, programsContent } from './programs.ts';
import { eventContent, organizerContent, venueContent } from './records.ts';
import type { RunDocument } from './run-document.ts';

/** Everything that a page is made from. */
interface Visit {
  readonly site: Site;
  readonly about: About;
  readonly context: Context;
  readonly documents: PageDocuments;
  readonly runDocument: RunDocument;
  readonly query: Readonly<Record<string, unknown>>;
  readonly slug: string;
}

/** Makes the content of a page for one visitor. @throws ServiceError 400, 403, 404 */
export type PageMaker = (visit: Visit) => Promise<PageContent>;

/**
 * What takes place between two days, both of them included; in revision A what begins then.
 * @param first null: from now on
 * @param last null: for ever
 */
function during(first: string | null, last: string | null, { settings }: Context): Span {
  const from = first === null ? { ended: false } : null;
  if (settings.revision === 'A')
    return from ? { ...from, endDate: last } : { startDate: first, endDate: last };
  // Without the bound where nothing can lie before it.
  return { ...(from ?? { endsAfter: first && dayBefore(first) }), startsBefore: last };
}

/** The time that a list shows, as variables of its document. */
function spanOf({ view, date, until, day }: PageQuery, context: Context): Span {
  if (view === 'day') {
    const shown = day ?? context.clock.today;
    return during(shown, shown, context);
  }
  if (view === 'past') return { ended: true, orderBy: 'start_date', order: 'desc' };
  return during(date, until, context);
}

const REST_NAMES = [
  ['startDate', 'start_date'],
  ['endDate', 'end_date'],
  ['startsBefore', 'starts_before'],
  ['endsAfter', 'ends_after'],
  ['ended', 'ended'],
  ['orderBy', 'orderby'],
  ['order', 'order'],
] as const;
type Span = Readonly<Partial<Record<(typeof REST_NAMES)[number][0], string | boolean | null>>>;

/** The same time as parameters of REST. */
const restSpan = (span: Span): Record<string, string> =>
  Object.fromEntries(
    REST_NAMES.flatMap(([name, wire]) => {
      const value = span[name] ?? null;
      return value === null ? [] : [[wire, String(value)]];
    }),
  );

/** @throws ServiceError event-archive-page-not-found for a page past the end */
function assertPage({ page }: PageQuery, { totalPages }: { totalPages: number }): void {
  if (page > 1 && page > totalPages) throw new ServiceError('event-archive-page-not-found');
}

const NAMED: readonly NamedFilter[] = ['category', 'tag', 'venue', 'organizer'];
/** Venues and organizers are also found by their ids, so a number means an id. */
const targetOf = (text: string, filter: NamedFilter) =>
  (filter === 'venue' || filter === 'organizer') && /^[1-9]\d{0,8}$/.test(text)
    ? { id: Number(text) }
    : { slug: text };

/** Finds the records and terms that the filters name. @throws ServiceError 403, 404 */
async function lookUpNamed(pageQuery: PageQuery, { runDocument, documents }: Visit): Promise<Named> {
  const entries = await Promise.all(
    NAMED.map(async (filter) => {
      const text = pageQuery[filter];
      if (text === null) return [];
      const { named } = await runDocument(documents.named[filter], targetOf(text, filter));
      return [[filter, named] as const];
    }),
  );
  return Object.fromEntries(entries.flat());
}

const daysOfMonth = (month: string): readonly [first: string, last: string] => [
  `${month}-01`,
  String(Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 })),
];

/** Whether there is no event at all. Only needed where a list is empty. */
async function hasNoEvents(
  { total }: { total: number },
  { runDocument, documents }: Visit,
): Promise<boolean> {
  return total === 0 && (await runDocument(documents.any, {})).events.total === 0;
}

/**
 * Runs the document of a list within a term. For an unknown term its events fail with 400, and an execution reports
 * one of several errors only; the page is absent then.
 * @throws ServiceError term-not-found 404
 */
async function runWithin<T>(
  { runDocument, documents, slug }: Visit,
  within: Within,
  document: PageDocument<T>,
  variables: Readonly<Record<string, unknown>>,
): Promise<T> {
  try {
    return await runDocument(document, variables);
  } catch (error) {
    if (within) await runDocument(documents.named[within], { slug });
    throw error;
  }
}

const listOrMonth =
  (within: Within, isStart = false): PageMaker =>
  async (visit) => {
    const { site, context, documents, query, slug } = visit;
    const all = readPageQuery(query);
    // The path names the term already.
    const pageQuery = within ? { ...all, [within]: null } : all;
    const named = await lookUpNamed(pageQuery, visit);
    const frame = { site, within, slug: within && slug, pageQuery, named, isStart, isEmpty: false };
    const filters = { ...variablesOf(frame), ...(within && { slug }) };
    if (pageQuery.view === 'month') {
      const present = context.clock;
      const month = pageQuery.month ?? present.today.slice(0, 7);
      const time = during(...daysOfMonth(month), context);
      const answer = await runWithin(visit, within, documents.month[within ?? 'all'], {
        perPage: context.settings.maxPerPage,
        ...time,
        ...filters,
      });
      const isEmpty = await hasNoEvents(answer.events, visit);
      const span = restSpan(time);
      return monthContent({ ...frame, present, span, range: {}, answer, month, isEmpty });
    }
    const time = spanOf(pageQuery, context);
    const { view, date, until } = pageQuery;
    // Without dates feeds show the same as lists.
    const range = view === 'list' && (date ?? until) !== null ? restSpan(time) : {};
    const span = { ...restSpan(time), ...(pageQuery.page > 1 && { page: String(pageQuery.page) }) };
    const answer = await runWithin(visit, within, documents.list[within ?? 'all'], {
      page: pageQuery.page,
      ...time,
      ...filters,
    });
    assertPage(pageQuery, answer.events);
    const present = context.clock;
    const day = view === 'day' ? (pageQuery.day ?? present.today) : null;
    const isEmpty = await hasNoEvents(answer.events, visit);
    return listContent({ ...frame, present, span, range, answer, day, isEmpty });
  };

export const makeEventsPage = listOrMonth(null);
export const makeCategoryPage = listOrMonth('category');
export const makeTagPage = listOrMonth('tag');

const startPage = listOrMonth(null, true);
/** The list, as it is without a query. */
export const makeStartPage: PageMaker = (visit) => startPage({ ...visit, query: {} });

export const makeProgramsPage: PageMaker = async ({ site, about }) => programsContent(site, about);

export const makeEventPage: PageMaker = async ({ site, context, documents, runDocument, slug }) => {
  const answer = await runDocument(documents.event, { slug });
  return eventContent(site, answer, context.clock);
};

/** All venues, or all organizers. */
export const makeIndexPage =
  (kind: IndexKind): PageMaker =>
  async ({ site, documents, runDocument, query }) => {
    const pageQuery = readPageQuery(query);
    const { page, search } = pageQuery;
    const answer = await runDocument(documents.index[kind], { page, search });
    if (page > 1 && page > answer.index.totalPages) throw new ServiceError(`${kind}-archive-page-not-found`);
    return indexContent(site, kind, pageQuery, answer);
  };

/** The page of a venue or organizer, with its events. */
const withEvents =
  <A extends VenueAnswer | OrganizerAnswer>(
    documentIn: (documents: PageDocuments) => PageDocument<A>,
    content: (site: Site, pageQuery: PageQuery, answer: A, present: Present) => PageContent,
  ): PageMaker =>
  async ({ site, context, documents, runDocument, query, slug }) => {
    const pageQuery = readPageQuery(query);
    const { page } = pageQuery;
    const answer = await runDocument(documentIn(documents), { slug, page, ...spanOf(pageQuery, context) });
    const { events } = answer.record;
    assertPage(pageQuery, events);
    return content(site, pageQuery, answer, context.clock);
  };

export const makeVenuePage = withEvents(({ venue }) => venue, venueContent);
export const makeOrganizerPage = withEvents(({ organizer }) => organizer, organizerContent);
