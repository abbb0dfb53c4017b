import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { BadValue, ServiceError } from '../../lib/errors.ts';
import { pictureHashIn } from '../../lib/pictures.ts';
import { load } from '../../platform/cache/loaders.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import { mayAddImages } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { ImageLink } from '../generated/schema.ts';
import { ImageEntity, imageById, urlKey } from './image.entity.ts';

/** The image of an input: a stored image, or the URL of a new one. */
export type ImageChoice = { readonly id?: number; readonly url: string; readonly width?: number | null };

/**
 * Reads the image of an input: the id of a stored image, or an http or https URL. null, an empty URL and the id 0
 * mean no image.
 * @param currentId the current image of the record
 * @throws BadValue for an unknown id, and from a caller without the right to add images for any URL but the current one
 * and those of stored pictures
 */
export async function checkImage(
  context: Context,
  link: ImageLink | null,
  currentId: number | null = null,
): Promise<ImageChoice | null> {
  if (typeof link?.url === 'string') return link.url === '' ? null : imageOfUrl(context, link.url, currentId);
  const id = link?.databaseId ?? 0;
  if (id === 0) return null;
  const image = await load(context, imageById, id);
  if (!image) throw new BadValue('there is no image with this id');
  return image;
}

async function imageOfUrl(context: Context, url: string, currentId: number | null): Promise<ImageChoice> {
  const isFree = mayAddImages(context.caller);
  const hash = pictureHashIn(context.urls.site, url);
  if (isFree && hash === null) return { url };
  const current = currentId === null ? null : await load(context, imageById, currentId);
  if (current?.url === url) return current;
  const stored = hash === null ? null : await imageOfPicture(context, hash);
  if (stored) return stored;
  if (isFree) return { url };
  throw new BadValue('contributors cannot add images by URL: send the id of a stored image');
}

/**
 * An image of a stored picture: preferably of the caller, and without a text. Its URL cannot be guessed, so every
 * caller may use it.
 */
async function imageOfPicture(context: Context, hash: string): Promise<ImageChoice | null> {
  const { rows } = await sql<{ id: number }>`
    select id from image where picture_hash = ${hash}
    order by uploader_id is distinct from ${context.caller.id}, alt <> '', id limit 1`.execute(context.db);
  return rows[0] ? load(context, imageById, rows[0].id) : null;
}

/**
 * The id of the chosen image. Stores a new URL as an image; equal URLs have the same id, even if concurrent
 * transactions store them. Fetches nothing.
 * @throws ServiceError conflict for a stored picture that was deleted meanwhile
 */
export async function storeImage(em: EntityManager, choice: ImageChoice | null): Promise<number | null> {
  if (!choice) return null;
  const { id, url, width = null } = choice;
  if (id !== undefined) {
    if (width !== null) await keepImage(em, id);
    return id;
  }
  const urlHash = urlKey(url);
  const stored = await em.findOne(ImageEntity, { urlHash });
  // Waits for a concurrent transaction that stores the same URL; afterwards the image exists.
  const insert = () => em.upsert(ImageEntity, { url, urlHash }, { onConflictAction: 'ignore' });
  return (stored ?? (await insert())).id;
}

/** Locks the image of a stored picture until the record that shows it is stored (unused-pictures.ts). */
async function keepImage(em: EntityManager, id: number): Promise<void> {
  const { rows } = await sql`select from image where id = ${id} for key share`.execute(kysely(em));
  if (rows.length === 0)
    throw new ServiceError('conflict', { message: 'The image was just deleted. Upload it again.' });
}
