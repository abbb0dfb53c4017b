import { isDeepStrictEqual } from 'node:util';
import type { Context, Transaction } from '../context.ts';
import type { StoredStatus } from '../database/base.ts';
import { storeImage } from '../images/index.ts';
import { slugify } from '../kernel/slug.ts';
import type { Topic } from '../memory/changes.ts';
import type { PostValues } from './input.ts';
import type { RecordKind } from './kinds.ts';
import { freeSlug, newIdAndSlug, trashedSlug, untrashedSlug } from './slugs.ts';
import { untilFree } from './taken.ts';

/** The shared columns of a row as it is. */
export interface StoredPost {
  id: number;
  status: StoredStatus;
  slug: string;
  publishedUtc: string;
  undated: boolean;
}

type Columns = Omit<PostValues, 'image'> & { slug?: string; imageId?: number | null };

/** `image` of the checked values as the column it is stored in. */
async function imageColumn(
  { em }: Transaction,
  image: PostValues['image'],
): Promise<{ imageId?: number | null }> {
  if (image === undefined) return {};
  return { imageId: image && (await storeImage(em, image)) };
}

/** {@link Context.write} for records with a slug. */
export const writePost = <T>(
  context: Context,
  work: (transaction: Transaction) => Promise<T>,
  options?: { topics?: readonly Topic[] },
): Promise<T> => untilFree((again) => context.write(work, { ...options, again }));

/** The shared columns of a new row that are known without asking: all but id, slug and image. */
export function newColumns({ image: _, ...columns }: PostValues, nowUtc: string) {
  return {
    authorId: 0,
    publishedUtc: nowUtc,
    undated: false,
    modifiedUtc: nowUtc,
    status: 'draft' as StoredStatus,
    ...columns,
  };
}

/**
 * The shared columns of a new row. @param slugText what the slug is made from: an explicit slug, or the title
 * or name
 */
export async function newPost(
  transaction: Transaction,
  kind: RecordKind,
  values: PostValues,
  slugText: string,
  nowUtc: string,
) {
  const { id, slug: free } = await newIdAndSlug(transaction, kind, slugText);
  const slug = values.status === 'trash' ? await trashedSlug(transaction, kind, free, id) : free;
  return { id, slug, ...newColumns(values, nowUtc), ...(await imageColumn(transaction, values.image)) };
}

/**
 * The shared columns that a change sets. Going to the trash puts a suffix on the slug, leaving it removes it
 * (rules#slugs).
 * @param slugText an explicit slug, if one was sent
 */
export async function changedPost(
  transaction: Transaction,
  kind: RecordKind,
  current: StoredPost,
  values: PostValues,
  slugText?: string,
): Promise<Columns> {
  const { image, ...columns } = values;
  const { nowUtc } = transaction;
  const status = values.status ?? current.status;
  const moved = (status === 'trash') !== (current.status === 'trash');
  let slug = current.slug;
  if (moved || (slugText !== undefined && slugText !== current.slug)) {
    const wanted = slugify(untrashedSlug(slugText ?? current.slug));
    slug =
      status === 'trash'
        ? await trashedSlug(transaction, kind, wanted || String(current.id), current.id)
        : await freeSlug(transaction, kind, wanted, current.id);
  }
  return { ...columns, ...dating(current, values, nowUtc), slug, ...(await imageColumn(transaction, image)) };
}

/**
 * The date of a record that nobody has dated: one that is sent, or that of its first publication. Its own,
 * merely sent back, sets none (rules#publication).
 */
function dating(
  { undated, publishedUtc }: StoredPost,
  values: PostValues,
  nowUtc: string,
): Pick<PostValues, 'publishedUtc' | 'undated'> {
  if (!undated) return {};
  if (values.publishedUtc !== undefined && values.publishedUtc !== publishedUtc) return { undated: false };
  return values.status === 'publish' ? { publishedUtc: nowUtc, undated: false } : {};
}

/** Whether and what of a row a change would change: only that counts as a modification. */
export function assignChanged<R extends object>(
  row: R & { modifiedUtc: string },
  values: Partial<R>,
  nowUtc: string,
): boolean {
  const before: Partial<R> = row;
  const changed = (Object.keys(values) as (keyof R)[]).filter(
    (key) => values[key] !== undefined && !isDeepStrictEqual(before[key], values[key]),
  );
  if (changed.length === 0) return false;
  Object.assign(row, Object.fromEntries(changed.map((key) => [key, values[key]])));
  row.modifiedUtc = nowUtc;
  return true;
}

/** What of the shared fields an event may fill in a record that it names. */
export const fillable = async (transaction: Transaction, { description, excerpt, image }: PostValues) => ({
  description,
  excerpt,
  ...(await imageColumn(transaction, image)),
});

/** Those of the values whose field is empty in the row. */
export function emptyFilled<R extends object, V extends object>(
  row: R & { [Name in keyof V]?: unknown },
  values: V,
): Partial<V> {
  const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined;
  const names = Object.keys(values) as (keyof V)[];
  const filled: Partial<V> = {};
  for (const name of names) if (isEmpty(row[name]) && !isEmpty(values[name])) filled[name] = values[name];
  return filled;
}
