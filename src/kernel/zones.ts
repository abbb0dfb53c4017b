import { BadValue } from '../errors.ts';
import { secondsOf, wallFrom, yearOf } from './civil.ts';
import { type Period, periodsOf, zoneName } from './zone-data.ts';
import { fixedOffset, stretchesOf } from './zone-offsets.ts';

/**
 * The text to store for a time zone: a name of the tz database in its own spelling, or a fixed offset as
 * typed (reference 4.4). A blank where a plus must have been is a plus lost in form decoding. @throws
 * BadValue for anything else
 */
export const canonicalZone = (text: string): string => {
  const typed = text
    .replace(/^ (?=\d\d:?\d\d$)/, '+')
    .trim()
    .replace(' ', '+');
  const zone = fixedOffset(typed) === undefined ? zoneName(typed) : typed;
  if (zone === undefined) {
    throw new BadValue(
      `"${text.slice(0, 60)}" is not a time zone: use a name such as Europe/Rome, or UTC with an offset of at most 14 hours such as UTC+2.`,
    );
  }
  return zone;
};

const offsetAt = (instant: number, utc: string, zone: string): number => {
  for (const stretch of stretchesOf(zone, yearOf(utc))) if (instant < stretch.until) return stretch.offset;
  return 0;
};

/**
 * The UTC offset to use for a wall clock: the earlier instant in an overlap, in a gap the offset before it,
 * which moves the clock forward.
 */
const offsetOf = (clock: number, wall: string, zone: string): number => {
  let before = 0;
  for (const { from, until, offset } of stretchesOf(zone, yearOf(wall))) {
    if (clock - offset < from) return before;
    if (clock - offset < until) return offset;
    before = offset;
  }
  return before;
};

/**
 * The UTC of a wall clock, both `YYYY-MM-DD HH:MM:SS` (decision 13: a spring gap moves forward, an autumn
 * overlap takes the first).
 * @throws BadValue for an unknown zone, a malformed text or a result outside the years 0001-9999
 */
export const utcOf = (wall: string, zone: string): string => {
  const clock = secondsOf(wall);
  const offset = offsetOf(clock, wall, zone);
  return offset === 0 ? wall : wallFrom(clock - offset);
};

/** The wall clock of a zone at a UTC, both `YYYY-MM-DD HH:MM:SS`. @throws BadValue as {@link utcOf} */
export const wallOf = (utc: string, zone: string): string => {
  const instant = secondsOf(utc);
  const offset = offsetAt(instant, utc, zone);
  return offset === 0 ? utc : wallFrom(instant + offset);
};

/**
 * A wall clock that exists: inside a gap moved forward by the gap, otherwise unchanged. @throws BadValue as
 * {@link utcOf}
 */
export const settleWall = (wall: string, zone: string): string => wallOf(utcOf(wall, zone), zone);

const pad = (value: number): string => String(value).padStart(2, '0');

const signed = (offset: number, colon: string): string => {
  const minutes = Math.trunc(Math.abs(offset) / 60);
  return `${offset < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60))}${colon}${pad(minutes % 60)}`;
};

const indexAt = (periods: readonly Period[], instant: number): number => {
  let [low, high] = [0, periods.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (instant < (periods[middle]?.until ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/**
 * The tz database's abbreviation at a UTC `YYYY-MM-DD HH:MM:SS`: `CET`, `EDT`, `IST`, `-03`; a fixed offset
 * answers its own text (decision 36). Intl knows such names only per locale, so they come from the data.
 * @throws BadValue as {@link utcOf}
 */
export const zoneAbbreviation = (utc: string, zone: string): string => {
  if (fixedOffset(zone) !== undefined) return zone;
  const instant = secondsOf(utc);
  const offset = offsetAt(instant, utc, zone);
  const periods = periodsOf(zone);
  // Beyond 2037, or when the data and the runtime disagree, the last period with the right offset has the
  // name.
  for (let i = indexAt(periods, instant); i >= 0; i--) {
    const period = periods[i];
    if (period && Math.abs(period.offset - offset) < 60) return period.abbreviation;
  }
  return signed(offset, '').replace(/00$/, '');
};

/**
 * An instant as RFC 3339, from what a clock shows and its UTC, both `YYYY-MM-DD HH:MM:SS`:
 * `2031-04-05T14:00:00+02:00`.
 */
export const instantOf = (wall: string, utc: string): string =>
  `${wall.slice(0, 10)}T${wall.slice(11)}${signed(secondsOf(wall) - secondsOf(utc), ':')}`;

/**
 * A wall clock as ISO 8601 with its offset: `2031-04-05T14:00:00+02:00`; inside a gap the moved clock.
 * @throws BadValue as {@link utcOf}
 */
export const isoWithOffset = (wall: string, zone: string): string => {
  const utc = utcOf(wall, zone);
  const settled = wallOf(utc, zone);
  return `${settled.slice(0, 10)}T${settled.slice(11)}${signed(secondsOf(settled) - secondsOf(utc), ':')}`;
};
