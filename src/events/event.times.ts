import type { Context } from '../context.ts';
import type { Checks } from '../db/checks.ts';
import { endOfDay, startOfDay } from '../kernel/dates.ts';
import { readDateTime } from '../kernel/read-date.ts';
import { canonicalZone, settleWall, utcOf } from '../kernel/zones.ts';

/** When an event happens, as it is stored: the wall clock and the zone are the truth, UTC is derived (decisions.md 13). */
export interface Times {
  timezone: string;
  allDay: boolean;
  startLocal: string;
  endLocal: string;
  startUtc: string;
  endUtc: string;
}

export interface TimesInput {
  timezone?: string | null | undefined;
  allDay?: boolean | null | undefined;
  startDate?: string | number | null | undefined;
  endDate?: string | number | null | undefined;
}

type Present = Pick<Times, 'timezone' | 'allDay' | 'startLocal' | 'endLocal'>;

/**
 * The times after a create (no `current`) or a change. A naive date is read from the clock of the event's zone, one with an offset is converted
 * into it. One date alone is applied; a zone alone keeps the wall clock; whole days count as long as no date is sent without `allDay` (decisions.md 4).
 * @returns undefined when something is wrong, which `checks` then knows
 */
export async function settleTimes(
  checks: Checks,
  context: Context,
  input: TimesInput,
  current: Present | null,
): Promise<Times | undefined> {
  const site = context.settings.timezone;
  const { timezone: zone, startDate, endDate } = input;
  const timezone =
    typeof zone === 'string' ? await checks.run('timezone', () => (zone === '' ? site : canonicalZone(zone))) : (current?.timezone ?? site);
  // Without a known zone the dates can still be checked for what they are.
  const read = (name: 'startDate' | 'endDate', value: string | number): Promise<string | undefined> =>
    checks.run(name, () => readDateTime(value, timezone ?? 'UTC', context.now).wall);
  const start = startDate === undefined || startDate === null ? current?.startLocal : await read('startDate', startDate);
  const end = endDate === undefined || endDate === null ? current?.endLocal : await read('endDate', endDate);
  if (timezone === undefined || start === undefined || end === undefined) return undefined;
  const dated = (startDate ?? endDate ?? null) !== null;
  const allDay = input.allDay ?? (dated ? false : (current?.allDay ?? false));
  const times = await checks.run(startDate === undefined || startDate === null ? 'endDate' : 'startDate', () =>
    derive(timezone, allDay, start, end),
  );
  // A date that was refused has a stand-in or its old value here, which says nothing.
  if (checks.failed('timezone', 'allDay', 'startDate', 'endDate')) return undefined;
  if (times && times.endUtc < times.startUtc) {
    checks.add((endDate ?? null) === null ? 'startDate' : 'endDate', 'the event would end before it starts');
    return undefined;
  }
  return times;
}

/** @throws BadValue for dates that leave the calendar once they are converted */
function derive(timezone: string, allDay: boolean, start: string, end: string): Times {
  const startLocal = settleWall(allDay ? startOfDay(start) : start, timezone);
  const endLocal = settleWall(allDay ? endOfDay(end) : end, timezone);
  return { timezone, allDay, startLocal, endLocal, startUtc: utcOf(startLocal, timezone), endUtc: utcOf(endLocal, timezone) };
}
