import type { Context } from '../../../domain/context/context.ts';
import type { EventFilter, QueryEventsArgs } from '../../../domain/generated/schema.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { type LinkedKind, PLURALS } from '../../../lib/kinds.ts';
import type { WordKey } from '../../../lib/words.ts';
import { type CurrentTime, dayAfter, dayBefore } from './dates.ts';
import { developersContent, type ServiceVersions } from './developers.ts';
import { eventFilter, ignoredTexts, type NamedRecords } from './filters.ts';
import { type IndexKind, indexContent } from './index-pages.ts';
import type { PageContent, Site } from './layout.ts';
import { listContent } from './listing.ts';
import { monthContent } from './month.ts';
import { MAX_OTHER_DATES } from './other-dates.ts';
import {
  type Choice,
  DOCUMENTS,
  type NamedFilter,
  type OrganizerAnswer,
  type PageDocument,
  type TermKind,
  type VenueAnswer,
} from './page-documents.ts';
import { type IgnoredValue, ignoredValue, type PageQuery, readPageQuery, type View } from './page-query.ts';
import { eventContent, organizerContent, venueContent } from './records.ts';
import type { RunDocument } from './run-document.ts';
import { ownNames } from './tec.ts';

/** The input of a page. */
interface PageRequest {
  readonly site: Site;
  readonly about: ServiceVersions;
  readonly context: Context;
  readonly runDocument: RunDocument;
  readonly query: Readonly<Record<string, unknown>>;
  readonly slug: string;
}

/** Creates the content of a page for one visitor. @throws ServiceError 403, 404 */
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

/** The first and the last day of a list. @see spanBetween */
type Days = readonly [first: string | null, last: string | null];

/**
 * The present weekend, or the next one.
 * @param today `YYYY-MM-DD`
 * @param weekend the days of the week, from 1, Monday, to 7
 */
export function weekendDays(today: string, weekend: readonly number[]): Days {
  const isDayOff = (day: string): boolean => weekend.includes(Temporal.PlainDate.from(day).dayOfWeek);
  const next = (day: string): string => dayAfter(day) ?? day;
  let first = today;
  while (!isDayOff(first) && next(first) !== first) first = next(first);
  let last = first;
  while (isDayOff(next(last)) && next(last) !== last) last = next(last);
  return [first === today ? null : first, last];
}

function daysOfList({ view, when, date, until, day }: PageQuery, { site, context }: PageRequest): Days {
  const { clock } = context;
  if (view === 'day') return [day ?? clock.today, day ?? clock.today];
  if (when === null) return [date, until];
  return when === 'today' ? [null, clock.today] : weekendDays(clock.today, site.clock.formats.weekend);
}

const spanOf = (view: View, [first, last]: Days, context: Context): Span =>
  view === 'past' ? { hasEnded: true } : spanBetween(first, last, context);

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

const UNKNOWN = {
  category: 'filter.noCategory',
  tag: 'filter.noTag',
  venue: 'filter.noVenue',
  organizer: 'filter.noOrganizer',
} as const satisfies Record<NamedFilter, WordKey>;

interface ReadQuery {
  /** Without the filters that name unknown records. */
  readonly pageQuery: PageQuery;
  readonly named: NamedRecords;
  readonly ignored: readonly IgnoredValue[];
}

/** Loads the record or term named in a filter; null if there is none that the visitor may read. */
async function loadNamed(
  filter: NamedFilter,
  text: string,
  { runDocument }: PageRequest,
): Promise<Choice | null> {
  try {
    return (await runDocument(DOCUMENTS.named[filter], { by: byOf(text, filter) })).named;
  } catch (error) {
    if (error instanceof ServiceError && (error.isNotFound || error.isAccessDenied)) return null;
    throw error;
  }
}

/** Reads the query of a list, and loads the records and terms named in its filters. */
async function readFilters(visit: PageRequest, within: TermKind): Promise<ReadQuery> {
  const read = readPageQuery(visit.query);
  // The path names the term already.
  let pageQuery = within ? { ...read.pageQuery, [within]: null } : read.pageQuery;
  const asked = NAMED_FILTERS.flatMap((filter) => {
    const text = pageQuery[filter];
    return text === null ? [] : [{ filter, text }];
  });
  const loaded = await Promise.all(
    asked.map(async ({ filter, text }) => ({ filter, text, record: await loadNamed(filter, text, visit) })),
  );
  const named: Partial<Record<NamedFilter, Choice>> = {};
  const ignored = [...read.ignored];
  for (const { filter, text, record } of loaded) {
    if (record) named[filter] = record;
    else {
      pageQuery = { ...pageQuery, [filter]: null };
      ignored.push(ignoredValue(filter, text, UNKNOWN[filter]));
    }
  }
  return { pageQuery, named, ignored };
}

/** A page whose address has values that it ignores: it says so, and search engines and caches skip it. */
const withIgnored = (content: PageContent, ignored: readonly IgnoredValue[], site: Site): PageContent =>
  ignored.length === 0 ? content : { ...content, url: null, ignored: ignoredTexts(ignored, site) };

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
    const { site, context, slug } = visit;
    const present = context.clock;
    const most = context.settings.maxPerPage;
    const { pageQuery, named, ignored } = await readFilters(visit, within);
    const frame = { site, within, slug: within && slug, pageQuery, named, isStart, isEmpty: false };
    const filters = eventFilter(frame);
    if (pageQuery.view === 'month') {
      const month = pageQuery.month ?? present.today.slice(0, 7);
      const time = spanBetween(...daysOfMonth(month), context);
      const answer = await runWithin(visit, within, DOCUMENTS.month[within ?? 'all'], {
        most,
        filter: { ...time, ...filters },
      });
      const isEmpty = await hasNoEvents(answer.events, visit);
      const span = restSpan(time);
      const content = monthContent({ ...frame, present, span, range: {}, answer, month, isEmpty });
      return withIgnored(content, ignored, site);
    }
    const { view, page, date, until } = pageQuery;
    const days = daysOfList(pageQuery, visit);
    const time = spanOf(view, days, context);
    const order = orderOf(pageQuery);
    // Without dates feeds show the same as lists; those of today or a weekend would soon be empty.
    const range = view === 'list' && (date ?? until) !== null ? restSpan(time) : {};
    const span = { ...restSpan(time, order), ...(page > 1 && { page: String(page) }) };
    const answer = await runWithin(visit, within, DOCUMENTS.list[within ?? 'all'], {
      ...{ page, most, ...order },
      filter: { ...time, ...filters },
    });
    assertPage(pageQuery, answer.events);
    const [first] = days;
    const day = view === 'day' ? first : null;
    const from = view === 'list' ? (first ?? present.today) : null;
    const isEmpty = await hasNoEvents(answer.events, visit);
    const content = listContent({ ...frame, present, span, range, answer, day, from, isEmpty });
    return withIgnored(content, ignored, site);
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
    const { pageQuery, ignored } = readPageQuery(query);
    const { page, search } = pageQuery;
    const answer = await runDocument(DOCUMENTS.index[kind], { page, filter: { search } });
    if (page > 1 && page > answer.index.totalPages) throw new ServiceError(`${kind}-archive-page-not-found`);
    return withIgnored(indexContent(site, kind, pageQuery, answer), ignored, site);
  };

/** The page of a venue or organizer, with its upcoming or past events. */
const withEvents =
  <A extends VenueAnswer | OrganizerAnswer>(
    kind: LinkedKind,
    document: PageDocument<A>,
    content: (site: Site, pageQuery: PageQuery, answer: A, present: CurrentTime) => PageContent,
  ): PageMaker =>
  async (visit) => {
    const { site, context, query, slug } = visit;
    const { page: number, view: asked } = ownNames(query);
    const read = readPageQuery({ page: number, view: asked });
    const pageQuery: PageQuery = {
      ...read.pageQuery,
      view: read.pageQuery.view === 'past' ? 'past' : 'list',
    };
    const { page, view } = pageQuery;
    const answer = await runWithin(visit, kind, document, {
      ...{ page, ...orderOf(pageQuery) },
      filter: { ...spanOf(view, [null, null], context), [PLURALS[kind]]: [{ slug }] },
    });
    assertPage(pageQuery, answer.events);
    return withIgnored(content(site, pageQuery, answer, context.clock), read.ignored, site);
  };

export const makeVenuePage = withEvents('venue', DOCUMENTS.holder.venue, venueContent);
export const makeOrganizerPage = withEvents('organizer', DOCUMENTS.holder.organizer, organizerContent);
