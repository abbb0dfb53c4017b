import type { CreateEventInput } from '../../domain/generated/schema.ts';
import { BadValue } from '../../lib/errors.ts';
import { END_OF_CALENDAR, expand, readRule } from '../../lib/recurrence.ts';
import type { SiteEvent } from './responses.ts';

export type SiteRecurrence = Pick<CreateEventInput, 'recurrence' | 'recurrenceExceptions'>;

/**
 * When a series of a site repeats: its rule or its dates, without those of which the site shows no event.
 * @param starts the planned starts of its other events
 * @returns undefined where its parent does not begin it as planned
 */
export function siteRecurrence(parent: SiteEvent, starts: readonly string[]): SiteRecurrence | undefined {
  const { recurrence, recurrence_id: start, start_date: begins, timezone = 'UTC' } = parent;
  if (recurrence === undefined || start === undefined || begins !== start || parent.is_detached)
    return undefined;
  const shown = new Set([start, ...starts]);
  if (!recurrence.includes('FREQ='))
    return { recurrence: { dates: recurrence.split(',').filter((date) => shown.has(date)) } };
  try {
    const rule = readRule(recurrence, { startLocal: start, timezone, allDay: parent.all_day === true });
    const last = [...shown].sort().at(-1) ?? start;
    const planned = expand(rule, { until: rule.isOpen ? last : END_OF_CALENDAR });
    return {
      recurrence: { rule: rule.text },
      recurrenceExceptions: planned.filter((date) => !shown.has(date)),
    };
  } catch (error) {
    if (error instanceof BadValue) return undefined;
    throw error;
  }
}
