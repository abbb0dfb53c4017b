import { parseCost } from '../../lib/cost.ts';
import { BadValue } from '../../lib/errors.ts';
import { LARGEST_ID } from '../../lib/ids.ts';
import { isObject, property } from '../../lib/object.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { httpUrl } from '../../lib/url.ts';
import type { ScalarParsers } from '../contract/params.ts';
import { linkTo, type NamedReference, readLinks } from './links.ts';

const MAX_NAME_LENGTH = 200;
const YES: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on', 'y']);

/**
 * Whether a parameter means yes: `true`, `1`, `yes`, `on`, `y` in any case (rules#yes). Everything else means no;
 * never throws.
 */
export const truthy = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && YES.has(value.trim().toLowerCase()));

/** Reads an id. @throws BadValue for fractions, negative numbers and numbers beyond the range of the database */
function wholeNumber(value: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= LARGEST_ID) return value;
  throw new BadValue(`An id must be a whole number from 0 to ${LARGEST_ID}.`);
}

/** Reads a name or id as text: trimmed, not empty, storable. */
function nameText(value: string): string {
  const text = value.trim();
  if (text === '') throw new BadValue('The text must not be empty.');
  if (text.length > MAX_NAME_LENGTH)
    throw new BadValue(`The text must be at most ${MAX_NAME_LENGTH} characters long.`);
  if (text.includes('\0')) throw new BadValue('The text has a character that cannot be stored.');
  return text;
}

/** Reference for the syntax check of relative dates; in a leap year, which has every day. */
const REFERENCE_DATE = new Date('2024-01-01T00:00:00Z');

/** Checks only the syntax, in UTC; the resource reads the value in the intended zone. */
function dateInput(value: unknown): string | number {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new BadValue('A date must be text or a number.');
  readDateTime(value, 'UTC', { now: REFERENCE_DATE });
  return value;
}

const NO_REFERENCE = 'Use an id as number, or a name as text.';
/** Reads a record in a filter. @returns the form of inputs such as VenueBy */
function reference(value: unknown): { databaseId: number } | { text: string } {
  if (typeof value === 'number') return { databaseId: wholeNumber(value) };
  if (typeof value === 'string') return { text: nameText(value) };
  throw new BadValue(NO_REFERENCE);
}

/** Reads a term, also as the object in which an event shows it. @returns the form of CategoryLink and TagLink */
function termLink(value: unknown): { databaseId: number } | { text: string } | { record: NamedReference } {
  if (typeof value === 'number') return { databaseId: wholeNumber(value) };
  if (typeof value === 'string') return { text: nameText(value) };
  const id = idOfObject(value);
  if (id === undefined) throw new BadValue(NO_REFERENCE);
  return linkTo(id, { ...Object(value) });
}

function url(value: unknown): string {
  if (typeof value !== 'string') throw new BadValue('An address must be text.');
  return value.trim() === '' ? '' : httpUrl(value);
}

/** The id of an object in the form of a response; undefined for everything else. */
function idOfObject(value: unknown): number | undefined {
  const id = property(value, 'id');
  return typeof id === 'number' ? wholeNumber(id) : undefined;
}

const addressIn = (value: unknown): string | undefined => {
  const address = property(value, 'url');
  return typeof address === 'string' && address.trim() !== '' ? httpUrl(address) : undefined;
};

/**
 * Reads an image. REST shows `false` for no image, so that is accepted when a client sends a record back.
 * @returns the form of ImageLink, null for none
 */
function imageLink(value: unknown): { databaseId: number } | { url: string } | null {
  if (value === false || value === 0) return null;
  if (typeof value === 'number') return { databaseId: wholeNumber(value) };
  const id = idOfObject(value);
  // The URL decides, because on another site the id belongs to another image.
  const address = id === undefined ? undefined : addressIn(value);
  if (address !== undefined) return { url: address };
  if (id !== undefined) return { databaseId: id };
  if (typeof value !== 'string')
    throw new BadValue('An image must be an id, an address, or an object with an integer id.');
  const text = value.trim();
  if (/^\d+$/.test(text)) return imageLink(Number(text));
  return text === '' ? null : { url: url(text) };
}

/** Maximum characters of a rule or of dates as text. */
const MAX_RECURRENCE_LENGTH = 25_000;
const RECURRENCE_FORMS = 'Use a rule such as FREQ=WEEKLY;COUNT=10, or a list of dates.';

function plannedDate(value: unknown): string | number {
  try {
    return dateInput(value);
  } catch (error) {
    throw error instanceof BadValue
      ? new BadValue(`${RECURRENCE_FORMS} ${error.message}`, error.code)
      : error;
  }
}

/**
 * Reads a recurrence in one of the forms of REST, or in that of GraphQL. A rule has `=`, which no date has.
 * @returns the form of RecurrenceInput, null for an event without recurrence
 */
function recurrence(value: unknown): { rule: string } | { dates: (string | number)[] } | null {
  if (isObject(value)) return recurrence(value.rule ?? value.dates);
  const isList = Array.isArray(value);
  if (!isList && typeof value !== 'string') throw new BadValue(RECURRENCE_FORMS);
  if (!isList && value.length > MAX_RECURRENCE_LENGTH)
    throw new BadValue(`A recurrence must be at most ${MAX_RECURRENCE_LENGTH} characters long.`);
  if (!isList && value.includes('=')) return { rule: value.trim() };
  const texts: readonly unknown[] = isList ? value : value.split(',');
  const dates = texts.filter((text) => typeof text !== 'string' || text.trim() !== '').map(plannedDate);
  return dates.length > 0 ? { dates } : null;
}

const price = (value: unknown): string => {
  if (typeof value !== 'number' && typeof value !== 'string')
    throw new BadValue('A price must be a number or text.');
  return parseCost(value)[0] ?? '';
};

/**
 * Readers of the custom scalars, for GraphQL and REST. All are idempotent, because GraphQL reads values again that
 * REST has checked; readers for REST alone return the form of the GraphQL type.
 */
export const SCALARS: ScalarParsers = {
  DateTime: (value) => value,
  LocalDateTime: (value) => value,
  JSON: (value) => value,
  DateInput: dateInput,
  TermRef: reference,
  RecordRef: reference,
  TermLink: termLink,
  Truthy: truthy,
  CostInput: parseCost,
  Price: price,
  Url: url,
  ImageInput: imageLink,
  RecurrenceText: recurrence,
  VenueLinks: readLinks,
  OrganizerLinks: readLinks,
};
