import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { keys, text, timestamp } from '../../platform/postgres/columns.ts';
import type { Resource } from '../resource/resource.ts';

/** The response to a request with an `Idempotency-Key`, stored in the same transaction as the request's writes. */
const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    /** The caller; 0 for all anonymous callers. */
    userId: p.integer().primary(),
    key: p.string().columnType('text').primary(),
    /** A hash of the request; a different request with the same key is refused. */
    fingerprint: text(),
    createdUtc: timestamp(),
    status: p.integer(),
    location: text().nullable(),
    body: text(),
    /**
     * The records shown by the response: `record 12` (events, venues, organizers), `term 3`. Triggers erase the
     * response together with any of them. `unknown` stands for any record: GraphQL responses may show any.
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

/** Not in the GraphQL schema: keys are sent in a header. */
export const resource: Resource = { entities: [IdempotencyKeyEntity], resolvers: {} };

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<typeof IdempotencyKeyEntity> {}
}
