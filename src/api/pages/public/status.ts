import { originalStart, type ShownTimes, type SiteClock } from './dates.ts';
import { type Html, type HtmlValue, html } from './html.ts';

/** A word for a canceled, postponed or rescheduled event; null for all others. */
function statusWord({ scheduleStatus, previousStartsAt, localStart }: ShownTimes): string | null {
  if (scheduleStatus === 'CANCELED') return 'Canceled';
  if (scheduleStatus === 'POSTPONED') return 'Postponed';
  if (previousStartsAt === null) return null;
  return previousStartsAt.slice(0, 10) === localStart.slice(0, 10) ? 'New time' : 'New date';
}

export function statusBadge(event: ShownTimes): HtmlValue {
  const word = statusWord(event);
  return word !== null && html` <span class="badge alert">${word}</span>`;
}

/** Marks an event where badges have no space: struck out if it does not take place as scheduled. */
export function struckIfOff(event: ShownTimes, shown: Html): Html {
  if (event.scheduleStatus === 'SCHEDULED') return shown;
  return html`<span class="unseen">${statusWord(event)}: </span><s>${shown}</s>`;
}

/** The notice for visitors of a canceled, postponed or rescheduled event: its status, its original start, and why. */
export function notice(
  event: ShownTimes & { readonly scheduleStatusReason?: string | null },
  clock: SiteClock,
): HtmlValue {
  const word = statusWord(event);
  const { scheduleStatusReason: reason, scheduleStatus, previousStartsAt } = event;
  const announced =
    scheduleStatus === 'SCHEDULED' &&
    previousStartsAt !== null &&
    html` Originally scheduled for <s>${originalStart(event, previousStartsAt, clock)}</s>.`;
  const unknown = scheduleStatus === 'POSTPONED' && ' The new date is not known yet.';
  return (
    (word !== null || reason) &&
    html`<p class="notice">${word !== null && html`<strong>${word}.</strong>`}${announced}${unknown}${
      reason && html` ${reason}`
    }</p>`
  );
}
