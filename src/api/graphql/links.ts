import { BadValue } from '../../lib/errors.ts';
import { LARGEST_ID } from '../../lib/ids.ts';
import { isObject } from '../../lib/object.ts';

/**
 * A record by id, with the name or slug in the same object: a record of another site could have the id of an
 * unrelated record here (rules#inline-records).
 */
export interface NamedReference {
  readonly id: number;
  readonly name?: string;
  readonly slug?: string;
}

const NAMES = ['venue', 'organizer', 'name'] as const;

/** A link to an existing record, in GraphQL form: by its id, plus the name or slug if the object has one. */
export function linkTo(
  id: number,
  object: Readonly<Record<string, unknown>>,
): { databaseId: number } | { record: NamedReference } {
  const text = (key: string): string => (typeof object[key] === 'string' ? object[key].trim() : '');
  const name = NAMES.map(text).find((value) => value !== '');
  const slug = text('slug');
  return name || slug ? { record: { id, ...(name && { name }), ...(slug && { slug }) } } : { databaseId: id };
}

/** The normal form of a link, that of VenueLink and OrganizerLink. */
type RecordLink =
  | { readonly databaseId: number }
  | { readonly text: string }
  | { readonly record: NamedReference }
  | { readonly create: Readonly<Record<string, unknown>> };

const MAX_LINKS = 50;

const tooManyLinks = (): BadValue => new BadValue(`At most ${MAX_LINKS} can be given.`);
const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0 || value === '0';

/** Reads ids: a number, or a comma-separated text. Skips 0. */
function readIds(value: number | string): number[] {
  const ids: number[] = [];
  for (const part of String(value).split(',')) {
    const text = part.trim();
    const id = /^\d*$/.test(text) ? Number(text) : Number.NaN;
    if (!(id <= LARGEST_ID)) throw new BadValue(`"${text.slice(0, 40)}" is not an id.`);
    if (id !== 0) ids.push(id);
  }
  return ids;
}

const MAX_NAME_LENGTH = 1_000;
const IDS = /^[\d\s,]*$/;

/** One slug or name. @throws BadValue */
function readName(text: string): RecordLink {
  if (text.length > MAX_NAME_LENGTH)
    throw new BadValue(`A name must be at most ${MAX_NAME_LENGTH} characters long.`);
  return { text };
}

/**
 * Reads slugs, names and ids: comma-separated in a single text, but one per text of a list, where a name may have
 * commas.
 */
const readTexts = (value: string, inList: boolean): RecordLink[] =>
  (inList ? [value.trim()] : value.split(',').map((part) => part.trim())).flatMap((text) =>
    IDS.test(text) ? readIds(text).map((id) => ({ databaseId: id })) : [readName(text)],
  );

/** The link in an object; none if the object is empty. */
function linksOf(value: Record<string, unknown>): RecordLink[] {
  const keys = Object.keys(value);
  if (keys.length === 0) return [];
  if (!Object.hasOwn(value, 'id')) return [{ create: value }];
  const { id } = value;
  if (isEmptyValue(id) && keys.length === 1) return [];
  const [only, ...more] = typeof id === 'number' || typeof id === 'string' ? readIds(id) : [];
  if (only === undefined || more.length > 0) throw new BadValue('The id of an object must be one id.');
  return [linkTo(only, value)];
}

/**
 * Reads VenueLinks or OrganizerLinks: an id, a text with ids, slugs or names, an object of parsed fields, or a list
 * of these.
 * @throws BadValue
 */
export function readLinks(value: unknown): readonly RecordLink[] {
  const isList = Array.isArray(value);
  const isEmpty = value === undefined || value === null;
  const all: readonly unknown[] = isList ? value : isEmpty ? [] : [value];
  if (all.length > MAX_LINKS) throw tooManyLinks();
  const links: RecordLink[] = [];
  for (const one of all) {
    if (isObject(one)) links.push(...linksOf(one));
    else if (typeof one === 'number') for (const id of readIds(one)) links.push({ databaseId: id });
    else if (typeof one === 'string') links.push(...readTexts(one, isList));
    else throw new BadValue('Use ids, slugs, names, or objects with the fields of a new record.');
    if (links.length > MAX_LINKS) throw tooManyLinks();
  }
  return links;
}
