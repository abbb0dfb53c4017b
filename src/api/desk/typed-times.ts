import { readTime } from '../../lib/date-parts.ts';
import { SECONDS_PER_DAY } from '../../lib/date-time.ts';
import { BadValue } from '../../lib/errors.ts';
import { readDateTime } from '../../lib/read-date.ts';

/**
 * Reads a typed day as `YYYY-MM-DD`, in the forms of the APIs; null for an unreadable one.
 * @param now the current time
 */
export function readDay(text: string, now: Date): string | null {
  try {
    const { local, dateOnly } = readDateTime(text, 'UTC', { now });
    return dateOnly ? local.slice(0, 10) : null;
  } catch (error) {
    if (error instanceof BadValue) return null;
    throw error;
  }
}

const TIME = /^(\d{1,2})(?:[:.h](\d\d)(?::(\d\d))?)?\s*(?:([ap])\.?m\.?|h|uhr)?$/i;

/** Reads a typed time of day as `HH:MM:SS`, such as `20:00`, `20.00`, `20h` or `8 pm`; null for an unreadable one. */
export function readClock(text: string): string | null {
  const [, hour, minute, second, half] = TIME.exec(text) ?? [];
  if (hour === undefined) return null;
  try {
    const seconds = readTime(hour, minute, second, half?.toLowerCase());
    if (seconds >= SECONDS_PER_DAY) return null;
    return new Temporal.PlainTime(0).add({ seconds }).toString({ smallestUnit: 'second' });
  } catch (error) {
    if (error instanceof BadValue) return null;
    throw error;
  }
}
