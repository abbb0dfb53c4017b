import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { flagColumn, identity, keys, text, timestamp } from '../../platform/postgres/columns.ts';
import { UserEntity } from '../users/user.entity.ts';

/** A time by the clock of the database, to the millisecond. */
const instant = () => p.string().columnType('timestamp(3)');
const now = () => instant().defaultRaw(`(now() at time zone 'utc')`).ignoreSchemaChanges('default');

/** A receiver of notifications about changes (decisions/0095). */
export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: identity(),
    url: text(),
    /** `event.created`, `venue.*`, `*`. */
    types: p.array().columnType('text[]'),
    /** The user whose rights limit the records. */
    userId: p
      .manyToOne(UserEntity)
      .mapToPk()
      .fieldName('user_id')
      .index()
      .deleteRule('cascade')
      .foreignKeyName('webhook_user_id_fkey'),
    /** Encrypted (webhook-secret.ts). */
    secret: text(),
    createdUtc: timestamp(),
    /** False once deactivated, also by a response with status 410. */
    isActive: flagColumn(true),
    // Used by release 0.2.0, which may run at the same time.
    failures: p.integer().default(0),
    dueUtc: now(),
    leasedBy: text().nullable(),
    leasedUtc: instant().nullable(),
  },
});

const WebhookMessageEntity = defineEntity({
  name: 'WebhookMessage',
  tableName: 'webhook_message',
  properties: {
    number: p.bigint('string').primary().autoincrement().generated('by default as identity'),
    webhookId: p
      .manyToOne(WebhookEntity)
      .mapToPk()
      .fieldName('webhook_id')
      .deleteRule('cascade')
      .foreignKeyName('webhook_message_webhook_id_fkey'),
    /** `webhook-id`: the same for each attempt. */
    messageId: text(),
    type: text(),
    kind: text(),
    recordId: p.integer(),
    /** Whether the record was public before the change. */
    wasPublic: flagColumn(false),
    /** When the change was stored. */
    atUtc: instant(),
    /** When the first attempt failed: a day later the message is parked. */
    begunUtc: instant().nullable(),
    attempts: p.integer().default(0),
    dueUtc: now(),
    /** End of the claim while in flight: until then no other process takes the message. */
    lockedUtc: instant().nullable(),
    /** `pending`, `delivered`, `parked` after a day, or `skipped`: the owner may not read the record. */
    state: text().default('pending'),
    /** Of the last attempt: the status of the response, or the `error` if there was none. */
    status: p.integer().nullable(),
    error: text().nullable(),
    doneUtc: instant().nullable(),
  },
  indexes: [
    {
      name: 'webhook_message_due',
      properties: keys('webhookId', 'dueUtc', 'number'),
      where: "state = 'pending'",
    },
    { name: 'webhook_message_locked', properties: keys('webhookId'), where: 'locked_utc is not null' },
    { name: 'webhook_message_listed', properties: keys('webhookId', 'number') },
    { name: 'webhook_message_parked', properties: keys('webhookId', 'number'), where: "state = 'parked'" },
    { name: 'webhook_message_done', properties: keys('doneUtc'), where: 'done_utc is not null' },
  ],
});

export const webhookEntities = [WebhookEntity, WebhookMessageEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof webhookEntities)[number]> {}
}
