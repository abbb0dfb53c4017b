import type { Words } from '../../../lib/words.ts';
import { dayAfter, type ShownTimes } from './dates.ts';
import { type Html, html } from './html.ts';

/** The event data for web calendars. */
interface CalendarEntry extends ShownTimes {
  readonly title: string;
  readonly url: string;
  /** A short plain text. */
  readonly summary: string;
  /** Name and address, in one line; empty if unknown. */
  readonly place: string;
}

/** First day and exclusive last day of an all-day event: `YYYY-MM-DD`. */
const wholeDays = ({ localStart, localEnd }: CalendarEntry): readonly [string, string] => {
  const last = localEnd.slice(0, 10);
  return [localStart.slice(0, 10), dayAfter(last) ?? last];
};

const details = ({ summary, url }: CalendarEntry): string =>
  [summary, url].filter((part) => part !== '').join('\n\n');

/** The address of Google Calendar's form for a new event. */
function googleUrl(event: CalendarEntry): string {
  const { title, place, isAllDay, utcStartDate, utcEndDate } = event;
  const dates = isAllDay
    ? wholeDays(event).map((day) => day.replaceAll('-', ''))
    : [utcStartDate, utcEndDate].map((utc) => `${utc.replace(' ', 'T').replace(/[-:]/g, '')}Z`);
  const query = new URLSearchParams({
    ...{ action: 'TEMPLATE', text: title, dates: dates.join('/') },
    ...{ details: details(event), location: place },
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** The address of Outlook's web form for a new event. @param host for private or for business calendars */
function outlookUrl(host: string, event: CalendarEntry): string {
  const { title, place, isAllDay, utcStartDate, utcEndDate } = event;
  const [startdt, enddt] = isAllDay
    ? wholeDays(event)
    : [`${utcStartDate.replace(' ', 'T')}Z`, `${utcEndDate.replace(' ', 'T')}Z`];
  const query = new URLSearchParams({
    ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title, startdt, enddt },
    ...{ allday: String(isAllDay), body: details(event), location: place },
  });
  return `https://${host}/calendar/deeplink/compose?${query}`;
}

/** The menu "Add to calendar". @param ics address of the calendar file */
export function calendarMenu(event: CalendarEntry, ics: string, words: Words): Html {
  const ways = [
    ['Google Calendar', googleUrl(event)],
    ['Outlook.com', outlookUrl('outlook.live.com', event)],
    ['Microsoft 365', outlookUrl('outlook.office.com', event)],
    [words.text('calendar.file'), ics],
  ] as const;
  return html`<details class="menu" name="ways"><summary class="button">${words.text('calendar.add')}</summary><ul>${ways.map(
    ([text, href]) => html`<li><a href="${href}" rel="nofollow">${text}</a></li>`,
  )}</ul></details>`;
}

/** The menu "Share": the address of the page, to copy or to send. */
export const shareMenu = (title: string, url: string, words: Words): Html =>
  html`<details class="menu" name="ways"><summary class="button quiet">${words.text('event.share')}</summary><div><label for="address">${words.text('event.pageAddress')}</label><input id="address"
 type="url" readonly value="${url}"><a href="mailto:?subject=${encodeURIComponent(title)}&amp;body=${encodeURIComponent(url)}">${words.text('event.sendMail')}</a></div></details>`;
