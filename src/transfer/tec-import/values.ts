import { isObject } from '../../lib/object.ts';

/** A record as an events API sends it. */
export type Row = Readonly<Record<string, unknown>>;

/** A text, or a number as text; undefined for other values. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function idIn(value: unknown): number | undefined {
  const id = numberIn(value);
  return id !== undefined && Number.isInteger(id) && id > 0 ? id : undefined;
}

/** Objects from an object, a list, an empty list or `false`. */
export const rowsIn = (value: unknown): Row[] => [value].flat().filter((one) => isObject(one));

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export function flagIn(value: unknown): boolean | undefined {
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : undefined;
  if (/^(?:true|1|yes|on|y)$/i.test(value)) return true;
  return /^(?:false|0|no|off|n)$/i.test(value) ? false : undefined;
}
