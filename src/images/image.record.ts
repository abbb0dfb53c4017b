import { sql } from 'kysely';
import type { Loader } from '../context.ts';
import { Reader } from '../memory/reader.ts';

/** An image as it is read. */
export interface ImageRecord {
  id: number;
  url: string;
}

const imageReader = new Reader<number, 'id', ImageRecord>(
  (db, ids) => db.selectFrom('image').select(['id', 'url']).where(sql<boolean>`id = any(${ids}::int[])`),
  'id',
);

/** Images by id; null for ids that name none. */
export const imageById: Loader<number, ImageRecord | null> = {
  shared: { of: 'image' },
  batch: ({ noted }, ids) => imageReader.readAll(noted, ids),
};
