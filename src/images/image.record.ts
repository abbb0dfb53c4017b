import type { Context, Loader } from '../context.ts';

/** An image as it is read. */
export interface ImageRecord {
  id: number;
  url: string;
}

/** Images by id; null for ids that name none. */
export const imageById: Loader<number, ImageRecord | null> = {
  shared: [],
  async batch(context: Context, ids) {
    const rows = await context.db.selectFrom('image').select(['id', 'url']).where('id', 'in', ids).execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  },
};
