import { announcedStart, type ShownTimes, type SiteClock } from './dates.ts';
import { type Html, type HtmlValue, html } from './html.ts';

/** A word for an event that does not take place as announced; null for all others. */
function statusWord({ eventStatus, previousStartsAt, startDate }: ShownTimes): string | null {
  if (eventStatus === 'CANCELED') return 'Canceled';
  if (eventStatus === 'POSTPONED') return 'Postponed';
  if (previousStartsAt === null) return null;
  return previousStartsAt.slice(0, 10) === startDate.slice(0, 10) ? 'New time' : 'New date';
}

/** The word as a badge behind a title. */
export function statusBadge(event: ShownTimes): HtmlValue {
  const word = statusWord(event);
  return word !== null && html` <span class="badge alert">${word}</span>`;
}

/** What is shown of an event where there is no room for badges: struck if it does not take place then. */
export function struck(event: ShownTimes, shown: Html): Html {
  if (event.eventStatus === 'SCHEDULED') return shown;
  return html`<span class="unseen">${statusWord(event)}: </span><s>${shown}</s>`;
}

/** What everybody should know before they set out: whether the event takes place, since when not then, and why. */
export function notice(
  event: ShownTimes & { readonly eventStatusReason?: string | null },
  clock: SiteClock,
): HtmlValue {
  const word = statusWord(event);
  const { eventStatusReason: reason, eventStatus, previousStartsAt } = event;
  const announced =
    eventStatus === 'SCHEDULED' &&
    previousStartsAt !== null &&
    html` Announced for <s>${announcedStart(event, previousStartsAt, clock)}</s>.`;
  const unknown = eventStatus === 'POSTPONED' && ' The new date is not known yet.';
  return (
    (word !== null || reason) &&
    html`<p class="notice">${word !== null && html`<strong>${word}.</strong>`}${announced}${unknown}${
      reason && html` ${reason}`
    }</p>`
  );
}
