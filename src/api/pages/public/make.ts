import type { Context } from '../../../domain/context/context.ts';
import { nextDay } from '../../../lib/dates.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { utcOf } from '../../../lib/zones.ts';
import { dayBefore, siteDay } from './dates.ts';
import { type Named, variablesOf } from './filters.ts';
import { type About, frontContent } from './front.ts';
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

/** The present day in the time zone of the site. The page that depends on it expires with it. */
function today(context: Context): string {
  const { timezone } = context.settings;
  const day = siteDay(context.clock.steadyNowUtc, timezone);
  context.dependencies.expireAt(utcOf(nextDay(day), timezone));
  return day;
}

/** What takes place between two days, both of them included; in revision A what begins then. */
function during(first: string, last: string, { settings }: Context): Span {
  if (settings.revision === 'A') return { startDate: first, endDate: last };
  // Without the bound where nothing can lie before it.
  const before = dayBefore(first);
  return before === null ? { startsBefore: last } : { endsAfter: before, startsBefore: last };
}

/** The time that a list shows, as variables of its document. */
function spanOf({ view, date, until, day }: PageQuery, context: Context): Span {
  if (view === 'day') {
    const shown = day ?? today(context);
    return during(shown, shown, context);
  }
  if (view === 'past') return { endDate: dayBefore(today(context)), orderBy: 'start_date', order: 'desc' };
  if (until === null) return { startDate: date };
  // The default, from today on, does not apply once a bound of the start is given.
  const startDate = date ?? today(context);
  return context.settings.revision === 'A'
    ? { startDate, endDate: until }
    : { startDate, startsBefore: until };
}

const REST_NAMES = [
  ['startDate', 'start_date'],
  ['endDate', 'end_date'],
  ['startsBefore', 'starts_before'],
  ['endsAfter', 'ends_after'],
  ['orderBy', 'orderby'],
  ['order', 'order'],
] as const;
type Span = Readonly<Partial<Record<(typeof REST_NAMES)[number][0], string | null>>>;

/** The same time as parameters of REST. */
const restSpan = (span: Span): Record<string, string> =>
  Object.fromEntries(REST_NAMES.flatMap(([name, wire]) => (span[name] ? [[wire, span[name]]] : [])));

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

const listOrMonth =
  (within: Within): PageMaker =>
  async (visit) => {
    const { site, context, documents, runDocument, query, slug } = visit;
    const all = readPageQuery(query);
    // The path names the term already.
    const pageQuery = within ? { ...all, [within]: null } : all;
    const named = await lookUpNamed(pageQuery, visit);
    const frame = { site, within, slug: within && slug, pageQuery, named, isEmpty: false };
    const filters = { ...variablesOf(frame), ...(within && { slug }) };
    if (pageQuery.view === 'month') {
      const day = today(context);
      const month = pageQuery.month ?? day.slice(0, 7);
      const time = during(...daysOfMonth(month), context);
      const answer = await runDocument(documents.month[within ?? 'all'], {
        perPage: context.settings.maxPerPage,
        ...time,
        ...filters,
      });
      const isEmpty = await hasNoEvents(answer.events, visit);
      const span = restSpan(time);
      const { timezone } = context.settings;
      return monthContent({ ...frame, span, range: {}, answer, month, today: day, timezone, isEmpty });
    }
    const time = spanOf(pageQuery, context);
    const range = pageQuery.view === 'list' ? restSpan(time) : {};
    const span = { ...restSpan(time), ...(pageQuery.page > 1 && { page: String(pageQuery.page) }) };
    const answer = await runDocument(documents.list[within ?? 'all'], {
      page: pageQuery.page,
      ...time,
      ...filters,
    });
    assertPage(pageQuery, answer.events);
    const day = pageQuery.view === 'day' ? (pageQuery.day ?? today(context)) : null;
    const isEmpty = await hasNoEvents(answer.events, visit);
    return listContent({ ...frame, span, range, answer, day, isEmpty });
  };

export const makeEventsPage = listOrMonth(null);
export const makeCategoryPage = listOrMonth('category');
export const makeTagPage = listOrMonth('tag');

export const makeFrontPage: PageMaker = async (visit) => {
  const { site, about, documents, runDocument } = visit;
  const answer = await runDocument(documents.front, {});
  return frontContent(site, about, answer, await hasNoEvents(answer.events, visit));
};

export const makeEventPage: PageMaker = async ({ site, context, documents, runDocument, slug }) => {
  const answer = await runDocument(documents.event, { slug });
  const { utcEndDate } = answer.event;
  const isOver = utcEndDate <= context.clock.steadyNowUtc;
  // From then on the page says so.
  if (!isOver) context.dependencies.expireAt(utcEndDate);
  return eventContent(site, answer, isOver);
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
    content: (site: Site, pageQuery: PageQuery, answer: A) => PageContent,
  ): PageMaker =>
  async ({ site, context, documents, runDocument, query, slug }) => {
    const pageQuery = readPageQuery(query);
    const { page } = pageQuery;
    const answer = await runDocument(documentIn(documents), { slug, page, ...spanOf(pageQuery, context) });
    assertPage(pageQuery, answer.record.events);
    return content(site, pageQuery, answer);
  };

export const makeVenuePage = withEvents(({ venue }) => venue, venueContent);
export const makeOrganizerPage = withEvents(({ organizer }) => organizer, organizerContent);
