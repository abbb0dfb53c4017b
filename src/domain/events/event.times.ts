import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { endOfDay, startOfDay } from '../../lib/dates.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { canonicalZone, localDateTimeOf, utcOf } from '../../lib/zones.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import type { Plan } from '../series/series.record.ts';

/**
 * When an event happens, as it is stored: local time and the zone are the truth, UTC is derived
 * (rules#dates).
 */
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

export const saysWhen = ({ timezone, isAllDay, start, end }: TimesInput): boolean =>
  (timezone ?? isAllDay ?? start ?? end ?? null) !== null;

/** A start or end before it is converted: from the input, or from the row. */
interface StartOrEnd {
  local: string;
  /** The instant, where local time alone does not say it: clocks show one hour twice in autumn. */
  utc?: string | undefined;
  /** Whether the input is an instant, which is stored as it is. */
  isInstant?: boolean;
  /** Whether the input has a time of day. */
  isTimed?: boolean;
}

/**
 * The times after a create (no `current`) or a change (rules#dates). A naive date is local time in the event's
 * zone, an instant is kept. One date alone is applied; a zone alone keeps local time.
 * @returns undefined when something is wrong; `checks` then has the problem
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
  // The dates are checked even when the zone is unknown.
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
  const times = await checks.run(changed, derive, timezone, allDay, start, end);
  if (!times || times.startUtc <= times.endUtc) return times;
  // When one date was refused, the order of the two cannot be checked.
  if (!checks.failed('timezone', 'isAllDay', 'start', 'end'))
    checks.add(hasEnd ? 'end' : 'start', 'the event would end before it starts');
  return undefined;
}

/**
 * A date of the input. When neither local time nor zone changes, the stored instant is kept.
 * @param stored without an instant when the zone changes
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

interface ResolvedMoment {
  local: string;
  utc: string;
  /** By how many seconds local time was moved out of a gap. */
  moved: number;
}

/** @throws BadValue for a date that is outside the calendar once it is converted */
function resolveMoment({ local, utc }: StartOrEnd, timezone: string): ResolvedMoment {
  if (utc !== undefined) return { local, utc, moved: 0 };
  const instant = utcOf(local, timezone);
  const existing = localDateTimeOf(instant, timezone);
  const moved = existing === local ? 0 : secondsOf(existing) - secondsOf(local);
  return { local: existing, utc: instant, moved };
}

const atLocal = (moment: StartOrEnd, local: string): StartOrEnd =>
  local === moment.local ? moment : { local };

/** @throws BadValue for dates that are outside the calendar once they are converted */
function derive(timezone: string, allDay: boolean, from: StartOrEnd, to: StartOrEnd): Times {
  const start = resolveMoment(allDay ? atLocal(from, startOfDay(from.local)) : from, timezone);
  let end = resolveMoment(allDay ? atLocal(to, endOfDay(to.local)) : to, timezone);
  // When the start is moved out of a gap of the clock, the end moves too if it would now be before the start.
  if (start.moved > 0 && end.utc < start.utc && to.local >= from.local && !to.isInstant)
    end = resolveMoment({ local: dateTimeFromSeconds(secondsOf(end.local) + start.moved) }, timezone);
  return {
    timezone,
    allDay,
    startLocal: start.local,
    endLocal: end.local,
    startUtc: start.utc,
    endUtc: end.utc,
  };
}

/** The times of an event that a series has begin at `start` of its clock. @throws BadValue outside the calendar */
export function timesAt({ timezone, allDay, duration }: Omit<Plan, 'rule'>, start: string): Times {
  const end = dateTimeFromSeconds(secondsOf(start) + duration);
  return derive(timezone, allDay, { local: start }, { local: end });
}

/** How long an event takes, in seconds of its clock. */
export const durationOf = ({ startLocal, endLocal }: Pick<Times, 'startLocal' | 'endLocal'>): number =>
  secondsOf(endLocal) - secondsOf(startLocal);
