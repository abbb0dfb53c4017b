import type { Context } from '../../../domain/context/context.ts';
import type { EventFilter, QueryEventsArgs } from '../../../domain/generated/schema.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { type LinkedKind, PLURALS } from '../../../lib/kinds.ts';
import { dayBefore, type Present } from './dates.ts';
import { eventFilter, type Named } from './filters.ts';
import { type IndexKind, indexContent } from './index-pages.ts';
import type { PageContent, Site } from './layout.ts';
import { listContent } from './listing.ts';
import { monthContent } from './month.ts';
import { DATES } from './other-dates.ts';
import {
  DOCUMENTS,
  type NamedFilter,
  type OrganizerAnswer,
  type PageDocument,
  type VenueAnswer,
  type Within,
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
  readonly runDocument: RunDocument;
  readonly query: Readonly<Record<string, unknown>>;
  readonly slug: string;
}

/** Makes the content of a page for one visitor. @throws ServiceError 400, 403, 404 */
export type PageMaker = (visit: Visit) => Promise<PageContent>;

/** The time that a list shows. */
type Span = Pick<EventFilter, 'startsFrom' | 'startsUntil' | 'startsBefore' | 'endsAfter' | 'hasEnded'>;

/**
 * What takes place between two days, both of them included; in revision A what begins then.
 * @param first null: from now on
 * @param last null: for ever
 */
function during(first: string | null, last: string | null, { settings }: Context): Span {
  const from = first === null ? { hasEnded: false } : null;
  if (settings.revision === 'A') return { ...(from ?? { startsFrom: first }), startsUntil: last };
  // Without the bound where nothing can lie before it.
  return { ...(from ?? { endsAfter: first && dayBefore(first) }), startsBefore: last };
}

/** The time that a list shows. */
function spanOf({ view, date, until, day }: PageQuery, context: Context): Span {
  if (view === 'day') {
    const shown = day ?? context.clock.today;
    return during(shown, shown, context);
  }
  return view === 'past' ? { hasEnded: true } : during(date, until, context);
}

/** The order of a list: past events latest first. */
const orderOf = ({ view }: PageQuery): Partial<Pick<QueryEventsArgs, 'orderBy'>> =>
  view === 'past' ? { orderBy: { field: 'start_date', direction: 'desc' } } : {};

const REST_NAMES = [
  ['startsFrom', 'start_date'],
  ['startsUntil', 'end_date'],
  ['startsBefore', 'starts_before'],
  ['endsAfter', 'ends_after'],
  ['hasEnded', 'ended'],
] as const satisfies [keyof Span, string][];

/** The same time and order as parameters of REST. */
function restSpan(span: Span, { orderBy }: ReturnType<typeof orderOf> = {}): Record<string, string> {
  const time = REST_NAMES.flatMap(([name, wire]) => {
    const value = span[name] ?? null;
    return value === null ? [] : [[wire, String(value)]];
  });
  return {
    ...Object.fromEntries(time),
    ...(orderBy && { orderby: orderBy.field, order: orderBy.direction }),
  };
}

/** @throws ServiceError event-archive-page-not-found for a page past the end */
function assertPage({ page }: PageQuery, { totalPages }: { totalPages: number }): void {
  if (page > 1 && page > totalPages) throw new ServiceError('event-archive-page-not-found');
}

const NAMED: readonly NamedFilter[] = ['category', 'tag', 'venue', 'organizer'];
/** Venues and organizers are also found by their ids, so a number means an id. */
const byOf = (text: string, filter: NamedFilter) =>
  (filter === 'venue' || filter === 'organizer') && /^[1-9]\d{0,8}$/.test(text)
    ? { databaseId: Number(text) }
    : { slug: text };

/** Finds the records and terms that the filters name. @throws ServiceError 403, 404 */
async function lookUpNamed(pageQuery: PageQuery, { runDocument }: Visit): Promise<Named> {
  const entries = await Promise.all(
    NAMED.map(async (filter) => {
      const text = pageQuery[filter];
      if (text === null) return [];
      const { named } = await runDocument(DOCUMENTS.named[filter], { by: byOf(text, filter) });
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
async function hasNoEvents({ totalCount }: { totalCount: number }, { runDocument }: Visit): Promise<boolean> {
  return totalCount === 0 && (await runDocument(DOCUMENTS.any, {})).events.totalCount === 0;
}

/** PostgreSQL cannot compare with the character NUL, which no slug has. */
const bySlug = (slug: string): { slug: string } => ({ slug: slug.replaceAll('\0', '\ufffd') });

/**
 * Runs the document of a list within a term, venue or organizer. For an unknown one its events fail with 400, and an
 * execution reports one of several errors only; the page is absent then.
 * @throws ServiceError 404
 */
async function runWithin<T>(
  { runDocument, slug }: Visit,
  within: NamedFilter | null,
  document: PageDocument<T>,
  variables: Readonly<Record<string, unknown>>,
): Promise<T> {
  if (!within) return runDocument(document, variables);
  const by = bySlug(slug);
  try {
    return await runDocument(document, { ...variables, by });
  } catch (error) {
    await runDocument(DOCUMENTS.named[within], { by });
    throw error;
  }
}

const listOrMonth =
  (within: Within, isStart = false): PageMaker =>
  async (visit) => {
    const { site, context, query, slug } = visit;
    const most = context.settings.maxPerPage;
    const all = readPageQuery(query);
    // The path names the term already.
    const pageQuery = within ? { ...all, [within]: null } : all;
    const named = await lookUpNamed(pageQuery, visit);
    const frame = { site, within, slug: within && slug, pageQuery, named, isStart, isEmpty: false };
    const filters = eventFilter(frame);
    if (pageQuery.view === 'month') {
      const present = context.clock;
      const month = pageQuery.month ?? present.today.slice(0, 7);
      const time = during(...daysOfMonth(month), context);
      const answer = await runWithin(visit, within, DOCUMENTS.month[within ?? 'all'], {
        most,
        filter: { ...time, ...filters },
      });
      const isEmpty = await hasNoEvents(answer.events, visit);
      const span = restSpan(time);
      return monthContent({ ...frame, present, span, range: {}, answer, month, isEmpty });
    }
    const time = spanOf(pageQuery, context);
    const order = orderOf(pageQuery);
    const { view, page, date, until } = pageQuery;
    // Without dates feeds show the same as lists.
    const range = view === 'list' && (date ?? until) !== null ? restSpan(time) : {};
    const span = { ...restSpan(time, order), ...(page > 1 && { page: String(page) }) };
    const answer = await runWithin(visit, within, DOCUMENTS.list[within ?? 'all'], {
      ...{ page, most, ...order },
      filter: { ...time, ...filters },
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

export const makeEventPage: PageMaker = async ({ site, context, runDocument, slug }) => {
  const dates = Math.min(DATES + 1, context.settings.maxPerPage);
  const answer = await runDocument(DOCUMENTS.event, { by: bySlug(slug), dates });
  return eventContent(site, answer, context.clock);
};

/** All venues, or all organizers. */
export const makeIndexPage =
  (kind: IndexKind): PageMaker =>
  async ({ site, runDocument, query }) => {
    const pageQuery = readPageQuery(query);
    const { page, search } = pageQuery;
    const answer = await runDocument(DOCUMENTS.index[kind], { page, filter: { search } });
    if (page > 1 && page > answer.index.totalPages) throw new ServiceError(`${kind}-archive-page-not-found`);
    return indexContent(site, kind, pageQuery, answer);
  };

/** The page of a venue or organizer, with its events. */
const withEvents =
  <A extends VenueAnswer | OrganizerAnswer>(
    kind: LinkedKind,
    document: PageDocument<A>,
    content: (site: Site, pageQuery: PageQuery, answer: A, present: Present) => PageContent,
  ): PageMaker =>
  async (visit) => {
    const { site, context, query, slug } = visit;
    const pageQuery = readPageQuery(query);
    const { page } = pageQuery;
    const answer = await runWithin(visit, kind, document, {
      ...{ page, ...orderOf(pageQuery) },
      filter: { ...spanOf(pageQuery, context), [PLURALS[kind]]: [{ slug }] },
    });
    assertPage(pageQuery, answer.events);
    return content(site, pageQuery, answer, context.clock);
  };

export const makeVenuePage = withEvents('venue', DOCUMENTS.holder.venue, venueContent);
export const makeOrganizerPage = withEvents('organizer', DOCUMENTS.holder.organizer, organizerContent);
