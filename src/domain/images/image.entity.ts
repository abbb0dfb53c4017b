import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { sequenceId, text } from '../../platform/postgres/columns.ts';

/** A picture, of which only the address is stored: the server never fetches it (rules#images). */
export const ImageEntity = defineEntity({
  name: 'Image',
  tableName: 'image',
  properties: {
    id: sequenceId('record_id_seq'),
    url: text(),
    /** SHA-256 of the address, in hex: PostgreSQL cannot index very long texts. */
    urlHash: text().unique(),
  },
});

export const imageEntities = [ImageEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof imageEntities)[number]> {}
}
