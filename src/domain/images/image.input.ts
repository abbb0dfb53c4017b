import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { BadValue } from '../../lib/errors.ts';
import { load } from '../../platform/cache/loaders.ts';
import { mayAddImages } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { ImageLink } from '../generated/schema.ts';
import { ImageEntity, imageById } from './image.entity.ts';

/** The image of an input: a stored image, or the URL of a new one. */
export type ImageChoice = { readonly id?: number; readonly url: string };

/**
 * Reads the image of an input: the id of a stored image, or an http or https URL. null, an empty URL and the id 0
 * mean no image.
 * @param currentId the current image of the record
 * @throws BadValue for an unknown id, and from a caller without the right to add images for any URL but the current one
 */
export async function checkImage(
  context: Context,
  link: ImageLink | null,
  currentId: number | null = null,
): Promise<ImageChoice | null> {
  if (typeof link?.url === 'string') {
    if (link.url === '') return null;
    if (mayAddImages(context.caller)) return { url: link.url };
    const current = currentId === null ? null : await load(context, imageById, currentId);
    if (current?.url === link.url) return current;
    throw new BadValue('contributors cannot add images by URL: send the id of a stored image');
  }
  const id = link?.databaseId ?? 0;
  if (id === 0) return null;
  const image = await load(context, imageById, id);
  if (!image) throw new BadValue('there is no image with this id');
  return image;
}

/**
 * The id of the chosen image. Stores a new URL as an image; equal URLs have the same id, even if concurrent
 * transactions store them. Fetches nothing.
 */
export async function storeImage(em: EntityManager, choice: ImageChoice | null): Promise<number | null> {
  if (!choice) return null;
  if (choice.id !== undefined) return choice.id;
  const urlHash = createHash('sha256').update(choice.url).digest('hex');
  const stored = await em.findOne(ImageEntity, { urlHash });
  // Waits for a concurrent transaction that stores the same URL; afterwards the image exists.
  const insert = () => em.upsert(ImageEntity, { url: choice.url, urlHash }, { onConflictAction: 'ignore' });
  return (stored ?? (await insert())).id;
}
