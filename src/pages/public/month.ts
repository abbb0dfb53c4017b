import { type Asked, daysIn, listUrl } from './asked.ts';
import { daysOf, dayText, monthsLater, monthText } from './dates.ts';
import { fromStart } from './filters.ts';
import { type Html, html } from './html.ts';
import type { PageContent } from './layout.ts';
import { baseOf, type Frame, feedsOf, framed, jsonOf, titleOf } from './listing.ts';
import { type Neighbours, pager } from './parts.ts';
import type { Entry, Sheet } from './questions.ts';

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** A day with more events links to the list. */
const MOST_A_DAY = 5;

interface SheetFrame extends Frame {
  readonly answer: Sheet;
  /** `YYYY-MM` */
  readonly month: string;
  /** The site's day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly timezone: string;
}

interface Placed {
  readonly entry: Entry;
  /** The time of its start in the time zone of the site; empty for all-day events and on later days. */
  readonly at: string;
  /** Whether it has begun on an earlier day. */
  readonly isLater: boolean;
}

/** The days of a month, `YYYY-MM-DD`, with their events; all-day events come first. */
function byDay(month: string, events: readonly Entry[], zone: string): Map<string, Placed[]> {
  const [year = 1, number = 1] = month.split('-').map(Number);
  const days = Array.from(
    { length: daysIn(year, number) },
    (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`,
  );
  const sheet = new Map(days.map((day): [string, Placed[]] => [day, []]));
  for (const entry of events) {
    const { first, last, at } = daysOf(entry, zone);
    for (const day of days)
      if (day >= first && day <= last)
        sheet.get(day)?.push({ entry, at: day === first ? at : '', isLater: day > first });
  }
  for (const placed of sheet.values())
    placed.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return sheet;
}

/** Classes of an event: `bar` for one of whole days, `on` where it has begun on an earlier day. */
const cssClasses = ({ featured, allDay }: Entry, isLater: boolean): string =>
  [featured && 'featured', (allDay || isLater) && 'bar', isLater && 'on'].filter(Boolean).join(' ');

function cell(day: string, placed: readonly Placed[], { today, asked }: SheetFrame, base: string): Html {
  const more = placed.length - MOST_A_DAY;
  const list = listUrl(base, { ...asked, view: 'list', month: null, date: day });
  const isQuiet = placed.every(({ isLater }) => isLater);
  const look = placed.length === 0 ? 'day free' : isQuiet ? 'day quiet' : 'day';
  return html`<td class="${look}"${day === today && html` aria-current="date"`}><a
 class="date" href="${list}"><time datetime="${day}"><span class="long">${dayText(day)}</span><span class="short"
 aria-hidden="true">${Number(day.slice(8))}</span></time></a>${
   placed.length > 0 &&
   html`<ul>${placed
     .slice(0, MOST_A_DAY)
     .map(
       ({ entry, at, isLater }) =>
         html`<li class="${cssClasses(entry, isLater)}"><a href="${entry.url}">${
           at && html`<span class="at">${at}</span> `
         }${entry.title}</a></li>`,
     )}${more > 0 && html`<li><a href="${list}">${more} more</a></li>`}</ul>`
 }</td>`;
}

function weeks(frame: SheetFrame, base: string): Html {
  const sheet = byDay(frame.month, frame.answer.events.events, frame.timezone);
  const [first = ''] = sheet.keys();
  const lead = Temporal.PlainDate.from(first).dayOfWeek - 1;
  const cells = [
    ...Array.from({ length: lead }, () => html`<td class="none"></td>`),
    ...[...sheet].map(([day, placed]) => cell(day, placed, frame, base)),
  ];
  while (cells.length % WEEK.length > 0) cells.push(html`<td class="none"></td>`);
  return html`${Array.from(
    { length: cells.length / WEEK.length },
    (_, week) => html`<tr>${cells.slice(week * WEEK.length, (week + 1) * WEEK.length)}</tr>\n`,
  )}`;
}

function neighbours(base: string, month: string, asked: Asked): Neighbours {
  const to = (months: number): Neighbours['next'] => {
    const other = monthsLater(month, months);
    return other === null
      ? null
      : { href: listUrl(base, { ...fromStart(asked), month: other }), text: monthText(other) };
  };
  return { previous: to(-1), next: to(1) };
}

/** A month of events as a table. */
export function monthContent(frame: SheetFrame): PageContent {
  const { asked, month, answer } = frame;
  const base = baseOf(frame);
  const title = titleOf(frame, monthText(month));
  const beside = neighbours(base, month, asked);
  const { total, events } = answer.events;
  const hidden = total - events.length;
  const list = listUrl(base, { ...asked, view: 'list', month: null, date: `${month}-01` });
  const thisMonth =
    month !== frame.today.slice(0, 7) &&
    html`<a href="${listUrl(base, { ...fromStart(asked), view: 'month', month: null })}">This month</a>`;
  const week = WEEK.map((day) => html`<th scope="col"><abbr title="${day}">${day.slice(0, 3)}</abbr></th>`);
  const inner = html`${pager(beside, 'Months', thisMonth)}<table class="sheet"><caption
 class="unseen">${title}</caption>
<thead><tr>${week}</tr></thead>
<tbody>
${weeks(frame, base)}</tbody></table>
${total === 0 && html`<p class="count">Nothing is planned.</p>`}${
  hidden > 0 &&
  html`<p class="count">There are ${hidden} more; <a href="${list}">the list has all of them</a>.</p>`
}`;
  return {
    title,
    description: `${title}: ${total} ${total === 1 ? 'event' : 'events'}`,
    url: listUrl(base, { ...fromStart(asked), month }),
    json: jsonOf(frame),
    feeds: feedsOf(frame),
    previous: beside.previous?.href ?? null,
    next: beside.next?.href ?? null,
    main: framed({ ...frame, asked: { ...asked, view: 'month' } }, title, inner),
  };
}
