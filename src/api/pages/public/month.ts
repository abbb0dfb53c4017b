import type { WordKey } from '../../../lib/words.ts';
import { daysOf, monthsLater, type SiteClock, startTime } from './dates.ts';
import { firstPage } from './filters.ts';
import { type Html, type HtmlValue, html } from './html.ts';
import type { PageContent } from './layout.ts';
import {
  baseOf,
  emptyText,
  type Frame,
  feedsOf,
  framed,
  icsOf,
  jsonOf,
  pastNotice,
  titleOf,
  viewsOf,
} from './listing.ts';
import type { Entry, Sheet } from './page-documents.ts';
import { daysIn, hasTypedText, listUrl, type PageQuery } from './page-query.ts';
import { type AdjacentPages, pager } from './parts.ts';
import { struckIfOff } from './status.ts';

const DAYS_PER_WEEK = 7;
/** Maximum entries per day; further ones are on the page of the day. */
const MAX_ENTRIES_PER_DAY = 5;
/** Maximum lines per week for events of several days. */
const MAX_BARS_PER_WEEK = 3;

interface SheetFrame extends Frame {
  readonly answer: Sheet;
  /** `YYYY-MM` */
  readonly month: string;
}

interface Single {
  readonly entry: Entry;
  /** The start; empty for all-day events. */
  readonly at: string;
}

/** The part of a multi-day event within one week. */
interface Bar {
  readonly entry: Entry;
  /** See {@link Single}; empty if it began before this week. */
  readonly at: string;
  readonly first: string;
  readonly last: string;
  /** Its first and last column in the week. */
  readonly from: number;
  readonly to: number;
  /** Its line, from 0; other days of the event leave it free. */
  readonly lane: number;
}

interface DatedEntry extends Single, ReturnType<typeof daysOf> {}

/**
 * The days of a month, `YYYY-MM-DD`, week by week; the first and the last may have fewer than seven.
 * @param firstDay of a week, from 1, Monday
 */
function weeksOf(month: string, firstDay: number): string[][] {
  const [year = 1, number = 1] = month.split('-').map(Number);
  const weeks: string[][] = [];
  for (let at = 1; at <= daysIn(year, number); at++) {
    const day = `${month}-${String(at).padStart(2, '0')}`;
    const isFirst = Temporal.PlainDate.from(day).dayOfWeek === firstDay;
    if (isFirst || weeks.length === 0) weeks.push([]);
    weeks.at(-1)?.push(day);
  }
  return weeks;
}

/** The multi-day events of a week, each in the first line that is free on all of its days. */
function multiDayBars(days: readonly string[], placed: readonly DatedEntry[]): Bar[] {
  const [begin = '', end = ''] = [days[0], days.at(-1)];
  const bars: Bar[] = [];
  /** The last occupied day of each line. */
  const taken: number[] = [];
  for (const { entry, at, first, last } of placed) {
    if (first === last || last < begin || first > end) continue;
    const from = Math.max(0, days.indexOf(first));
    const to = last > end ? days.length - 1 : days.indexOf(last);
    const free = taken.findIndex((until) => until < from);
    const lane = free < 0 ? taken.length : free;
    taken[lane] = to;
    bars.push({ entry, at: first < begin ? '' : at, first, last, from, to, lane });
  }
  return bars;
}

/** Events of one day, by day; all-day events come first. */
const singlesByDay = (placed: readonly DatedEntry[]): Map<string, Single[]> =>
  Map.groupBy(
    placed
      .filter(({ first, last }) => first === last)
      .toSorted((one, other) => Number(other.entry.isAllDay) - Number(one.entry.isAllDay)),
    ({ first }) => first,
  );

const isThisMonth = ({ month, present }: SheetFrame): boolean => month === present.today.slice(0, 7);

const cssClasses = (...names: (string | false)[]): string => names.filter(Boolean).join(' ');

/** The title of an event as a link, with its time. @param after more about it */
function link(entry: Entry, at: string, clock: SiteClock, after: HtmlValue = null): Html {
  const shown = html`${at && html`<span class="at">${at}</span> `}${entry.title}`;
  return html`<a href="${entry.url}">${struckIfOff(entry, shown, clock)}${
    entry.isFeatured && html`<span class="unseen">, ${clock.words.text('event.featured')}</span>`
  }${after}</a>`;
}

/** When a multi-day event ends. Visible on phones, which show an event only on one day. */
const untilLastDay = (last: string, begin: string, { words, formats }: SiteClock): Html =>
  html`<span class="long">, ${words.text('time.untilDay', { day: formats.heading(last, begin) })}</span>`;

/**
 * A bar across all days of an event in a week. On a phone, which shows only days on which an event starts, it is on
 * its first day in the month.
 * @param begin the first day of the week that is in the month
 */
function barItem({ entry, at, first, last, from, to }: Bar, begin: string, clock: SiteClock): Html {
  const look = cssClasses(
    'bar',
    `span-${to - from + 1}`,
    first < begin && !begin.endsWith('-01') && 'on',
    entry.isFeatured && 'featured',
  );
  return html`<li class="${look}">${link(entry, at, clock, untilLastDay(last, begin, clock))}</li>`;
}

/** The bar lines of a day: starting bars, space for continuing ones, and on a phone today's. */
function barItems(week: Week, column: number, { present, site }: SheetFrame): Html[] {
  const { days, bars } = week;
  const here = bars.filter(
    ({ from, to, lane }) => lane < MAX_BARS_PER_WEEK && from <= column && column <= to,
  );
  const lines = here.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  return Array.from({ length: lines }, (_, line) => {
    const bar = here.find(({ lane }) => lane === line);
    if (bar?.from === column) return barItem(bar, days[0] ?? '', site.clock);
    const isToday = bar !== undefined && days[column] === present.today;
    return html`<li class="lane" aria-hidden="true"></li>${
      isToday &&
      html`<li class="going">${link(bar.entry, '', site.clock, untilLastDay(bar.last, present.today, site.clock))}</li>`
    }`;
  });
}

interface Week {
  readonly days: readonly string[];
  readonly bars: readonly Bar[];
  readonly singles: ReadonlyMap<string, readonly Single[]>;
}

function cell(week: Week, column: number, frame: SheetFrame, base: string): Html {
  const { present, pageQuery, site } = frame;
  const { formats, words } = site.clock;
  const day = week.days[column] ?? '';
  const singles = week.singles.get(day) ?? [];
  const bars = week.bars.filter(({ from, to }) => from <= column && column <= to);
  const shownBars = bars.filter(({ lane }) => lane < MAX_BARS_PER_WEEK).length;
  const shown = singles.slice(0, MAX_ENTRIES_PER_DAY - shownBars);
  const more = singles.length - shown.length + bars.length - shownBars;
  const list = listUrl(base, { ...firstPage(pageQuery), view: 'day', month: null, day });
  const isFree = singles.length === 0 && bars.length === 0;
  const isQuiet = singles.length === 0 && !day.endsWith('-01') && bars.every(({ first }) => first < day);
  const isToday = day === present.today;
  const look = cssClasses(
    'day',
    isFree ? 'free' : isQuiet && 'quiet',
    isThisMonth(frame) && day < present.today && 'earlier',
  );
  const long = formats.heading(day, day);
  return html`<td class="${look}"${isToday && html` id="today" aria-current="date"`}><a
 class="date" href="${list}"><time datetime="${day}"><span class="long">${
   isToday ? words.text('month.todayIs', { day: long }) : long
 }</span><span class="short" aria-hidden="true">${formats.dayOfMonth(day)}</span></time></a>${
   isFree
     ? isToday && html`<p class="nothing">${words.text('month.nothingToday')}</p>`
     : html`<ul>${barItems(week, column, frame)}${shown.map(
         ({ entry, at }) =>
           html`<li class="${cssClasses(entry.isFeatured && 'featured', entry.isAllDay && 'whole')}">${link(entry, at, site.clock)}</li>`,
       )}${more > 0 && html`<li class="more"><a href="${list}">${words.text('month.more', { count: more })}</a></li>`}</ul>`
 }</td>`;
}

const withDays = ({ answer, site }: SheetFrame): DatedEntry[] =>
  answer.events.nodes
    .map((entry) => ({ entry, at: startTime(entry, site.clock), ...daysOf(entry, site.clock.zone) }))
    .toSorted((one, other) => (one.first < other.first ? -1 : one.first > other.first ? 1 : 0));

function weeks(frame: SheetFrame, placed: readonly DatedEntry[], base: string): Html {
  const { month, site } = frame;
  const singles = singlesByDay(placed);
  const none = (count: number): Html[] => Array.from({ length: count }, () => html`<td class="none"></td>`);
  return html`${weeksOf(month, site.clock.formats.firstDay).map((days, at) => {
    const week = { days, singles, bars: multiDayBars(days, placed) };
    const cells = days.map((_day, column) => cell(week, column, frame, base));
    const missing = none(DAYS_PER_WEEK - days.length);
    return html`<tr>${at === 0 ? [...missing, ...cells] : [...cells, ...missing]}</tr>\n`;
  })}`;
}

/** The meaning of each look that occurs in the month. */
function legend(placed: readonly DatedEntry[], { words }: SiteClock): HtmlValue {
  const isSingle = ({ first, last }: DatedEntry): boolean => first === last;
  const marks = [
    ['featured', 'event.featured', placed.some(({ entry }) => entry.isFeatured)],
    ['bar', 'month.severalDays', placed.some((one) => !isSingle(one))],
    ['whole', 'time.allDay', placed.some((one) => isSingle(one) && one.entry.isAllDay)],
    ['off', 'month.off', placed.some(({ entry }) => entry.scheduleStatus !== 'SCHEDULED')],
  ] as const satisfies [string, WordKey, boolean][];
  const shown = marks.filter(([, , occurs]) => occurs);
  return (
    shown.length > 0 &&
    html`<ul class="legend" aria-label="${words.text('month.legend')}">${shown.map(
      ([look, text]) => html`<li class="${look}">${words.text(text)}</li>`,
    )}</ul>\n`
  );
}

/** The months before and after, with their year if it is another one. */
function adjacentMonths(
  base: string,
  month: string,
  pageQuery: PageQuery,
  { formats }: SiteClock,
): AdjacentPages {
  const to = (months: number): AdjacentPages['next'] => {
    const other = monthsLater(month, months);
    if (other === null) return null;
    const isSameYear = other.slice(0, 4) === month.slice(0, 4);
    return {
      href: listUrl(base, { ...firstPage(pageQuery), month: other }),
      text: isSameYear ? formats.monthOfYear(`${other}-01`) : formats.month(`${other}-01`),
    };
  };
  return { previous: to(-1), next: to(1) };
}

/** A phone begins with today. The style sheet hides past days there, unless this element is open. */
const earlierDays = (frame: SheetFrame, placed: readonly DatedEntry[]): HtmlValue =>
  isThisMonth(frame) &&
  !frame.present.today.endsWith('-01') &&
  placed.some(({ first }) => first < frame.present.today) &&
  html`<details class="earlier"><summary>${frame.site.clock.words.text('month.earlier')}</summary></details>\n`;

export function monthContent(frame: SheetFrame): PageContent {
  const { site, present, pageQuery, month, answer } = frame;
  const { formats, words } = site.clock;
  const base = baseOf(frame);
  const title = titleOf(frame, formats.month(`${month}-01`));
  const adjacent = adjacentMonths(base, month, pageQuery, site.clock);
  const { totalCount: total, nodes } = answer.events;
  const hidden = total - nodes.length;
  const placed = withDays(frame);
  const list = listUrl(base, { ...firstPage(pageQuery), view: 'list', month: null, date: `${month}-01` });
  const toToday = isThisMonth(frame)
    ? html`<a href="#today">${words.text('month.toToday')}</a>`
    : html`<a href="${listUrl(base, { ...firstPage(pageQuery), view: 'month', month: null })}">${words.text('month.this')}</a>`;
  // The first of May 2023 was a Monday.
  const week = Array.from(
    { length: DAYS_PER_WEEK },
    (_, at) => `2023-05-0${((formats.firstDay - 1 + at) % DAYS_PER_WEEK) + 1}`,
  ).map(
    (day) =>
      html`<th scope="col"><abbr title="${formats.longWeekday(day)}">${formats.weekday(day)}</abbr></th>`,
  );
  const isOver = month < present.today.slice(0, 7);
  const inner = html`${pager(adjacent, words.text('month.months'), toToday)}${isOver && pastNotice(frame, 'list.monthOver')}${earlierDays(
    frame,
    placed,
  )}<table class="sheet"><caption
 class="unseen">${title}</caption>
<thead><tr>${week}</tr></thead>
<tbody>
${weeks(frame, placed, base)}</tbody></table>
${legend(placed, site.clock)}${
  total === 0 && html`<div class="empty">${emptyText(frame)}</div>`
}${hidden > 0 && html`<p class="count"><a href="${list}">${words.text('month.moreInList', { count: hidden })}</a></p>`}`;
  return {
    title,
    description: `${title}, ${words.text('count.events', { count: total })}`,
    url: hasTypedText(pageQuery) ? null : listUrl(base, { ...firstPage(pageQuery), month }),
    json: jsonOf(frame),
    views: viewsOf(frame),
    feeds: feedsOf(frame),
    ics: icsOf(frame),
    previous: adjacent.previous?.href ?? null,
    next: adjacent.next?.href ?? null,
    main: framed(frame, title, inner),
  };
}
