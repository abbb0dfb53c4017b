import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { LRUCache } from 'lru-cache';
import moment from 'moment-timezone';
import { dateTimeFromIso, dateTimeFromSeconds, secondsOf } from './date-time.ts';
import { BadValue } from './errors.ts';
import { fixedOffset, formatOffset } from './fixed-offsets.ts';
import { windowsZone } from './windows-zones.ts';

const spelling = new Map(moment.tz.names().map((name) => [name.toLowerCase(), name]));

/** A zone name in the spelling of the tz database, from any case. */
export const zoneName = (text: string): string | undefined => spelling.get(text.toLowerCase());

/**
 * The text to store for a time zone: a tz database name in its own spelling, or a fixed offset as typed (rules#zones);
 * undefined for other texts. A space before an offset is a plus that form decoding turned into a space.
 */
export const findZone = (text: string): string | undefined => {
  const typed = text
    .replace(/^ (?=\d\d:?\d\d$)/, '+')
    .trim()
    .replace(' ', '+');
  return fixedOffset(typed) === undefined ? zoneName(typed) : typed;
};

const MAX_SUGGESTIONS = 3;

/**
 * Suggests zone names for a mistyped one: those with the same place (`Berlin`), else similar spellings; may be empty.
 */
export function similarZoneNames(text: string): string[] {
  const typed = text.replaceAll(' ', '_').toLowerCase();
  const place = `/${typed.slice(typed.lastIndexOf('/') + 1)}`;
  const names = [...spelling.values()];
  const samePlace = names.filter((name) => name.toLowerCase().endsWith(place));
  return (samePlace.length > 0 ? samePlace : suggestionList(typed, names)).slice(0, MAX_SUGGESTIONS);
}

/** As {@link findZone}. @throws BadValue for a text that is not a time zone */
export const canonicalZone = (text: string): string => {
  const zone = findZone(text);
  if (zone !== undefined) return zone;
  const ofWindows = windowsZone(text);
  if (ofWindows !== undefined)
    throw new BadValue(`"${text.trim()}" is a Windows time zone name: send ${ofWindows}.`);
  const near = similarZoneNames(text.trim());
  throw new BadValue(
    `"${text.slice(0, 60)}" is not a time zone${near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : ''}: ` +
      'use a name such as Europe/Rome, or UTC with an offset of at most 14 hours such as UTC+2.',
  );
};

/** The name of a stored zone for Temporal. @throws BadValue for an unknown zone */
const temporalName = (zone: string): string => {
  const offset = fixedOffset(zone);
  if (offset !== undefined) return formatOffset(offset, ':');
  if (zoneName(zone) === undefined) throw new BadValue(`"${zone}" is not a known time zone.`);
  return zone;
};

/**
 * Converts local time to UTC, both `YYYY-MM-DD HH:MM:SS` (rules#dates). Moves forward out of a spring gap; uses the
 * first instant in an autumn overlap.
 * @throws BadValue for an unknown zone, a malformed text or a result outside the years 0001-9999
 */
export const utcOf = (local: string, zone: string): string => {
  // Refuses other forms even if the zone is UTC.
  secondsOf(local);
  if (zone === 'UTC') return local;
  const there = Temporal.PlainDateTime.from(local).toZonedDateTime(temporalName(zone));
  return dateTimeFromSeconds(there.epochMilliseconds / 1000);
};

/** Converts UTC to local time, both `YYYY-MM-DD HH:MM:SS`. @throws BadValue as {@link utcOf} */
export const localDateTimeOf = (utc: string, zone: string): string => {
  if (zone === 'UTC') return utc;
  return dateTimeFromIso(Temporal.Instant.from(`${utc}Z`).toString({ timeZone: temporalName(zone) }));
};

/**
 * The tz database abbreviation of a zone (`CET`, `EDT`, `-03`). The platform has such names per locale only, so they
 * come from moment-timezone. Its data end in 2037 and can differ from the platform's; then the last name with this
 * offset applies.
 * @param instant seconds since 1970
 * @param offset seconds ahead of UTC at that instant
 */
const abbreviationOf = (name: string, instant: number, offset: number): string | undefined => {
  const zone = moment.tz.zone(name);
  if (!zone) return undefined;
  const fits = (west: number): boolean => Math.abs(west * 60 + offset) < 60;
  if (fits(zone.utcOffset(instant * 1000))) return zone.abbr(instant * 1000);
  const now = zone.untils.findIndex((until) => instant * 1000 < until);
  return zone.abbrs[zone.offsets.findLastIndex((west, i) => i <= now && fits(west))];
};

/** Computing one takes six times as long as a cache hit, and the same events repeat. */
const abbreviations = new LRUCache<string, string>({ max: 5_000 });

/**
 * The tz database abbreviation of a zone at `local` and `utc`, both `YYYY-MM-DD HH:MM:SS`: `CET`, `EDT`, `IST`, `-03`;
 * a fixed offset returns its own text (rules#zones).
 */
export function zoneAbbreviation(local: string, utc: string, zone: string): string {
  const key = `${zone} ${local} ${utc}`;
  const cached = abbreviations.get(key);
  if (cached !== undefined) return cached;
  const instant = secondsOf(utc);
  const offset = secondsOf(local) - instant;
  const unnamed = fixedOffset(zone) === undefined ? formatOffset(offset, '').replace(/00$/, '') : zone;
  const name = abbreviationOf(zone, instant, offset) ?? unnamed;
  abbreviations.set(key, name);
  return name;
}

/**
 * Formats an instant as RFC 3339, `2031-04-05T14:00:00+02:00`, from local time and UTC, both `YYYY-MM-DD HH:MM:SS`. RFC
 * 3339 offsets have no seconds, so instants before the standard time of a zone are in UTC (rules#dates).
 */
export const instantOf = (local: string, utc: string): string => {
  const offset = secondsOf(local) - secondsOf(utc);
  const clock = (text: string): string => `${text.slice(0, 10)}T${text.slice(11)}`;
  return offset % 60 === 0 ? clock(local) + formatOffset(offset, ':') : `${clock(utc)}Z`;
};
