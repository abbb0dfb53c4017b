import type { Context } from '../../../domain/context/context.ts';
import type { EventFilter, QueryEventsArgs } from '../../../domain/generated/schema.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { type LinkedKind, PLURALS } from '../../../lib/kinds.ts';
import { type CurrentTime, dayBefore } from './dates.ts';
import { developersContent, type ServiceVersions } from './developers.ts';
import { eventFilter, type NamedRecords } from './filters.ts';
import { type IndexKind, indexContent } from './index-pages.ts';
import type { PageContent, Site } from './layout.ts';
import { listContent } from './listing.ts';
import { monthContent } from './month.ts';
import { MAX_OTHER_DATES } from './other-dates.ts';
import {
  DOCUMENTS,
  type NamedFilter,
  type OrganizerAnswer,
  type PageDocument,
  type TermKind,
  type VenueAnswer,
} from './page-documents.ts';
import { type PageQuery, readPageQuery } from './page-query.ts';
import { eventContent, organizerContent, venueContent } from './records.ts';
import type { RunDocument } from './run-document.ts';

/** The input of a page. */
interface PageRequest {
  readonly site: Site;
  readonly about: ServiceVersions;
  readonly context: Context;
  readonly runDocument: RunDocument;
  readonly query: Readonly<Record<string, unknown>>;
  readonly slug: string;
}

/** Creates the content of a page for one visitor. @throws ServiceError 400, 403, 404 */
export type PageMaker = (visit: PageRequest) => Promise<PageContent>;

type Span = Pick<EventFilter, 'startsFrom' | 'startsUntil' | 'startsBefore' | 'endsAfter' | 'hasEnded'>;

/**
 * The events that take place between two days, both included; in revision A events that start then.
 * @param first null: from now on
 * @param last null: without end
 */
function spanBetween(first: string | null, last: string | null, { settings }: Context): Span {
  const from = first === null ? { hasEnded: false } : null;
  if (settings.revision === 'A') return { ...(from ?? { startsFrom: first }), startsUntil: last };
  // No bound if nothing can be before it.
  return { ...(from ?? { endsAfter: first && dayBefore(first) }), startsBefore: last };
}

function spanOf({ view, date, until, day }: PageQuery, context: Context): Span {
  if (view === 'day') {
    const shown = day ?? context.clock.today;
    return spanBetween(shown, shown, context);
  }
  return view === 'past' ? { hasEnded: true } : spanBetween(date, until, context);
}

/** The order of a list: newest first for past events. */
const orderOf = ({ view }: PageQuery): Partial<Pick<QueryEventsArgs, 'orderBy'>> =>
  view === 'past' ? { orderBy: { field: 'start_date', direction: 'desc' } } : {};

const REST_NAMES = [
  ['startsFrom', 'start_date'],
  ['startsUntil', 'end_date'],
  ['startsBefore', 'starts_before'],
  ['endsAfter', 'ends_after'],
  ['hasEnded', 'ended'],
] as const satisfies [keyof Span, string][];

/** The same time range and order as parameters of REST. */
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

const NAMED_FILTERS: readonly NamedFilter[] = ['category', 'tag', 'venue', 'organizer'];
/** Reads digits as an id of a venue or organizer. */
const byOf = (text: string, filter: NamedFilter) =>
  (filter === 'venue' || filter === 'organizer') && /^[1-9]\d{0,8}$/.test(text)
    ? { databaseId: Number(text) }
    : { slug: text };

/** Loads the records and terms named in the filters. @throws ServiceError 403, 404 */
async function loadNamed(pageQuery: PageQuery, { runDocument }: PageRequest): Promise<NamedRecords> {
  const entries = await Promise.all(
    NAMED_FILTERS.map(async (filter) => {
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

/** Whether the calendar has no events at all. Only queried for an empty list. */
async function hasNoEvents(
  { totalCount }: { totalCount: number },
  { runDocument }: PageRequest,
): Promise<boolean> {
  return totalCount === 0 && (await runDocument(DOCUMENTS.any, {})).events.totalCount === 0;
}

/** PostgreSQL cannot compare with the character NUL, which no slug has. */
const bySlug = (slug: string): { slug: string } => ({ slug: slug.replaceAll('\0', '\ufffd') });

/**
 * Runs the document of a list within a term, venue or organizer. If that is unknown, the events fail with 400, and
 * an execution reports only one error; so this looks for the record and reports its absence.
 * @throws ServiceError 404
 */
async function runWithin<T>(
  { runDocument, slug }: PageRequest,
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
  (within: TermKind, isStart = false): PageMaker =>
  async (visit) => {
    const { site, context, query, slug } = visit;
    const most = context.settings.maxPerPage;
    const all = readPageQuery(query);
    // The path names the term already.
    const pageQuery = within ? { ...all, [within]: null } : all;
    const named = await loadNamed(pageQuery, visit);
    const frame = { site, within, slug: within && slug, pageQuery, named, isStart, isEmpty: false };
    const filters = eventFilter(frame);
    if (pageQuery.view === 'month') {
      const present = context.clock;
      const month = pageQuery.month ?? present.today.slice(0, 7);
      const time = spanBetween(...daysOfMonth(month), context);
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
/** Ignores the query. */
export const makeStartPage: PageMaker = (visit) => startPage({ ...visit, query: {} });

export const makeDevelopersPage: PageMaker = async ({ site, about }) => developersContent(site, about);

export const makeEventPage: PageMaker = async ({ site, context, runDocument, slug }) => {
  const dates = Math.min(MAX_OTHER_DATES + 1, context.settings.maxPerPage);
  const answer = await runDocument(DOCUMENTS.event, { by: bySlug(slug), dates });
  return eventContent(site, answer, context.clock);
};

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
    content: (site: Site, pageQuery: PageQuery, answer: A, present: CurrentTime) => PageContent,
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
