import { sql } from 'kysely';
import { BadValue } from '../../lib/errors.ts';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import { mayReadEverything, readVisibility } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { ImageLink } from '../generated/schema.ts';
import { IMAGE_COLUMNS, type ImageRecord, shownImage } from '../images/image.entity.ts';
import { checkImage, type ImageChoice } from '../images/image.input.ts';
import { anyOf, type Condition, visibleIn } from './visibility.ts';

/** Whether a record that the caller may read shows the image. */
const isShownTo = ({ caller }: Context): Condition => {
  const visible = readVisibility(caller);
  return anyOf(
    RECORD_KINDS.map((kind) => {
      const condition = visibleIn(kind, visible);
      return sql`exists (select from ${sql.table(kind)} where image_id = image.id and ${condition})`;
    }),
  );
};

/**
 * Reads the image of an input, as {@link checkImage}. An id is accepted from its uploader, and if a readable record
 * shows the image; otherwise ids, which are numbered, would disclose the pictures of drafts.
 * @throws BadValue
 */
export async function checkReadableImage(
  context: Context,
  link: ImageLink | null,
  currentId: number | null = null,
): Promise<ImageChoice | null> {
  const choice = await checkImage(context, link, currentId);
  const isByUrl = typeof link?.url === 'string';
  if (isByUrl || choice?.id === undefined || choice.id === currentId) return choice;
  if (!(await isReadableImage(context, choice.id))) throw new BadValue('there is no image with this id');
  return choice;
}

/** Whether the caller uploaded the image, or may read a record that shows it. */
export async function isReadableImage(context: Context, id: number): Promise<boolean> {
  const { caller, db } = context;
  if (mayReadEverything(caller)) return true;
  const { rows } = await sql`
    select from image where id = ${id} and (uploader_id = ${caller.id} or ${isShownTo(context)})`.execute(db);
  return rows.length > 0;
}

/** Images in the order of the ids; null for missing ones and for images that no readable record shows. */
export async function readVisibleImages(
  context: Context,
  ids: readonly number[],
): Promise<(ImageRecord | null)[]> {
  const images = await context.db
    .selectFrom('image')
    .leftJoin('picture', 'hash', 'picture_hash')
    .select(IMAGE_COLUMNS)
    .where(sql<boolean>`image.id = any(${[...ids]}::int[])`)
    .where(isShownTo(context))
    .execute();
  const byId = new Map(images.map((image) => [image.id, shownImage(context, image)]));
  return ids.map((id) => byId.get(id) ?? null);
}
