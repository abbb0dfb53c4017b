import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import type { Caller } from '../access/caller.ts';
import type { Role } from '../access/role.ts';

/** For how long a process delivers alone; it renews that with each turn. In seconds. */
const LEASE_S = 20;
/** For how long something is tried, in seconds; then it is parked. */
const TRIED_S = 86_400;
/** How long to wait before another attempt, in seconds: after the first that failed, after the second and so on. */
const DELAYS_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400];
/** For how long is listed what was delivered, in days. */
const RETENTION_DAYS = 7;
const TRIMMED = 5_000;

const NOW = sql`(clock_timestamp() at time zone 'utc')`;

/** What a webhook is to be told. */
export interface Message {
  readonly number: string;
  readonly messageId: string;
  readonly type: string;
  readonly kind: string;
  readonly recordId: number;
  /** When it was stored, as RFC 3339 in UTC. */
  readonly at: string;
  readonly attempts: number;
  /** Whether everybody was shown the record before the change. */
  readonly wasPublic: boolean;
}

/** Where messages go, and with whose rights. */
export interface Target {
  readonly id: number;
  readonly url: string;
  /** What it is told of, as in `event.created`, `event.*` or `*`. */
  readonly types: readonly string[];
  readonly secret: string;
  readonly owner: Caller;
  /** How often in a row the receiver has not answered. */
  readonly failures: number;
}

/** Of an attempt: the status of the answer, or why there was none. */
interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
}

/** The webhooks that have something to be told now, and that no other process serves. @param name of this process */
export async function dueWebhooks(db: Db, name: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from webhook
    where is_active and due_utc <= ${NOW} and (leased_utc is null or leased_utc < ${NOW} or leased_by = ${name})
      and exists (select from webhook_message where webhook_id = webhook.id and state = 'pending' and due_utc <= ${NOW})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Whether there is any webhook. */
export async function hasWebhooks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from webhook) as any`.execute(db);
  return rows[0]?.any === true;
}

/** Takes a webhook for a while, or keeps it; null when another process has it, or nothing may be delivered. */
export async function leaseWebhook(db: Db, id: number, name: string): Promise<Target | null> {
  const { rows } = await sql<Omit<Target, 'owner'> & { userId: number; login: string; role: Role }>`
    update webhook set leased_by = ${name}, leased_utc = ${NOW} + make_interval(secs => ${LEASE_S})
    from user_account
    where webhook.id = ${id} and user_account.id = user_id and is_active and due_utc <= ${NOW}
      and (leased_utc is null or leased_utc < ${NOW} or leased_by = ${name})
    returning webhook.id, url, types, secret, failures, user_id as "userId", login, role`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { userId, login, role, ...target } = row;
  return { ...target, owner: { id: userId, login, role } };
}

export async function releaseWebhook(db: Db, id: number, name: string): Promise<void> {
  await sql`update webhook set leased_by = null, leased_utc = null where id = ${id} and leased_by = ${name}`.execute(
    db,
  );
}

/** The next messages, of each record one: what was stored later of it waits until this one is done. */
export async function nextMessages(db: Db, webhookId: number, most: number): Promise<Message[]> {
  const { rows } = await sql<Message>`
    select number, message_id as "messageId", type, kind, record_id as "recordId",
      to_char(at_utc, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, attempts, was_public as "wasPublic"
    from webhook_message as message
    where webhook_id = ${webhookId} and state = 'pending' and due_utc <= ${NOW} and not exists (
      select from webhook_message as before
      where before.webhook_id = message.webhook_id and before.record_id = message.record_id and before.kind = message.kind
        and before.number < message.number and before.state = 'pending')
    order by number limit ${most}`.execute(db);
  return rows;
}

/** Notes messages that have arrived, with the status of the answer, and those that were left out: without one. */
export async function finished(
  db: Db,
  messages: readonly { readonly number: string; readonly status: number | null }[],
): Promise<void> {
  const [numbers, statuses] = [messages.map(({ number }) => number), messages.map(({ status }) => status)];
  await sql`
    update webhook_message set state = case when done.status is null then 'skipped' else 'delivered' end,
      attempts = attempts + 1, status = done.status, error = null, done_utc = ${NOW}
    from unnest(${numbers}::bigint[], ${statuses}::int[]) as done (number, status)
    where webhook_message.number = done.number`.execute(db);
}

/** The delay behind a number of failures in a row, in seconds, so that not all come at once. */
const delayAfter = (failures: number): number =>
  (DELAYS_S[Math.min(failures, DELAYS_S.length) - 1] ?? 0) * (0.8 + 0.4 * Math.random());

/** Notes an attempt that failed: it is repeated later, for a day from the first one. @returns whether it is parked */
export async function failed(
  db: Db,
  { number, attempts }: Message,
  { status, error }: Outcome,
): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    update webhook_message set attempts = attempts + 1, status = ${status}, error = ${error},
      due_utc = ${NOW} + make_interval(secs => ${delayAfter(attempts + 1)}),
      state = case when begun_utc < ${NOW} - make_interval(secs => ${TRIED_S}) then 'parked' else state end,
      done_utc = case when begun_utc < ${NOW} - make_interval(secs => ${TRIED_S}) then ${NOW} end
    where number = ${number} returning state`.execute(db);
  return rows[0]?.state === 'parked';
}

/**
 * Leaves a webhook alone for a while, because its receiver does not answer, or says that it cannot: the longer the more
 * often that was so. What has waited for a day is parked. @returns how much that is
 */
export async function pauseWebhook(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update webhook set failures = failures + 1 where id = ${id} returning failures`.execute(db);
  await sql`
    update webhook set due_utc = ${NOW} + make_interval(secs => ${delayAfter(rows[0]?.failures ?? 1)}) where id = ${id}`.execute(
    db,
  );
  const { numAffectedRows = 0n } = await sql`
    update webhook_message set state = 'parked', done_utc = ${NOW}
    where webhook_id = ${id} and state = 'pending' and begun_utc < ${NOW} - make_interval(secs => ${TRIED_S})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Notes that a receiver answers again. */
export async function resumeWebhook(db: Db, id: number): Promise<void> {
  await sql`update webhook set failures = 0 where id = ${id} and failures > 0`.execute(db);
}

/** Gives a webhook up, whose receiver has said that it is gone; what it was to be told is parked. */
export async function endWebhook(db: Db, id: number): Promise<void> {
  await sql`update webhook set is_active = false where id = ${id}`.execute(db);
  await sql`
    update webhook_message set state = 'parked', done_utc = ${NOW} where webhook_id = ${id} and state = 'pending'`.execute(
    db,
  );
}

/** Deletes what was delivered, skipped or parked long ago. */
export async function trimMessages(db: Db): Promise<void> {
  await sql`
    delete from webhook_message where number in (
      select number from webhook_message where done_utc < ${NOW} - make_interval(days => ${RETENTION_DAYS})
      order by done_utc limit ${TRIMMED})`.execute(db);
}
