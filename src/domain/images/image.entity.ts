import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { sequenceId, text } from '../../platform/postgres/columns.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import type { Loader } from '../context/context.ts';

/** A picture. Stores only its URL: the server never fetches it (rules#images). */
export const ImageEntity = defineEntity({
  name: 'Image',
  tableName: 'image',
  properties: {
    id: sequenceId('record_id_seq'),
    url: text(),
    /** SHA-256 of the URL, in hex: PostgreSQL cannot index very long texts. */
    urlHash: text().unique(),
  },
});

export const imageEntities = [ImageEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof imageEntities)[number]> {}
}

/** An image as queries return it. */
export interface ImageRecord {
  id: number;
  url: string;
}

const readById = rowsByKey<number, 'id', ImageRecord>(
  (db, ids) => db.selectFrom('image').select(['id', 'url']).where(sql<boolean>`id = any(${ids}::int[])`),
  'id',
);

/** Images by id; null for unknown ids. */
export const imageById: Loader<number, ImageRecord | null> = {
  batch: ({ db }, ids) => readById(db, ids),
};
