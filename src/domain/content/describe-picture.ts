import { sql } from 'kysely';
import { isId } from '../../lib/ids.ts';
import { assertMayUploadPictures } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import { checkAltText } from '../images/alt-text.ts';
import { pictureKey } from '../images/image.entity.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { isReadableImage } from './visible-images.ts';

/**
 * Gives a stored picture another text: a picture with each text is an image of its own, because other records may show
 * it. Pictures elsewhere have no text.
 * @returns the image with the text; the given one if there is nothing to change
 * @throws ServiceError rest_forbidden 401/403, rest_invalid_param 400 (`alt`)
 */
export async function describePicture(
  context: Context,
  id: number,
  alt: string,
): Promise<{ readonly id: number }> {
  assertMayUploadPictures(context.caller);
  const text = checkAltText(alt);
  if (!isId(id) || !(await isReadableImage(context, id))) return { id };
  return runInTransaction(context, async ({ db, context: { clock } }) => {
    // Changes the picture too, so that it is not deleted now (unused-pictures.ts).
    const { rows } = await sql<{ url: string; alt: string; hash: string }>`
      update picture set created_utc = ${clock.nowUtc}::timestamp from image
      where image.id = ${id} and hash = picture_hash returning url, alt, hash`.execute(db);
    const [image] = rows;
    if (!image || image.alt === text) return { id };
    const { id: uploader } = context.caller;
    const urlHash = pictureKey(image.url, uploader, text);
    await sql`
      insert into image (url, url_hash, alt, uploader_id, picture_hash)
      values (${image.url}, ${urlHash}, ${text}, ${uploader}, ${image.hash})
      on conflict (url_hash) do nothing`.execute(db);
    return db.selectFrom('image').select('id').where('url_hash', '=', urlHash).executeTakeFirstOrThrow();
  });
}
