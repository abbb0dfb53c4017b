import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import type { PasswordKeys } from '../access/password-keys.ts';
import type { UserBy } from '../generated/schema.ts';
import { requireUser } from '../users/user.record.ts';
import { WebhookEntity } from './webhook.entity.ts';
import { requireWebhook } from './webhook.queries.ts';
import type { WebhookRecord } from './webhook.record.ts';
import { encryptSecret, newSecret } from './webhook-secret.ts';

interface NewWebhook {
  /** Accepted by checkTarget. */
  url: string;
  /** In stored form. */
  types: string[];
  user: UserBy;
  nowUtc: string;
}

/**
 * Creates a webhook that reads with the rights of `user`. Call it in a transaction.
 * @returns the secret too, which cannot be shown again
 * @throws ServiceError user-not-found 404
 */
export async function createWebhook(
  em: EntityManager,
  keys: PasswordKeys,
  { url, types, user, nowUtc }: NewWebhook,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  const { id: userId } = await requireUser(em, user);
  const secret = newSecret();
  const stored = encryptSecret(secret, await keys.current(em));
  const webhook = em.create(WebhookEntity, { url, types, userId, secret: stored, createdUtc: nowUtc });
  await em.persist(webhook).flush();
  return { webhook: { id: webhook.id, url, types, userId, isActive: true, createdUtc: nowUtc }, secret };
}

/**
 * Changes a webhook; omitted values stay. Activating it retries pending messages. Call it in a transaction.
 * @throws ServiceError webhook-not-found 404
 */
export async function updateWebhook(
  em: EntityManager,
  id: number,
  { url, types, isActive }: { url?: string; types?: string[]; isActive?: boolean },
): Promise<WebhookRecord> {
  const db = kysely(em);
  const { isActive: wasActive } = await requireWebhook(db, id);
  if (isActive === true && !wasActive) await activate(em, id);
  const changes = {
    ...(url !== undefined && { url }),
    ...(types !== undefined && { types }),
    ...(isActive === false && { is_active: false }),
  };
  if (Object.keys(changes).length > 0)
    await db.updateTable('webhook').set(changes).where('id', '=', id).execute();
  return requireWebhook(db, id);
}

const NOW = sql`(now() at time zone 'utc')`;

/** Activates a webhook; pending messages are sent at once, and can be retried for another day. */
async function activate(em: EntityManager, id: number): Promise<void> {
  const db = kysely(em);
  await sql`update webhook set is_active = true where id = ${id}`.execute(db);
  await sql`
    update webhook_message set begun_utc = null, due_utc = ${NOW}
    where webhook_id = ${id} and state = 'pending'`.execute(db);
}

/**
 * Replaces the secret of a webhook, which signs all messages sent from then on. Call it in a transaction.
 * @returns the secret, which cannot be shown again
 * @throws ServiceError webhook-not-found 404
 */
export async function renewSecret(
  em: EntityManager,
  keys: PasswordKeys,
  id: number,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  const db = kysely(em);
  const webhook = await requireWebhook(db, id);
  const secret = newSecret();
  const stored = encryptSecret(secret, await keys.current(em));
  await db.updateTable('webhook').set({ secret: stored }).where('id', '=', id).execute();
  return { webhook, secret };
}

/**
 * Deletes a webhook with its messages. Call it in a transaction.
 * @returns the deleted webhook
 * @throws ServiceError webhook-not-found 404
 */
export async function deleteWebhook(em: EntityManager, id: number): Promise<WebhookRecord> {
  const db = kysely(em);
  const webhook = await requireWebhook(db, id);
  await db.deleteFrom('webhook').where('id', '=', id).execute();
  return webhook;
}

/** Makes messages pending again, as if never sent. @returns the number of messages */
async function requeueMessages(em: EntityManager, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_message set state = 'pending', attempts = 0, done_utc = null, begun_utc = null, locked_utc = null, due_utc = ${NOW}
    where ${condition}`.execute(kysely(em));
  return Number(numAffectedRows);
}

/**
 * Redelivers parked messages and, with `since`, delivered messages about changes from then on; activates the webhook.
 * Messages keep their ids. Call it in a transaction.
 * @param since in UTC
 * @throws ServiceError webhook-not-found 404
 */
export async function replayWebhook(
  em: EntityManager,
  id: number,
  since: string | null,
): Promise<{ webhook: WebhookRecord; messageCount: number }> {
  await requireWebhook(kysely(em), id);
  await activate(em, id);
  const messageCount = await requeueMessages(
    em,
    sql`webhook_id = ${id} and (state = 'parked' or (state = 'delivered' and at_utc >= ${since}::timestamp))`,
  );
  return { webhook: await requireWebhook(kysely(em), id), messageCount };
}

/**
 * Redelivers one message, whatever its state, and activates the webhook. Call it in a transaction.
 * @throws ServiceError webhook-not-found, webhook-message-not-found 404
 */
export async function replayMessage(
  em: EntityManager,
  id: number,
  messageId: string,
): Promise<{ webhook: WebhookRecord; messageCount: number }> {
  const db = kysely(em);
  await requireWebhook(db, id);
  const messageCount = await requeueMessages(em, sql`webhook_id = ${id} and message_id = ${messageId}`);
  if (messageCount === 0) throw new ServiceError('webhook-message-not-found');
  await db.updateTable('webhook').set({ is_active: true }).where('id', '=', id).execute();
  return { webhook: await requireWebhook(db, id), messageCount };
}
