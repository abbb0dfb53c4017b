/** Wall clocks and UTC by Intl, independent of the service's own date code under test. */

const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD HH:MM:SS` of milliseconds since 1970, in UTC. */
export const text = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
/** Milliseconds since 1970 of `YYYY-MM-DD HH:MM:SS` read as UTC. */
export const millis = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`);

/** Minutes that a zone is ahead of UTC at an instant; `UTC+5.5` is understood too. */
export function offsetAt(ms: number, zone: string): number {
  const fixed = /^UTC([+-]\d+(?:\.\d+)?)$/.exec(zone);
  if (fixed) return Number(fixed[1]) * 60;
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(ms);
  return Math.round((millis(shown) - ms) / 60_000);
}

/** The UTC instant of a wall clock; not valid in the hours around a clock change. */
export function utcOf(local: string, zone: string): string {
  const asUtc = millis(local);
  const guess = asUtc - offsetAt(asUtc, zone) * 60_000;
  return text(asUtc - offsetAt(guess, zone) * 60_000);
}

const offsetText = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;

/** The offset at a wall clock, such as `+05:30`. */
export const isoOffset = (local: string, zone: string): string =>
  offsetText(Math.round((millis(local) - millis(utcOf(local, zone))) / 60_000));

/** A wall clock and the same instant in UTC as one text: `2027-06-12T20:00:00+02:00`. */
export const instant = (local: string, utc: string): string =>
  `${local.replace(' ', 'T')}${offsetText((millis(local) - millis(utc)) / 60_000)}`;

/** The six parts of a date as the API shows them. */
export const details = (local: string) => {
  const [year, month, day, hour, minutes, seconds] = local.split(/[- :]/);
  return { year, month, day, hour, minutes, seconds };
};
