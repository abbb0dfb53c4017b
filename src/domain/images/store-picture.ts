import { sql } from 'kysely';
import { type PictureUpload, pictureAddress } from '../../lib/pictures.ts';
import { load } from '../../platform/cache/loaders.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import { assertMayUploadPictures } from '../access/policy.ts';
import type { Context, Transaction } from '../context/context.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { checkAltText } from './alt-text.ts';
import { type ImageRecord, imageById, pictureKey } from './image.entity.ts';
import { type PreparedPicture, preparePicture } from './prepare-picture.ts';

/** @param isNew whether the image did not exist */
export type StoredPicture = ImageRecord & { readonly isNew: boolean };

/**
 * Stores an uploaded picture as an image. The same picture with the same text from the same user is the same image.
 * @throws ServiceError rest_forbidden 401/403, payload_too_large 413, unsupported_media_type 415, rest_invalid_param 400
 * (`file`, `alt`), service_unavailable 503
 */
export async function storePicture(context: Context, { bytes, alt }: PictureUpload): Promise<StoredPicture> {
  assertMayUploadPictures(context.caller);
  const text = checkAltText(alt);
  const picture = await preparePicture(bytes, context.signal);
  return runInTransaction(context, (transaction) => store(transaction, picture, text));
}

async function store(
  { db, context }: Transaction,
  { hash, width, height, wide, narrow }: PreparedPicture,
  alt: string,
): Promise<StoredPicture> {
  const url = pictureAddress(hash);
  const { id: uploader } = context.caller;
  const urlHash = pictureKey(url, uploader, alt);
  // Changes a stored picture too, so that it is not deleted now (unused-pictures.ts).
  await sql`
    insert into picture (hash, width, height, wide, narrow, created_utc)
    values (${hash}, ${width}, ${height}, ${wide}, ${narrow}, ${context.clock.nowUtc}::timestamp)
    on conflict (hash) do update set created_utc = excluded.created_utc`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into image (url, url_hash, alt, uploader_id, picture_hash)
    values (${url}, ${urlHash}, ${alt}, ${uploader}, ${hash})
    on conflict (url_hash) do nothing returning id`.execute(db);
  const { id } =
    rows[0] ??
    (await db.selectFrom('image').select('id').where('url_hash', '=', urlHash).executeTakeFirstOrThrow());
  const image = await load(context, imageById, id);
  if (!image) throw new Error(`the image ${id} was not stored`);
  return { ...image, isNew: rows.length > 0 };
}

/** The bytes of one version of a stored picture; null if there is none. */
export async function readPicture(db: ReadDb, hash: string, isNarrow: boolean): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select ${sql.ref(isNarrow ? 'narrow' : 'wide')} as bytes from picture where hash = ${hash}`.execute(db);
  return rows[0]?.bytes ?? null;
}
