import type { Body } from '../../api/rest/index.ts';
import { BadValue } from '../../lib/errors.ts';
import { END_OF_CALENDAR, expand, readRule } from '../../lib/recurrence.ts';
import { flagIn, type Row, textIn, textsIn } from './values.ts';

/**
 * The recurrence of a site's series: its rule or dates, with exceptions for dates without an event on the site.
 * @param starts the planned starts of its other events
 * @returns undefined if the site does not specify the start of the recurrence
 */
export function siteRecurrence(parent: Row, starts: readonly string[]): Body | undefined {
  const [recurrence, start] = [textIn(parent.recurrence), textIn(parent.recurrence_id)];
  const exceptions = textsIn(parent.recurrence_exceptions);
  if (recurrence === undefined || start === undefined) return undefined;
  // Release 0.2.0 does not specify it: the parent can be the first event.
  const isFirst = parent.start_date === start && !flagIn(parent.is_detached);
  const recurrenceStart = textIn(parent.recurrence_start) ?? (isFirst ? start : undefined);
  if (recurrenceStart === undefined) return undefined;
  const shown = new Set([start, ...starts]);
  const last = [...shown].sort().at(-1) ?? start;
  const exceptionsOf = (planned: readonly string[]): string[] => [
    ...planned.filter((date) => !shown.has(date)),
    ...exceptions.filter((date) => date > last && !planned.includes(date)),
  ];
  if (!recurrence.includes('FREQ=')) {
    const dates = recurrence.split(',').filter((date) => date >= recurrenceStart);
    return {
      recurrence: dates,
      recurrence_start: recurrenceStart,
      recurrence_exceptions: exceptionsOf(dates),
    };
  }
  try {
    const rule = readRule(recurrence, {
      startLocal: recurrenceStart,
      timezone: textIn(parent.timezone) ?? 'UTC',
      allDay: flagIn(parent.all_day) === true,
    });
    const planned = expand(rule, { until: rule.isOpen ? last : END_OF_CALENDAR });
    return {
      recurrence: rule.text,
      recurrence_start: recurrenceStart,
      recurrence_exceptions: exceptionsOf(planned),
    };
  } catch (error) {
    if (error instanceof BadValue) return undefined;
    throw error;
  }
}
