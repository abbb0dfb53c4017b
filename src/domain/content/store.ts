import { isDeepStrictEqual } from 'node:util';
import type { RecordKind } from '../../lib/kinds.ts';
import { slugify } from '../../lib/slug.ts';
import type { Status } from '../../lib/statuses.ts';
import type { Transaction } from '../context/context.ts';
import { storeImage } from '../images/image.input.ts';
import type { ContentValues } from './input.ts';
import { statusAt } from './publication.ts';
import { freeSlug, newIdAndSlug, trashedSlug, untrashedSlug } from './slugs.ts';

/** The shared columns of a stored row that an update reads. */
interface StoredContent {
  id: number;
  status: Status;
  slug: string;
  publishedUtc: string;
  undated: boolean;
}

type ContentColumns = Omit<ContentValues, 'image' | 'slugText'> & { slug: string; imageId?: number | null };

/** The shared columns of a new row, without id and slug. */
export async function newColumns(
  { context, em }: Transaction,
  { image, slugText: _slug, ...columns }: ContentValues,
) {
  const { nowUtc } = context.clock;
  const { status = 'draft', publishedUtc = nowUtc } = columns;
  const imageId = image && (await storeImage(em, image));
  return {
    authorId: 0,
    publishedUtc,
    undated: false,
    modifiedUtc: nowUtc,
    ...columns,
    status: statusAt(nowUtc, status, publishedUtc),
    ...(imageId !== undefined && { imageId }),
  };
}

/** The shared columns of a new row. @param title the title or name: the source of the slug if the input has none */
export async function newContentColumns(
  transaction: Transaction,
  kind: RecordKind,
  values: ContentValues,
  title: string,
) {
  const { slugText = title, status } = values;
  const { id, slug: free } = await newIdAndSlug(transaction, kind, slugText);
  const slug = status === 'trash' ? await trashedSlug(transaction, kind, free, id) : free;
  return { id, slug, ...(await newColumns(transaction, values)) };
}

/**
 * The shared columns that an update sets. Adds or removes the suffix of slugs in the trash (rules#slugs).
 * @param slug the new slug, if a change of many records has already found it
 */
export async function changedContentColumns(
  transaction: Transaction,
  kind: RecordKind,
  current: StoredContent,
  values: ContentValues,
  slug?: string,
): Promise<ContentColumns> {
  const { image, slugText, ...columns } = values;
  const changed: ContentColumns = { ...columns, slug: slug ?? current.slug };
  const { nowUtc } = transaction.context.clock;
  if (current.undated) Object.assign(changed, publicationDateChange(current, values, nowUtc));
  const { status = current.status, publishedUtc = current.publishedUtc } = changed;
  if (changed.status ?? changed.publishedUtc) changed.status = statusAt(nowUtc, status, publishedUtc);
  if (image !== undefined) changed.imageId = image && (await storeImage(transaction.em, image));
  if (slug !== undefined) return changed;
  const isInTrash = (values.status ?? current.status) === 'trash';
  const hasNewSlug = slugText !== undefined && slugText !== current.slug;
  if (hasNewSlug || isInTrash !== (current.status === 'trash')) {
    const wanted = hasNewSlug
      ? slugify(untrashedSlug(slugText), transaction.context.settings.locale)
      : untrashedSlug(current.slug);
    const find = isInTrash ? trashedSlug : freeSlug;
    changed.slug = await find(transaction, kind, wanted, current.id);
  }
  return changed;
}

/**
 * Sets the publication date of an undated record: to the date of the input, or to the current time when it is
 * first published. Ignores a date that repeats the stored one (rules#publication).
 */
function publicationDateChange(
  { publishedUtc }: StoredContent,
  values: ContentValues,
  nowUtc: string,
): Pick<ContentValues, 'publishedUtc' | 'undated'> {
  if (values.publishedUtc !== undefined && values.publishedUtc !== publishedUtc) return { undated: false };
  return values.status === 'publish' ? { publishedUtc: nowUtc, undated: false } : {};
}

/** Sets the values that differ from the row, and then its modification date. @returns whether any differed */
export function assignChanged<R extends object>(
  row: R & { modifiedUtc: string },
  values: { readonly [Name in keyof R]?: R[Name] | undefined },
  nowUtc: string,
): boolean {
  const present: Partial<R> = row;
  let isChanged = false;
  for (const key of Object.keys(values) as (keyof R)[]) {
    const value = values[key];
    if (value === undefined || isDeepStrictEqual(present[key], value)) continue;
    present[key] = value;
    isChanged = true;
  }
  if (isChanged) row.modifiedUtc = nowUtc;
  return isChanged;
}

/** The shared columns with which an event may fill the empty fields of a linked record. */
export const fillableColumns = async (
  { em }: Transaction,
  { description, excerpt, image }: ContentValues,
) => ({
  description,
  excerpt,
  ...(image && { imageId: await storeImage(em, image) }),
});

/** The non-empty values whose fields are empty in the row. */
export function valuesForEmptyFields<R extends object, V extends object>(
  row: R & { [Name in keyof V]?: unknown },
  values: V,
): Partial<V> {
  const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined;
  const names = Object.keys(values) as (keyof V)[];
  const filled: Partial<V> = {};
  for (const name of names) if (isEmpty(row[name]) && !isEmpty(values[name])) filled[name] = values[name];
  return filled;
}
