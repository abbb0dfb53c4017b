import { originalStart, type ShownTimes, type SiteClock } from './dates.ts';
import { type Html, type HtmlValue, html } from './html.ts';

/** A word for a canceled, postponed or rescheduled event; null for all others. */
function statusWord(
  { scheduleStatus, previousStartsAt, localStart }: ShownTimes,
  { words }: SiteClock,
): string | null {
  if (scheduleStatus === 'CANCELED') return words.text('status.canceled');
  if (scheduleStatus === 'POSTPONED') return words.text('status.postponed');
  if (previousStartsAt === null) return null;
  const isSameDay = previousStartsAt.slice(0, 10) === localStart.slice(0, 10);
  return words.text(isSameDay ? 'status.newTime' : 'status.newDate');
}

export function statusBadge(event: ShownTimes, clock: SiteClock): HtmlValue {
  const word = statusWord(event, clock);
  return word !== null && html` <span class="badge alert">${word}</span>`;
}

/** Marks an event where badges have no space: struck out if it does not take place as scheduled. */
export function struckIfOff(event: ShownTimes, shown: Html, clock: SiteClock): Html {
  if (event.scheduleStatus === 'SCHEDULED') return shown;
  return html`<span class="unseen">${statusWord(event, clock)} </span><s>${shown}</s>`;
}

/** The notice for visitors of a canceled, postponed or rescheduled event: its status, its original start, and why. */
export function notice(
  event: ShownTimes & { readonly scheduleStatusReason?: string | null },
  clock: SiteClock,
): HtmlValue {
  const { words } = clock;
  const word = statusWord(event, clock);
  const { scheduleStatusReason: reason, scheduleStatus, previousStartsAt } = event;
  const announced =
    scheduleStatus === 'SCHEDULED' &&
    previousStartsAt !== null &&
    ` ${words.text('status.original', { start: originalStart(event, previousStartsAt, clock) })}`;
  const unknown = scheduleStatus === 'POSTPONED' && ` ${words.text('status.noDate')}`;
  return (
    (word !== null || reason) &&
    html`<p class="notice">${word !== null && html`<strong>${word}.</strong>`}${announced}${unknown}${
      reason && html` ${reason}`
    }</p>\n`
  );
}
