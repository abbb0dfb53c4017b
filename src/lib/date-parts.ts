import { assertSupportedYear, SECONDS_PER_DAY } from './date-time.ts';
import { BadValue } from './errors.ts';
import { fixedOffset } from './fixed-offsets.ts';

/** Reads a date from its parts. @throws BadValue for a date that does not exist */
export const dateFromParts = (
  year: string | number,
  month: string | number,
  day: string | number,
): Temporal.PlainDate => {
  const [m, d] = [Number(month), Number(day)];
  const first = assertSupportedYear(new Temporal.PlainDate(Number(year), 1, 1));
  if (m < 1 || m > 12) throw new BadValue(`There is no month ${m}.`);
  const date = first.with({ month: m });
  if (d < 1 || d > date.daysInMonth) throw new BadValue(`Month ${m} of ${first.year} has no day ${d}.`);
  return date.with({ day: d });
};

/**
 * Reads a time of day as seconds since midnight; 24:00:00 is the end of the day.
 * @param half `a` or `p` of a 12-hour clock
 * @throws BadValue for hour 25, minute 60 and the like
 */
export const readTime = (hour: string | undefined, minute = '0', second = '0', half?: string): number => {
  let h = Number(hour);
  const [m, s] = [Number(minute), Number(second)];
  if (half !== undefined) {
    if (h < 1 || h > 12) throw new BadValue(`There is no hour ${h} ${half}m.`);
    h = (h % 12) + (half.startsWith('p') ? 12 : 0);
  }
  const seconds = h * 3600 + m * 60 + s;
  if (m > 59 || s > 59 || seconds > SECONDS_PER_DAY)
    throw new BadValue(`There is no time ${hour}:${minute}${second === '0' ? '' : `:${second}`}.`);
  return seconds;
};

/**
 * Reads `Z`, `UTC`, `GMT`, `+02:00`, `-0330` or `+02` as seconds east of Greenwich; a leading space is a plus that form
 * decoding turned into a space.
 * @throws BadValue beyond 14 hours
 */
export const readOffset = (text: string): number => {
  if (/^ ?(?:z|utc|gmt)$/i.test(text)) return 0;
  const offset = fixedOffset(text.replace(/^ (?=\d)/, '+').trim());
  if (offset === undefined) throw new BadValue(`There is no offset ${text.trim()} from UTC.`);
  return offset;
};
