import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { flagColumn, identity, keys, text, timestamp } from '../../platform/postgres/columns.ts';
import { UserEntity } from '../users/user.entity.ts';

/** A moment by the clock of the database, to the millisecond. */
const moment = () => p.string().columnType('timestamp(3)');
const now = () => moment().defaultRaw(`(now() at time zone 'utc')`).ignoreSchemaChanges('default');

/** Somebody who is told of changes (decisions/0095). */
export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: identity(),
    url: text(),
    /** `event.created`, `venue.*`, `*`. */
    types: p.array().columnType('text[]'),
    /** With whose rights it reads. */
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
    /** Not any more once its receiver has said 410. */
    isActive: flagColumn(true),
    // Release 0.2.0 uses these beside this one.
    failures: p.integer().default(0),
    dueUtc: now(),
    leasedBy: text().nullable(),
    leasedUtc: moment().nullable(),
  },
});

/** What a webhook is told, or has been. */
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
    /** Whether everybody was shown the record before the change. */
    wasPublic: flagColumn(false),
    /** When it was stored. */
    atUtc: moment(),
    /** When the first attempt failed: a day later it is parked. */
    begunUtc: moment().nullable(),
    attempts: p.integer().default(0),
    dueUtc: now(),
    /** While it is under way: until when no other process takes it. */
    lockedUtc: moment().nullable(),
    /** `pending`, `delivered`, `parked` after a day, or `skipped`: not for its owner to know. */
    state: text().default('pending'),
    /** Of the last attempt: the status of the answer, or why there was none. */
    status: p.integer().nullable(),
    error: text().nullable(),
    doneUtc: moment().nullable(),
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
