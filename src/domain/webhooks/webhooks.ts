import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import type { PasswordKeys } from '../access/password-keys.ts';
import type { UserBy } from '../generated/schema.ts';
import { needUser } from '../users/user.record.ts';
import { WebhookEntity } from './webhook.entity.ts';
import { needWebhook } from './webhook.queries.ts';
import type { WebhookRecord } from './webhook.record.ts';
import { newSecret, sealed } from './webhook-secret.ts';

interface NewWebhook {
  /** One that checkTarget has accepted. */
  url: string;
  /** In their stored form. */
  types: string[];
  user: UserBy;
  nowUtc: string;
}

/**
 * Creates a webhook, which reads with the rights of a user. Call it in a transaction.
 * @returns its secret, which is shown this once
 * @throws ServiceError user-not-found 404
 */
export async function createWebhook(
  em: EntityManager,
  keys: PasswordKeys,
  { url, types, user, nowUtc }: NewWebhook,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  const { id: userId } = await needUser(em, user);
  const secret = newSecret();
  const stored = sealed(secret, await keys.current(em));
  const webhook = em.create(WebhookEntity, { url, types, userId, secret: stored, createdUtc: nowUtc });
  await em.persist(webhook).flush();
  return { webhook: { id: webhook.id, url, types, userId, isActive: true, createdUtc: nowUtc }, secret };
}

/**
 * Changes a webhook; what is left out stays as it is. One that is switched on is tried anew. Call it in a transaction.
 * @throws ServiceError webhook-not-found 404
 */
export async function updateWebhook(
  em: EntityManager,
  id: number,
  { url, types, isActive }: { url?: string; types?: string[]; isActive?: boolean },
): Promise<WebhookRecord> {
  const db = kysely(em);
  const { isActive: wasActive } = await needWebhook(db, id);
  if (isActive === true && !wasActive) await activate(em, id);
  const changes = {
    ...(url !== undefined && { url }),
    ...(types !== undefined && { types }),
    ...(isActive === false && { is_active: false }),
  };
  if (Object.keys(changes).length > 0)
    await db.updateTable('webhook').set(changes).where('id', '=', id).execute();
  return needWebhook(db, id);
}

const NOW = sql`(now() at time zone 'utc')`;

/** Switches a webhook on; what waits is sent at once, and has a day again. */
async function activate(em: EntityManager, id: number): Promise<void> {
  const db = kysely(em);
  await sql`update webhook set is_active = true where id = ${id}`.execute(db);
  await sql`
    update webhook_message set begun_utc = null, due_utc = ${NOW}
    where webhook_id = ${id} and state = 'pending'`.execute(db);
}

/**
 * Gives a webhook another secret, by which all that is sent from now on is signed. Call it in a transaction.
 * @returns the secret, which is shown this once
 * @throws ServiceError webhook-not-found 404
 */
export async function renewSecret(
  em: EntityManager,
  keys: PasswordKeys,
  id: number,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  const db = kysely(em);
  const webhook = await needWebhook(db, id);
  const secret = newSecret();
  const stored = sealed(secret, await keys.current(em));
  await db.updateTable('webhook').set({ secret: stored }).where('id', '=', id).execute();
  return { webhook, secret };
}

/**
 * Deletes a webhook with all that it is still to be told. Call it in a transaction.
 * @returns the webhook as it was
 * @throws ServiceError webhook-not-found 404
 */
export async function deleteWebhook(em: EntityManager, id: number): Promise<WebhookRecord> {
  const db = kysely(em);
  const webhook = await needWebhook(db, id);
  await db.deleteFrom('webhook').where('id', '=', id).execute();
  return webhook;
}

/** Lets messages wait again, as if they had never been sent. @returns how many they are */
async function sendAgain(em: EntityManager, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_message set state = 'pending', attempts = 0, done_utc = null, begun_utc = null, locked_utc = null, due_utc = ${NOW}
    where ${condition}`.execute(kysely(em));
  return Number(numAffectedRows);
}

/**
 * Delivers again what was parked, and with `since` also what was delivered from then on; and lets the webhook go on if it
 * was given up. Each keeps its id. Call it in a transaction.
 * @param since in UTC
 * @returns how many messages that are
 * @throws ServiceError webhook-not-found 404
 */
export async function replayWebhook(
  em: EntityManager,
  id: number,
  since: string | null,
): Promise<{ webhook: WebhookRecord; messageCount: number }> {
  await needWebhook(kysely(em), id);
  await activate(em, id);
  const messageCount = await sendAgain(
    em,
    sql`webhook_id = ${id} and (state = 'parked' or (state = 'delivered' and at_utc >= ${since}::timestamp))`,
  );
  return { webhook: await needWebhook(kysely(em), id), messageCount };
}

/**
 * Delivers one message again, whatever has become of it; and lets the webhook go on if it was given up. Call it in a
 * transaction.
 * @throws ServiceError webhook-not-found, webhook-message-not-found 404
 */
export async function replayMessage(
  em: EntityManager,
  id: number,
  messageId: string,
): Promise<{ webhook: WebhookRecord; messageCount: number }> {
  const db = kysely(em);
  await needWebhook(db, id);
  const messageCount = await sendAgain(em, sql`webhook_id = ${id} and message_id = ${messageId}`);
  if (messageCount === 0) throw new ServiceError('webhook-message-not-found');
  await db.updateTable('webhook').set({ is_active: true }).where('id', '=', id).execute();
  return { webhook: await needWebhook(db, id), messageCount };
}
