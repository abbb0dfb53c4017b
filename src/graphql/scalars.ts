import type { ScalarParsers } from '../contract/params.ts';
import { BadValue } from '../errors.ts';
import { parseCost } from '../kernel/cost.ts';
import { readDateTime } from '../kernel/read-date.ts';
import { truthy } from '../kernel/truthy.ts';
import { httpUrl } from '../kernel/url.ts';
import { type Called, called, type LinkInput, linkReader } from './links.ts';

const INT_MAX = 2 ** 31 - 1;
const MAX_NAME = 200;

/** An id as number. @throws BadValue for fractions, negative numbers and what the database cannot hold */
export function wholeNumber(value: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= INT_MAX) return value;
  throw new BadValue('An id must be a whole number from 0 to 2147483647.');
}

/** A name or id as text: trimmed, not empty, and something that can be stored. */
function name(value: string): string {
  const text = value.trim();
  if (text === '') throw new BadValue('The text must not be empty.');
  if (text.length > MAX_NAME) throw new BadValue(`The text must be at most ${MAX_NAME} characters long.`);
  if (text.includes('\0')) throw new BadValue('The text has a character that cannot be stored.');
  return text;
}

/** The syntax is checked in UTC; the resource reads the value in the zone that it is meant in. */
function dateInput(value: unknown): string | number {
  if (typeof value !== 'string' && typeof value !== 'number') throw new BadValue('A date must be a text or a number.');
  readDateTime(value, 'UTC', new Date());
  return value;
}

function reference(value: unknown): string | number {
  if (typeof value === 'number') return wholeNumber(value);
  if (typeof value === 'string') return name(value);
  throw new BadValue('Use an id as number, or a name as text.');
}

/** Also the object that an event shows of a term. */
function termReference(value: unknown): string | number | Called {
  const id = idOfObject(value);
  return id === undefined ? reference(value) : called(id, { ...Object(value) });
}

function url(value: unknown): string {
  if (typeof value !== 'string') throw new BadValue('An address must be a text.');
  return value.trim() === '' ? '' : httpUrl(value);
}

/** The id of a record that is sent back as it was read; undefined for everything else. */
function idOfObject(value: unknown): number | undefined {
  const id: unknown = typeof value === 'object' && value !== null && Object.hasOwn(value, 'id') ? Reflect.get(value, 'id') : undefined;
  return typeof id === 'number' ? wholeNumber(id) : undefined;
}

const addressIn = (value: unknown): string | undefined => {
  const address: unknown = Reflect.get(Object(value), 'url');
  return typeof address === 'string' && address.trim() !== '' ? httpUrl(address) : undefined;
};

/** `false` is what REST shows for "no image", so it is understood when a record is sent back. */
function image(value: unknown): string | number {
  if (value === false || value === 0) return '';
  if (typeof value === 'number') return wholeNumber(value);
  const id = idOfObject(value);
  // The address says more than the number, which on another site is another picture's.
  if (id !== undefined) return addressIn(value) ?? id;
  if (typeof value !== 'string') throw new BadValue('An image must be an id, an address, or an object with an integer id.');
  const text = value.trim();
  return /^\d+$/.test(text) ? image(Number(text)) : url(text);
}

/**
 * Readers of the custom scalars, for GraphQL and REST alike. All are idempotent: REST checks a value, and GraphQL reads it again.
 * @param linkInput the input type by which objects inside VenueLinks and OrganizerLinks are checked; asked for when one comes
 */
export const createScalars = (linkInput: (name: string) => LinkInput): ScalarParsers => ({
  DateTime: (value) => value,
  LocalDateTime: (value) => value,
  JSON: (value) => value,
  DateInput: dateInput,
  TermRef: termReference,
  UserRef: reference,
  Truthy: truthy,
  CostInput: parseCost,
  Url: url,
  ImageInput: image,
  VenueLinks: linkReader(() => linkInput('CreateVenueInput')),
  OrganizerLinks: linkReader(() => linkInput('CreateOrganizerInput')),
});
