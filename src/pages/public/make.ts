import type { Context } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { nextDay } from '../../kernel/dates.ts';
import { utcOf } from '../../kernel/zones.ts';
import type { Ask } from './ask.ts';
import { type Asked, readAsked } from './asked.ts';
import { dayBefore, siteDay } from './dates.ts';
import { type Named, variablesOf } from './filters.ts';
import { type About, frontContent } from './front.ts';
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

/** The present day in the time zone of the site. The page that depends on it is not kept for longer. */
function today(context: Context): string {
  const { timezone } = context.settings;
  const day = siteDay(context.nowUtc, timezone);
  context.reads.endsAt(utcOf(nextDay(day), timezone));
  return day;
}

/** The time that a list shows, as variables of its question. */
function spanOf({ view, date, until }: Asked, context: Context): Span {
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

/** The days of a month, in the variables of its question and in the names of REST. */
function monthSpan(month: string, { settings }: Context) {
  const first = `${month}-01`;
  const last = String(Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }));
  const before = dayBefore(first);
  const isOnly = { start_date: first, end_date: last };
  return {
    during: { perPage: settings.maxPerPage, first, before, last },
    span: before === null || settings.revision === 'A' ? isOnly : { ends_after: before, starts_before: last },
  };
}

const listOrMonth =
  (within: Within): PageMaker =>
  async (visit) => {
    const { site, context, questions, ask, query, slug } = visit;
    const all = readAsked(query);
    // The path names the term already.
    const asked = within ? { ...all, [within]: null } : all;
    const named = await lookUpNamed(asked, visit);
    const frame = { site, within, slug: within && slug, asked, named };
    const filters = { ...variablesOf(frame), ...(within && { slug }) };
    if (asked.view === 'month') {
      const day = today(context);
      const month = asked.month ?? day.slice(0, 7);
      const { during, span } = monthSpan(month, context);
      const answer = await ask(questions.month[within ?? 'all'], { ...during, ...filters });
      const { timezone } = context.settings;
      return monthContent({ ...frame, span, range: {}, answer, month, today: day, timezone });
    }
    const during = spanOf(asked, context);
    const range = asked.view === 'past' ? {} : restSpan(during);
    const span = { ...restSpan(during), ...(asked.page > 1 && { page: String(asked.page) }) };
    const answer = await ask(questions.list[within ?? 'all'], { page: asked.page, ...during, ...filters });
    assertPage(asked, answer.events);
    return listContent({ ...frame, span, range, answer });
  };

export const makeEventsPage = listOrMonth(null);
export const makeCategoryPage = listOrMonth('category');
export const makeTagPage = listOrMonth('tag');

export const makeFrontPage: PageMaker = async ({ site, about, questions, ask }) =>
  frontContent(site, about, await ask(questions.front, {}));

export const makeEventPage: PageMaker = async ({ site, questions, ask, slug }) =>
  eventContent(site, await ask(questions.event, { slug }));

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
