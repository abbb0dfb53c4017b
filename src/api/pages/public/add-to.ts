import { dayAfter, type ShownTimes } from './dates.ts';
import { type Html, html } from './html.ts';

/** What calendars on the web are told of an event. */
interface Added extends ShownTimes {
  readonly title: string;
  readonly url: string;
  /** Plain text of few characters. */
  readonly summary: string;
  /** Name and address, in one line; empty if nothing is known. */
  readonly place: string;
}

/** All days of an all-day event, the last one excluded, as calendars want it: `YYYY-MM-DD`. */
const wholeDays = ({ localStart, localEnd }: Added): readonly [string, string] => {
  const last = localEnd.slice(0, 10);
  return [localStart.slice(0, 10), dayAfter(last) ?? last];
};

const details = ({ summary, url }: Added): string =>
  [summary, url].filter((part) => part !== '').join('\n\n');

/** Google Calendar's form for a new event. */
function googleUrl(event: Added): string {
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

/** The form of Outlook on the web. @param host of the calendars of people, or of organizations */
function outlookUrl(host: string, event: Added): string {
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

/** The ways into the calendars of people. @param ics address of the calendar file */
export function addToCalendar(event: Added, ics: string): Html {
  const ways = [
    ['Google Calendar', googleUrl(event)],
    ['Outlook.com', outlookUrl('outlook.live.com', event)],
    ['Microsoft 365', outlookUrl('outlook.office.com', event)],
    ['iCalendar file', ics],
  ] as const;
  return html`<details class="menu" name="ways"><summary class="button">Add to calendar</summary><ul>${ways.map(
    ([text, href]) => html`<li><a href="${href}" rel="nofollow">${text}</a></li>`,
  )}</ul></details>`;
}

/** The address of a page, to copy or to send. */
export const share = (title: string, url: string): Html =>
  html`<details class="menu" name="ways"><summary class="button quiet">Share</summary><div><label for="address">Address of this page</label><input id="address"
 type="url" readonly value="${url}"><a href="mailto:?subject=${encodeURIComponent(title)}&amp;body=${encodeURIComponent(url)}">Send by e-mail</a></div></details>`;
