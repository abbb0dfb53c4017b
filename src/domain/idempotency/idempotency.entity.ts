import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { keys, text, timestamp } from '../../platform/postgres/columns.ts';

/**
 * The answer to a request with an `Idempotency-Key`, stored in one transaction with what the request created.
 */
const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    /** The caller; 0 for all anonymous callers. */
    userId: p.integer().primary(),
    key: p.string().columnType('text').primary(),
    /** A hash of the request, by which another one with the same key is refused. */
    fingerprint: text(),
    createdUtc: timestamp(),
    status: p.integer(),
    location: text().nullable(),
    body: text(),
    /**
     * The records that the answer shows: `record 12` (events, venues, organizers), `term 3`. Triggers erase the
     * answer with any of them. `unknown` stands for any: answers of GraphQL may show any record.
     */
    shows: p.array().columnType('text[]').defaultRaw(`'{unknown}'`),
  },
  indexes: [
    { name: 'idempotency_key_created', properties: keys('createdUtc') },
    {
      name: 'idempotency_key_shows',
      expression: 'create index idempotency_key_shows on idempotency_key using gin (shows)',
    },
  ],
});

export const idempotencyEntities = [IdempotencyKeyEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof idempotencyEntities)[number]> {}
}
