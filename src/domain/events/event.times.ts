import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { endOfDay, startOfDay } from '../../lib/dates.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { canonicalZone, localDateTimeOf, utcOf } from '../../lib/zones.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import type { Plan } from '../series/series.record.ts';

/** The stored times of an event: local times and the zone are authoritative, UTC is derived (rules#dates). */
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
  isAllDay?: boolean | null | undefined;
  start?: string | number | null | undefined;
  end?: string | number | null | undefined;
}

export const setsTimes = ({ timezone, isAllDay, start, end }: TimesInput): boolean =>
  (timezone ?? isAllDay ?? start ?? end ?? null) !== null;

/** A start or end before conversion, from the input or the row. */
interface StartOrEnd {
  local: string;
  /** The instant, if local time alone is ambiguous: in autumn, clocks show one hour twice. */
  utc?: string | undefined;
  /** Whether the input is an instant, which is stored unchanged. */
  isInstant?: boolean;
  /** Whether the input has a time of day. */
  isTimed?: boolean;
}

/**
 * The times after a create (no `current`) or a change (rules#dates). A date without an offset is local time in the
 * event's zone. A change may set only one of the dates; a new zone alone does not change local times.
 * @returns undefined for invalid times; the problems are in `checks`
 */
export async function resolveTimes(
  context: Context,
  checks: Checks,
  input: TimesInput,
  current: Times | null,
): Promise<Times | undefined> {
  const site = context.settings.timezone;
  const { timezone: zone } = input;
  const timezone =
    typeof zone === 'string'
      ? await checks.run('timezone', canonicalZone, zone === '' ? site : zone)
      : (current?.timezone ?? site);
  // With an unknown zone, still checks the dates.
  const inZone = timezone ?? 'UTC';
  const startOrEnd = (name: 'start' | 'end', local?: string, utc?: string) => {
    const stored: StartOrEnd | null =
      local === undefined ? null : { local, utc: current?.timezone === inZone ? utc : undefined };
    const value = input[name] ?? undefined;
    return value === undefined ? stored : checks.run(name, readInput, context, value, inZone, stored);
  };
  const start = await startOrEnd('start', current?.startLocal, current?.startUtc);
  const end = await startOrEnd('end', current?.endLocal, current?.endUtc);
  if (timezone === undefined || !start || !end) return undefined;
  const isTimed = start.isTimed || end.isTimed;
  const allDay = input.isAllDay ?? (isTimed ? false : (current?.allDay ?? false));
  const [hasStart, hasEnd] = [(input.start ?? null) !== null, (input.end ?? null) !== null];
  const changed = hasStart ? 'start' : 'end';
  const times = await checks.run(changed, deriveTimes, timezone, allDay, start, end);
  if (!times || times.startUtc <= times.endUtc) return times;
  // With an invalid date, the order of the two cannot be checked.
  if (!checks.hasFailed('timezone', 'isAllDay', 'start', 'end'))
    checks.add(hasEnd ? 'end' : 'start', 'the event would end before it starts');
  return undefined;
}

/**
 * Reads a date of the input. If neither local time nor zone changes, the stored instant stays.
 * @param stored without an instant if the zone changes
 */
function readInput(
  { clock }: Context,
  value: string | number,
  zone: string,
  stored: StartOrEnd | null,
): StartOrEnd {
  const { local, utc, dateOnly, naive } = readDateTime(value, zone, clock);
  const isTimed = !dateOnly;
  if (naive === undefined) return { local, utc, isInstant: true, isTimed };
  return local === stored?.local && stored.utc !== undefined
    ? { ...stored, isTimed }
    : { local: naive, isTimed };
}

interface ResolvedTime {
  local: string;
  utc: string;
  /** Seconds by which local time was moved out of a gap of the clock. */
  shift: number;
}

/** @throws BadValue if the converted date is outside the calendar */
function resolveTime({ local, utc }: StartOrEnd, timezone: string): ResolvedTime {
  if (utc !== undefined) return { local, utc, shift: 0 };
  const instant = utcOf(local, timezone);
  const existing = localDateTimeOf(instant, timezone);
  const shift = existing === local ? 0 : secondsOf(existing) - secondsOf(local);
  return { local: existing, utc: instant, shift };
}

const atLocal = (date: StartOrEnd, local: string): StartOrEnd => (local === date.local ? date : { local });

/** @throws BadValue if a converted date is outside the calendar */
function deriveTimes(timezone: string, allDay: boolean, from: StartOrEnd, to: StartOrEnd): Times {
  const start = resolveTime(allDay ? atLocal(from, startOfDay(from.local)) : from, timezone);
  let end = resolveTime(allDay ? atLocal(to, endOfDay(to.local)) : to, timezone);
  // If the start is moved out of a gap, the end moves too if it would otherwise be before the start.
  if (start.shift > 0 && end.utc < start.utc && to.local >= from.local && !to.isInstant)
    end = resolveTime({ local: dateTimeFromSeconds(secondsOf(end.local) + start.shift) }, timezone);
  return {
    timezone,
    allDay,
    startLocal: start.local,
    endLocal: end.local,
    startUtc: start.utc,
    endUtc: end.utc,
  };
}

/** The times of an event of a series. @param start local time in its zone @throws BadValue outside the calendar */
export function timesAt({ timezone, allDay, duration }: Omit<Plan, 'rule'>, start: string): Times {
  const end = dateTimeFromSeconds(secondsOf(start) + duration);
  return deriveTimes(timezone, allDay, { local: start }, { local: end });
}

/** The duration in local seconds. */
export const durationOf = ({ startLocal, endLocal }: Pick<Times, 'startLocal' | 'endLocal'>): number =>
  secondsOf(endLocal) - secondsOf(startLocal);
