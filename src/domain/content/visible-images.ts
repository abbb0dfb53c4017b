import { sql } from 'kysely';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import { readVisibility } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { ImageRecord } from '../images/image.entity.ts';
import { anyOf, visibleIn } from './visibility.ts';

/** Images in the order of the ids; null for missing ones and for images that no readable record shows. */
export async function readVisibleImages(
  context: Context,
  ids: readonly number[],
): Promise<(ImageRecord | null)[]> {
  const visible = readVisibility(context.caller);
  const isShown = anyOf(
    RECORD_KINDS.map((kind) => {
      const condition = visibleIn(kind, visible);
      return sql`exists (select from ${sql.table(kind)} where image_id = image.id and ${condition})`;
    }),
  );
  const images = await context.db
    .selectFrom('image')
    .select(['id', 'url'])
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .where(isShown)
    .execute();
  const byId = new Map(images.map((image) => [image.id, image]));
  return ids.map((id) => byId.get(id) ?? null);
}
