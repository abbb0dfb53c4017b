import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import type { PasswordKeys } from '../access/password-keys.ts';
import { needUser, type UserRef } from '../users/user.record.ts';
import { WebhookEntity } from './webhook.entity.ts';
import { newSecret, sealed } from './webhook-secret.ts';

/** A webhook without its secret, with how its deliveries stand. */
export interface WebhookRecord {
  readonly id: number;
  readonly url: string;
  readonly types: readonly string[];
  readonly user: string;
  readonly isActive: boolean;
  readonly createdUtc: string;
  readonly pending: number;
  readonly parked: number;
  /** When something was delivered last, in UTC. */
  readonly deliveredUtc: string | null;
  /** Why the last attempt that failed did. */
  readonly error: string | null;
}

/** Adds a webhook, which reads with the rights of a user. @returns its secret, which is shown this once */
export async function addWebhook(
  em: EntityManager,
  keys: PasswordKeys,
  { url, types, user, nowUtc }: { url: string; types: string[]; user: UserRef; nowUtc: string },
): Promise<{ id: number; secret: string }> {
  const { id: userId } = await needUser(em, user);
  const secret = newSecret();
  const webhook = em.create(WebhookEntity, {
    url,
    types,
    userId,
    secret: sealed(secret, await keys.current(em)),
    createdUtc: nowUtc,
  });
  await em.persist(webhook).flush();
  return { id: webhook.id, secret };
}

/** All webhooks, the oldest first. */
export async function listWebhooks(em: EntityManager): Promise<WebhookRecord[]> {
  const { rows } = await sql<WebhookRecord>`
    select webhook.id, url, types, login as user, is_active as "isActive", webhook.created_utc::text as "createdUtc",
      (select count(*)::int from webhook_message where webhook_id = webhook.id and state = 'pending') as pending,
      (select count(*)::int from webhook_message where webhook_id = webhook.id and state = 'parked') as parked,
      (select max(done_utc)::text from webhook_message where webhook_id = webhook.id and state = 'delivered') as "deliveredUtc",
      (select coalesce(error, 'status ' || status) from webhook_message
        where webhook_id = webhook.id and attempts > 0 and state <> 'delivered' order by number desc limit 1) as error
    from webhook join user_account on user_account.id = user_id order by webhook.id`.execute(kysely(em));
  return rows;
}

/** Removes a webhook with all that it is still to be told. @throws ServiceError webhook-not-found 404 */
export async function removeWebhook(em: EntityManager, id: number): Promise<{ url: string }> {
  const webhook = await need(em, id);
  await em.remove(webhook).flush();
  return webhook;
}

/**
 * Delivers again what was parked, and with `since` also what was delivered from then on, in the order in which it was
 * told first; and lets the webhook go on if it was given up. Each keeps its id.
 * @param since in UTC
 * @throws ServiceError webhook-not-found 404
 */
export async function replayWebhook(em: EntityManager, id: number, since: string | null): Promise<number> {
  const webhook = await need(em, id);
  Object.assign(webhook, { isActive: true, failures: 0 });
  await em.flush();
  const db = kysely(em);
  await sql`update webhook set due_utc = now() at time zone 'utc' where id = ${id}`.execute(db);
  const { numAffectedRows = 0n } = await sql`
    update webhook_message set state = 'pending', attempts = 0, done_utc = null, due_utc = now() at time zone 'utc',
      begun_utc = now() at time zone 'utc'
    where webhook_id = ${id} and (state = 'parked' or (state = 'delivered' and at_utc >= ${since}::timestamp))`.execute(
    db,
  );
  return Number(numAffectedRows);
}

async function need(em: EntityManager, id: number) {
  const webhook = await em.findOne(WebhookEntity, id);
  if (!webhook) throw new ServiceError('webhook-not-found');
  return webhook;
}
