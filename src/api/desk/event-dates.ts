import { addMonths } from '../../lib/dates.ts';
import { BadValue } from '../../lib/errors.ts';
import {
  END_OF_CALENDAR,
  expand,
  OPEN_RULE_YEARS,
  parseExceptions,
  parseRule,
  readRule,
} from '../../lib/recurrence.ts';
import { type Html, html } from '../pages/public/html.ts';
import type { Visit } from './desk.ts';
import type { StoredEvent } from './event-documents.ts';
import { typedSeries } from './event-input.ts';
import type { Errors } from './fields.ts';
import type { Typed } from './typed.ts';

/** Longer lists are cut. */
const MAX_SHOWN = 12;

/** The dates of the repetition in a form, or the errors that make a list impossible. */
export function datesOf(
  typed: Typed,
  visit: Visit,
  stored: StoredEvent | null,
): { shown: Html | null; errors: Errors } {
  const { words, site, context } = visit;
  const { formats } = site.clock;
  const { start, rule, exceptions, mistakes } = typedSeries(typed, visit, stored);
  const errors = new Map(
    [...mistakes]
      .filter(([name]) => name !== 'endTime' && name !== 'endDate')
      .map(([name, key]) => [name, words.text(key)]),
  );
  if (errors.size > 0 || !start) return { shown: null, errors };
  if (rule === null)
    return { shown: null, errors: new Map([['repeat', words.text('desk.event.dates.none')]]) };
  const failing = (name: string, remedy: 'desk.event.repeat.remedy' | 'desk.event.exceptions.remedy') => ({
    shown: null,
    errors: new Map([[name, words.text(remedy)]]),
  });
  try {
    const own = stored?.series;
    const series = rule === undefined ? own?.rule : rule;
    const dates = series
      ? (rule === undefined ? readRule : parseRule)(series, start)
      : (own?.dates ?? [start.startLocal]);
    const left = attempt(() => parseExceptions(exceptions, dates, start, context.clock.now));
    if (!left) return failing('exceptions', 'desk.event.exceptions.remedy');
    const isOpen = 'parts' in dates && dates.isOpen;
    const until = isOpen ? addMonths(start.startLocal, OPEN_RULE_YEARS * 12) : END_OF_CALENDAR;
    const starts =
      'parts' in dates
        ? expand(dates, { until, exceptions: left })
        : dates.filter((date) => !left.includes(date));
    const text = (local: string): string =>
      start.allDay ? formats.longDay(local) : `${formats.longDay(local)}, ${formats.time(local)}`;
    const shown = html`<div class="dates" id="dates" role="status"><p>${
      isOpen
        ? words.text('desk.event.dates.open')
        : words.text('desk.event.dates.count', { count: starts.length })
    }</p><ul>${starts.slice(0, MAX_SHOWN).map((local) => html`<li>${text(local)}</li>`)}${starts.length > MAX_SHOWN && html`<li>…</li>`}</ul></div>
`;
    return { shown, errors };
  } catch (error) {
    if (error instanceof BadValue) return failing('repeat', 'desk.event.repeat.remedy');
    throw error;
  }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadValue) return null;
    throw error;
  }
}
