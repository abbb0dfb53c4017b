import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import moment from 'moment-timezone';

const spelling = new Map(moment.tz.names().map((name) => [name.toLowerCase(), name]));

/** A zone name in any case, as the tz database spells it. */
export const zoneName = (text: string): string | undefined => spelling.get(text.toLowerCase());

const MOST_NEAR = 3;

/** Names of zones that may have been meant: of the same place (`Berlin`), else spelt nearly so; often none. */
export function nearZones(text: string): string[] {
  const typed = text.replaceAll(' ', '_').toLowerCase();
  const place = `/${typed.slice(typed.lastIndexOf('/') + 1)}`;
  const names = [...spelling.values()];
  const there = names.filter((name) => name.toLowerCase().endsWith(place));
  return (there.length > 0 ? there : suggestionList(typed, names)).slice(0, MOST_NEAR);
}

/**
 * The abbreviation in the tz database (`CET`, `EDT`, `-03`) of a zone at an instant, in seconds since 1970,
 * when its clocks are `offset` seconds ahead of UTC. The platform knows such names only per locale, so they
 * come from the package's data. These end in 2037 and may follow other rules than the platform; then the last
 * name that was used with this offset counts.
 */
export const abbreviationOf = (name: string, instant: number, offset: number): string | undefined => {
  const zone = moment.tz.zone(name);
  if (!zone) return undefined;
  const fits = (west: number): boolean => Math.abs(west * 60 + offset) < 60;
  if (fits(zone.utcOffset(instant * 1000))) return zone.abbr(instant * 1000);
  const now = zone.untils.findIndex((until) => instant * 1000 < until);
  return zone.abbrs[zone.offsets.findLastIndex((west, i) => i <= now && fits(west))];
};
