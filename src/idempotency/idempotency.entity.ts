import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { keys, text, timestamp } from '../database/base.ts';

/**
 * What was answered to a request that had an `Idempotency-Key`; stored together with what the request made.
 */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    /** The caller; 0 for all who are anonymous. */
    userId: p.integer().primary(),
    key: p.string().columnType('text').primary(),
    /** Of what was asked, so that another request is told apart. */
    fingerprint: text(),
    createdUtc: timestamp(),
    status: p.integer(),
    location: text().nullable(),
    body: text(),
  },
  indexes: [{ name: 'idempotency_key_created', properties: keys('createdUtc') }],
});

export const idempotencyEntities = [IdempotencyKeyEntity] as const;

declare module '../database/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof idempotencyEntities)[number]> {}
}
