import type { Context } from '../../../domain/context/context.ts';
import { nextDay } from '../../../lib/dates.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { utcOf } from '../../../lib/zones.ts';
import type { Ask } from './ask.ts';
import { type Asked, readAsked } from './asked.ts';
import { dayBefore, siteDay } from './dates.ts';
import { type Named, variablesOf } from './filters.ts';
import { type About, frontContent } from './front.ts';
import { type IndexKind, indexContent } from './index-pages.ts';
import type { PageContent, Site } from './layout.ts';
import { listContent } from './listing.ts';
import { monthContent } from './month.ts';
import type { NamedFilter, Questions, Within } from './questions.ts';
import { eventContent, organizerContent, venueContent } from './records.ts';

/** Everything that a page is made from. */
interface Visit {
  readonly site: Site;
  readonly about: About;
  readonly context: Context;
  readonly questions: Questions;
  readonly ask: Ask;
  /** The query of the address. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The slug in the path. */
  readonly slug: string;
}

/** Makes the content of a page for one visitor. @throws ServiceError 400, 403, 404 */
export type PageMaker = (visit: Visit) => Promise<PageContent>;

/** The present day in the time zone of the site. The page that depends on it expires with it. */
function today(context: Context): string {
  const { timezone } = context.settings;
  const day = siteDay(context.steadyNowUtc, timezone);
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

/** The time that a list shows, as variables of its question. */
function spanOf({ view, date, until, day }: Asked, context: Context): Span {
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
function assertPage({ page }: Asked, { totalPages }: { totalPages: number }): void {
  if (page > 1 && page > totalPages) throw new ServiceError('event-archive-page-not-found');
}

const NAMED: readonly NamedFilter[] = ['category', 'tag', 'venue', 'organizer'];
/** Venues and organizers are also found by their ids, so a number means an id. */
const targetOf = (text: string, filter: NamedFilter) =>
  (filter === 'venue' || filter === 'organizer') && /^[1-9]\d{0,8}$/.test(text)
    ? { id: Number(text) }
    : { slug: text };

/** Finds the records and terms that the filters name. @throws ServiceError 403, 404 */
async function lookUpNamed(asked: Asked, { ask, questions }: Visit): Promise<Named> {
  const found = await Promise.all(
    NAMED.map(async (filter) => {
      const text = asked[filter];
      if (text === null) return [];
      const { named } = await ask(questions.named[filter], targetOf(text, filter));
      return [[filter, named] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** The days of a month. */
const daysOfMonth = (month: string): readonly [first: string, last: string] => [
  `${month}-01`,
  String(Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 })),
];

/** Whether there is no event at all. Only where a list is empty this has to be asked. */
async function hasNoEvents({ total }: { total: number }, { ask, questions }: Visit): Promise<boolean> {
  return total === 0 && (await ask(questions.any, {})).events.total === 0;
}

const listOrMonth =
  (within: Within): PageMaker =>
  async (visit) => {
    const { site, context, questions, ask, query, slug } = visit;
    const all = readAsked(query);
    // The path names the term already.
    const asked = within ? { ...all, [within]: null } : all;
    const named = await lookUpNamed(asked, visit);
    const frame = { site, within, slug: within && slug, asked, named, isEmpty: false };
    const filters = { ...variablesOf(frame), ...(within && { slug }) };
    if (asked.view === 'month') {
      const day = today(context);
      const month = asked.month ?? day.slice(0, 7);
      const time = during(...daysOfMonth(month), context);
      const answer = await ask(questions.month[within ?? 'all'], {
        perPage: context.settings.maxPerPage,
        ...time,
        ...filters,
      });
      const isEmpty = await hasNoEvents(answer.events, visit);
      const span = restSpan(time);
      const { timezone } = context.settings;
      return monthContent({ ...frame, span, range: {}, answer, month, today: day, timezone, isEmpty });
    }
    const time = spanOf(asked, context);
    const range = asked.view === 'list' ? restSpan(time) : {};
    const span = { ...restSpan(time), ...(asked.page > 1 && { page: String(asked.page) }) };
    const answer = await ask(questions.list[within ?? 'all'], { page: asked.page, ...time, ...filters });
    assertPage(asked, answer.events);
    const day = asked.view === 'day' ? (asked.day ?? today(context)) : null;
    const isEmpty = await hasNoEvents(answer.events, visit);
    return listContent({ ...frame, span, range, answer, day, isEmpty });
  };

export const makeEventsPage = listOrMonth(null);
export const makeCategoryPage = listOrMonth('category');
export const makeTagPage = listOrMonth('tag');

export const makeFrontPage: PageMaker = async (visit) => {
  const { site, about, questions, ask } = visit;
  const answer = await ask(questions.front, {});
  return frontContent(site, about, answer, await hasNoEvents(answer.events, visit));
};

export const makeEventPage: PageMaker = async ({ site, context, questions, ask, slug }) => {
  const answer = await ask(questions.event, { slug });
  const { utcEndDate } = answer.event;
  const isOver = utcEndDate <= context.steadyNowUtc;
  // From then on the page says so.
  if (!isOver) context.dependencies.expireAt(utcEndDate);
  return eventContent(site, answer, isOver);
};

/** All venues, or all organizers. */
export const makeIndexPage =
  (kind: IndexKind): PageMaker =>
  async ({ site, questions, ask, query }) => {
    const asked = readAsked(query);
    const { page, search } = asked;
    const answer = await ask(questions.index[kind], { page, search });
    if (page > 1 && page > answer.index.totalPages) throw new ServiceError(`${kind}-archive-page-not-found`);
    return indexContent(site, kind, asked, answer);
  };

export const makeVenuePage: PageMaker = async ({ site, context, questions, ask, query, slug }) => {
  const asked = readAsked(query);
  const answer = await ask(questions.venue, { slug, page: asked.page, ...spanOf(asked, context) });
  assertPage(asked, answer.venue.events);
  return venueContent(site, asked, answer);
};

export const makeOrganizerPage: PageMaker = async ({ site, context, questions, ask, query, slug }) => {
  const asked = readAsked(query);
  const answer = await ask(questions.organizer, { slug, page: asked.page, ...spanOf(asked, context) });
  assertPage(asked, answer.organizer.events);
  return organizerContent(site, asked, answer);
};
