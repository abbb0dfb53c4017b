import { sql } from 'kysely';
import { Reader } from '../../platform/cache/reader.ts';
import type { Loader } from '../context/context.ts';

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
  batch: ({ db }, ids) => imageReader.readAll(db.tracked, ids),
};
