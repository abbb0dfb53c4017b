import { DAY, dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { localDateTimeOf } from '../../lib/zones.ts';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/**
 * When something happens, relative to the day on which the calendar is filled: a number of days from today,
 * or a weekday of a week (`fri`: Friday of this week, `fri+2`: of the week after next, `fri-1`: of last
 * week), so that a Saturday market stays on Saturdays.
 */
export type DemoDay = number | Weekday | `${Weekday}${'+' | '-'}${number}`;

/** The day as `YYYY-MM-DD`, on the clock of a zone. */
export function demoDay(day: DemoDay, zone: string, nowUtc: string): string {
  const today = localDateTimeOf(nowUtc, zone);
  return dateTimeFromSeconds(secondsOf(today) + daysFromToday(day, today) * DAY).slice(0, 10);
}

function daysFromToday(day: DemoDay, today: string): number {
  if (typeof day === 'number') return day;
  const weekday = WEEKDAYS.findIndex((name) => day.startsWith(name));
  // 1970-01-01 was a Thursday.
  const now = (Math.floor(secondsOf(today) / DAY) + 3) % 7;
  return Number(day.slice(3)) * 7 + weekday - now;
}
