import type { Context } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { utcOf } from '../../kernel/zones.ts';
import type { Ask } from './ask.ts';
import { type Asked, readAsked } from './asked.ts';
import { dayAfter, dayBefore, siteDay } from './dates.ts';
import { type About, frontSight } from './front.ts';
import type { Sight, Site } from './layout.ts';
import { listSight } from './listing.ts';
import { monthSight } from './month.ts';
import type { Questions, Within } from './questions.ts';
import { eventSight, organizerSight, venueSight } from './records.ts';

/** All that a page is made of. */
export interface Visit {
  readonly site: Site;
  readonly about: About;
  readonly context: Context;
  readonly questions: Questions;
  readonly ask: Ask;
  /** The query of the address. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The record or term that the address names. */
  readonly slug: string;
}

/** What a page shows to one visitor. @throws ServiceError 400, 403, 404 */
export type Look = (visit: Visit) => Promise<Sight>;

/** The site's day; the page is another one tomorrow. */
function today(context: Context): string {
  const { timezone } = context.settings;
  const day = siteDay(context.nowUtc, timezone);
  context.answerEndsAt(utcOf(dayAfter(day), timezone));
  return day;
}

/** What of the time a list asks for, as variables of its question. */
function spanOf({ view, date }: Asked, context: Context) {
  if (view !== 'past') return { startDate: date };
  return { endDate: dayBefore(today(context)), orderBy: 'start_date', order: 'desc' };
}

const REST_NAMES = {
  startDate: 'start_date',
  endDate: 'end_date',
  orderBy: 'orderby',
  order: 'order',
} as const;

/** The same as parameters of REST. */
const restSpan = (span: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(REST_NAMES).flatMap(([name, wire]) => (span[name] ? [[wire, span[name]]] : [])),
  );

/** @throws ServiceError event-archive-page-not-found for a page that a list does not have */
function assertPage({ page }: Asked, { totalPages }: { totalPages: number }): void {
  if (page > 1 && page > totalPages) throw new ServiceError('event-archive-page-not-found');
}

const TERMS = { category: 'categories', tag: 'tags' } as const;

const listOrMonth =
  (within: Within): Look =>
  async ({ site, context, questions, ask, query, slug }) => {
    const asked = readAsked(query);
    const frame = { site, within, slug: within && slug, asked };
    const named = within ? { slug, [TERMS[within]]: [slug] } : {};
    const { search } = asked;
    if (asked.view === 'month') {
      const { timezone, maxPerPage, revision } = context.settings;
      const day = today(context);
      const month = asked.month ?? day.slice(0, 7);
      const first = `${month}-01`;
      const last = String(Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }));
      const before = dayBefore(first);
      const variables = { perPage: maxPerPage, first, before, last, search, ...named };
      const answer = await ask(questions.month[within ?? 'all'], variables);
      const isOnly = { start_date: first, end_date: last };
      const span = before === null || revision === 'A' ? isOnly : { ends_after: before, starts_before: last };
      return monthSight({ ...frame, span, answer, month, today: day, timezone });
    }
    const during = spanOf(asked, context);
    const span = { ...restSpan(during), ...(asked.page > 1 && { page: String(asked.page) }) };
    const variables = { page: asked.page, ...during, search, ...named };
    const answer = await ask(questions.list[within ?? 'all'], variables);
    assertPage(asked, answer.events);
    return listSight({ ...frame, span, answer });
  };

export const lookAtEvents = listOrMonth(null);
export const lookAtCategory = listOrMonth('category');
export const lookAtTag = listOrMonth('tag');

export const lookAtFront: Look = async ({ site, about, questions, ask }) =>
  frontSight(site, about, await ask(questions.front, {}));

export const lookAtEvent: Look = async ({ site, questions, ask, slug }) =>
  eventSight(site, await ask(questions.event, { slug }));

export const lookAtVenue: Look = async ({ site, context, questions, ask, query, slug }) => {
  const asked = readAsked(query);
  const answer = await ask(questions.venue, { slug, page: asked.page, ...spanOf(asked, context) });
  assertPage(asked, answer.venue.events);
  return venueSight(site, asked, answer);
};

export const lookAtOrganizer: Look = async ({ site, context, questions, ask, query, slug }) => {
  const asked = readAsked(query);
  const answer = await ask(questions.organizer, { slug, page: asked.page, ...spanOf(asked, context) });
  assertPage(asked, answer.organizer.events);
  return organizerSight(site, asked, answer);
};
