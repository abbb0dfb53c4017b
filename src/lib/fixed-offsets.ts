const MAX_OFFSET = 14 * 3600;

/**
 * Reads `UTC+2`, `UTC-5.5`, `UTC+05:30`, `+02:00` or `+0200` as seconds east of Greenwich; undefined for other texts
 * and beyond 14 hours.
 */
export const fixedOffset = (zone: string): number | undefined => {
  const match = /^(?:UTC([+-])(\d{1,2})(?:\.(\d{1,2})|:(\d{2}))?|([+-])(\d{2})(?::?(\d{2}))?)$/.exec(zone);
  if (!match) return undefined;
  const [, sign = match[5], hours = match[6], fraction, minutes = match[7] ?? '0'] = match;
  if (Number(minutes) > 59) return undefined;
  const seconds = Number(hours) * 3600 + (fraction ? Number(`0.${fraction}`) * 3600 : Number(minutes) * 60);
  if (seconds > MAX_OFFSET || seconds % 60 !== 0) return undefined;
  return sign === '-' && seconds > 0 ? -seconds : seconds;
};

const pad = (value: number): string => String(value).padStart(2, '0');

/** Formats an offset as `+02:00`, or without a colon as `+0200`. @param offset whole minutes, in seconds */
export const formatOffset = (offset: number, colon: string): string => {
  const minutes = Math.trunc(Math.abs(offset) / 60);
  return `${offset < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60))}${colon}${pad(minutes % 60)}`;
};
