import type { CreateEventInput } from '../../domain/generated/schema.ts';
import { BadValue } from '../../lib/errors.ts';
import { END_OF_CALENDAR, expand, readRule } from '../../lib/recurrence.ts';
import type { SiteEvent } from './responses.ts';

export type SiteRecurrence = Pick<
  CreateEventInput,
  'recurrence' | 'recurrenceStart' | 'recurrenceExceptions'
>;

/**
 * When a series of a site repeats: its rule or its dates, without those of which the site shows no event.
 * @param starts the planned starts of its other events
 * @returns undefined where the site does not say from where the rule counts
 */
export function siteRecurrence(parent: SiteEvent, starts: readonly string[]): SiteRecurrence | undefined {
  const { recurrence, recurrence_id: start, start_date: begins, timezone = 'UTC' } = parent;
  const { recurrence_exceptions: exceptions = [] } = parent;
  if (recurrence === undefined || start === undefined) return undefined;
  // Release 0.2.0 does not say it: the parent may begin it.
  const isFirst = begins === start && !parent.is_detached;
  const recurrenceStart = parent.recurrence_start ?? (isFirst ? start : undefined);
  if (recurrenceStart === undefined) return undefined;
  const shown = new Set([start, ...starts]);
  const last = [...shown].sort().at(-1) ?? start;
  const leftOut = (planned: readonly string[]): string[] => [
    ...planned.filter((date) => !shown.has(date)),
    ...exceptions.filter((date) => date > last && !planned.includes(date)),
  ];
  if (!recurrence.includes('FREQ=')) {
    const dates = recurrence.split(',').filter((date) => date >= recurrenceStart);
    return { recurrence: { dates }, recurrenceStart, recurrenceExceptions: leftOut(dates) };
  }
  try {
    const rule = readRule(recurrence, {
      startLocal: recurrenceStart,
      timezone,
      allDay: parent.all_day === true,
    });
    const planned = expand(rule, { until: rule.isOpen ? last : END_OF_CALENDAR });
    return { recurrence: { rule: rule.text }, recurrenceStart, recurrenceExceptions: leftOut(planned) };
  } catch (error) {
    if (error instanceof BadValue) return undefined;
    throw error;
  }
}
