import { sql } from 'kysely';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import type { Loader } from '../context/context.ts';

/** An image as it is read. */
export interface ImageRecord {
  id: number;
  url: string;
}

const readById = rowsByKey<number, 'id', ImageRecord>(
  (db, ids) => db.selectFrom('image').select(['id', 'url']).where(sql<boolean>`id = any(${ids}::int[])`),
  'id',
);

/** Images by id; null for ids that name none. */
export const imageById: Loader<number, ImageRecord | null> = {
  batch: ({ db }, ids) => readById(db, ids),
};
