import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { endOfDay, startOfDay } from '../../lib/dates.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { canonicalZone, localDateTimeOf, utcOf } from '../../lib/zones.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';

/**
 * When an event happens, as it is stored: the wall clock and the zone are the truth, UTC is derived
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
  allDay?: boolean | null | undefined;
  startDate?: string | number | null | undefined;
  endDate?: string | number | null | undefined;
}

/** Whether an input says when the event is. */
export const saysWhen = ({ timezone, allDay, startDate, endDate }: TimesInput): boolean =>
  (timezone ?? allDay ?? startDate ?? endDate ?? null) !== null;

/** A start or end before it is converted: as sent, or as stored. */
interface StartOrEnd {
  wall: string;
  /** The instant, if it is known in addition to the clock, which shows one hour twice in autumn. */
  utc?: string | undefined;
  /** Whether the instant itself was sent; then it is stored as it is. */
  isSent?: boolean;
  /** Whether a time of day was sent. */
  isTimed?: boolean;
}

/**
 * The times after a create (no `current`) or a change (rules#dates). A naive date is read from the clock of
 * the event's zone, an instant is kept. One date alone is applied; a zone alone keeps the wall clock.
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
  const [startDate, endDate] = [input.startDate ?? undefined, input.endDate ?? undefined];
  const timezone =
    typeof zone === 'string'
      ? await checks.run('timezone', canonicalZone, zone === '' ? site : zone)
      : (current?.timezone ?? site);
  // The dates are checked even when the zone is unknown.
  const inZone = timezone ?? 'UTC';
  const kept = current?.timezone === inZone ? current : null;
  const start =
    startDate === undefined
      ? current && { wall: current.startLocal, utc: kept?.startUtc }
      : await checks.run(
          'startDate',
          sentMoment,
          context,
          startDate,
          inZone,
          kept?.startLocal,
          kept?.startUtc,
        );
  const end =
    endDate === undefined
      ? current && { wall: current.endLocal, utc: kept?.endUtc }
      : await checks.run('endDate', sentMoment, context, endDate, inZone, kept?.endLocal, kept?.endUtc);
  if (timezone === undefined || !start || !end) return undefined;
  const isTimed = start.isTimed || end.isTimed;
  const allDay = input.allDay ?? (isTimed ? false : (current?.allDay ?? false));
  const changed = startDate === undefined ? 'endDate' : 'startDate';
  const times = await checks.run(changed, derive, timezone, allDay, start, end);
  if (!times || times.startUtc <= times.endUtc) return times;
  // When one date was refused, the order of the two cannot be checked.
  if (!checks.failed('timezone', 'allDay', 'startDate', 'endDate'))
    checks.add(endDate === undefined ? 'startDate' : 'endDate', 'the event would end before it starts');
  return undefined;
}

/** A date as it was sent. When neither wall clock nor zone changes, the stored instant is kept. */
function sentMoment(
  { now }: Context,
  value: string | number,
  zone: string,
  local: string | undefined,
  utc: string | undefined,
): StartOrEnd {
  const read = readDateTime(value, zone, now);
  const isTimed = !read.dateOnly;
  if (read.named === undefined) return { wall: read.wall, utc: read.utc, isSent: true, isTimed };
  return read.wall === local ? { wall: local, utc, isTimed } : { wall: read.named, isTimed };
}

interface Settled {
  local: string;
  utc: string;
  /** By how many seconds the clock was moved out of a gap. */
  moved: number;
}

/** @throws BadValue for a date that is outside the calendar once it is converted */
function settle({ wall, utc: known }: StartOrEnd, timezone: string): Settled {
  if (known !== undefined) return { local: wall, utc: known, moved: 0 };
  const utc = utcOf(wall, timezone);
  const local = localDateTimeOf(utc, timezone);
  return { local, utc, moved: local === wall ? 0 : secondsOf(local) - secondsOf(wall) };
}

const onDay = (moment: StartOrEnd, wall: string): StartOrEnd => (wall === moment.wall ? moment : { wall });

/** @throws BadValue for dates that are outside the calendar once they are converted */
function derive(timezone: string, allDay: boolean, from: StartOrEnd, to: StartOrEnd): Times {
  const start = settle(allDay ? onDay(from, startOfDay(from.wall)) : from, timezone);
  let end = settle(allDay ? onDay(to, endOfDay(to.wall)) : to, timezone);
  // When the start is moved out of a gap of the clock, the end moves too if it would now be before the start.
  if (start.moved > 0 && end.utc < start.utc && to.wall >= from.wall && !to.isSent)
    end = settle({ wall: dateTimeFromSeconds(secondsOf(end.local) + start.moved) }, timezone);
  return {
    timezone,
    allDay,
    startLocal: start.local,
    endLocal: end.local,
    startUtc: start.utc,
    endUtc: end.utc,
  };
}
