import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Db } from '../db/orm.ts';
import { BadValue } from '../errors.ts';
import { httpUrl } from '../kernel/url.ts';
import { imageById } from './image.record.ts';

/** What a write asks for: a known image, or an address that becomes one when it is stored. */
export type ImageChoice = { readonly id?: number; readonly url: string };

const LARGEST_ID = 2 ** 31 - 1;

/**
 * Reads an image of an input (decisions.md 22): a number or digits are the id of a known image, other texts an http or https address.
 * null, the empty text and 0 mean none. @throws BadValue for an unknown id and for what is neither
 */
export async function checkImage(value: string | number | null, context: Context): Promise<ImageChoice | null> {
  const text = value === null ? '' : String(value).trim();
  if (text === '' || /^0+$/.test(text)) return null;
  if (typeof value === 'string' && !/^\d+$/.test(text)) return { url: httpUrl(text) };
  const id = Number(text);
  const known = Number.isInteger(id) && id > 0 && id <= LARGEST_ID ? await context.load(imageById, id) : null;
  if (!known) throw new BadValue('there is no image with this id');
  return known;
}

/**
 * The id of the chosen image; an address that is new becomes an image. The same address has the same id, also when parallel
 * transactions store it. Nothing is fetched.
 */
export async function storeImage(db: Db, choice: ImageChoice | null): Promise<number | null> {
  if (!choice) return null;
  if (choice.id !== undefined) return choice.id;
  const urlHash = createHash('sha256').update(choice.url).digest('hex');
  const known = await db.selectFrom('image').select('id').where('url_hash', '=', urlHash).executeTakeFirst();
  if (known) return known.id;
  // An update that changes nothing, because `do nothing` would not tell the id of the row that was there first.
  const stored = await db
    .insertInto('image')
    .values({ url: choice.url, url_hash: urlHash })
    .onConflict((conflict) => conflict.column('url_hash').doUpdateSet({ url_hash: urlHash }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return stored.id;
}
