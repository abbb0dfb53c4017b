import { LRUCache } from 'lru-cache';
import { dateTimeFromIso, dateTimeFromSeconds, secondsOf } from './date-time.ts';
import { BadValue } from './errors.ts';
import { fixedOffset, signed } from './fixed-offsets.ts';
import { windowsZone } from './windows-zones.ts';
import { abbreviationOf, nearZones, zoneName } from './zone-names.ts';

/**
 * The text to store for a time zone: a name of the tz database in its own spelling, or a fixed offset as
 * typed (rules#zones); undefined for anything else. A blank where a plus must have been is a plus lost in form
 * decoding.
 */
export const findZone = (text: string): string | undefined => {
  const typed = text
    .replace(/^ (?=\d\d:?\d\d$)/, '+')
    .trim()
    .replace(' ', '+');
  return fixedOffset(typed) === undefined ? zoneName(typed) : typed;
};

/** As {@link findZone}. @throws BadValue for what is no time zone */
export const canonicalZone = (text: string): string => {
  const zone = findZone(text);
  if (zone !== undefined) return zone;
  const ofWindows = windowsZone(text);
  if (ofWindows !== undefined)
    throw new BadValue(`"${text.trim()}" is the name that Windows has for a time zone: send ${ofWindows}.`);
  const near = nearZones(text.trim());
  throw new BadValue(
    `"${text.slice(0, 60)}" is not a time zone${near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : ''}: ` +
      'use a name such as Europe/Rome, or UTC with an offset of at most 14 hours such as UTC+2.',
  );
};

/** A zone by the name that Temporal has for it. @throws BadValue for an unknown zone */
const temporalName = (zone: string): string => {
  const offset = fixedOffset(zone);
  if (offset !== undefined) return signed(offset, ':');
  if (zoneName(zone) === undefined) throw new BadValue(`"${zone}" is not a known time zone.`);
  return zone;
};

/**
 * The UTC of local time, both `YYYY-MM-DD HH:MM:SS` (rules#dates: a spring gap moves forward, an autumn
 * overlap takes the first).
 * @throws BadValue for an unknown zone, a malformed text or a result outside the years 0001-9999
 */
export const utcOf = (local: string, zone: string): string => {
  // Any other form is refused, even where the zone is UTC.
  secondsOf(local);
  if (zone === 'UTC') return local;
  const there = Temporal.PlainDateTime.from(local).toZonedDateTime(temporalName(zone));
  return dateTimeFromSeconds(there.epochMilliseconds / 1000);
};

/** Local time of a zone at a UTC, both `YYYY-MM-DD HH:MM:SS`. @throws BadValue as {@link utcOf} */
export const localDateTimeOf = (utc: string, zone: string): string => {
  if (zone === 'UTC') return utc;
  return dateTimeFromIso(Temporal.Instant.from(`${utc}Z`).toString({ timeZone: temporalName(zone) }));
};

/** Computing one takes six times as long as reading it of the cache, and the same events come again and again. */
const abbreviations = new LRUCache<string, string>({ max: 5_000 });

/**
 * The tz database's abbreviation for a zone whose clock shows `local` at `utc`, both `YYYY-MM-DD HH:MM:SS`:
 * `CET`, `EDT`, `IST`, `-03`; a fixed offset answers its own text (rules#zones).
 */
export function zoneAbbreviation(local: string, utc: string, zone: string): string {
  const key = `${zone} ${local} ${utc}`;
  const cached = abbreviations.get(key);
  if (cached !== undefined) return cached;
  const instant = secondsOf(utc);
  const offset = secondsOf(local) - instant;
  const unnamed = fixedOffset(zone) === undefined ? signed(offset, '').replace(/00$/, '') : zone;
  const name = abbreviationOf(zone, instant, offset) ?? unnamed;
  abbreviations.set(key, name);
  return name;
}

/**
 * An instant as RFC 3339, from what a clock shows and its UTC, both `YYYY-MM-DD HH:MM:SS`:
 * `2031-04-05T14:00:00+02:00`. That has no seconds in offsets, so an instant before the standard time of its zone is
 * in UTC (rules#dates).
 */
export const instantOf = (local: string, utc: string): string => {
  const offset = secondsOf(local) - secondsOf(utc);
  const clock = (text: string): string => `${text.slice(0, 10)}T${text.slice(11)}`;
  return offset % 60 === 0 ? clock(local) + signed(offset, ':') : `${clock(utc)}Z`;
};
