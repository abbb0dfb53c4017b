import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import type { Caller } from '../access/caller.ts';
import type { Role } from '../access/role.ts';

/** Messages in flight to one receiver, from all processes together. */
const MAX_IN_FLIGHT = 50;
/** The same for a receiver that did not respond to the last attempt. */
const MAX_IN_FLIGHT_UNRESPONSIVE = 4;
/** How long a claimed message belongs to its process, in seconds. */
const CLAIM_S = 30;
/** How long a message is retried after its first failure, in seconds; then it is parked. */
const RETRY_PERIOD_S = 86_400;
/** The delays after the first failure, the second and so on, in seconds. */
const BACKOFF_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400];
/** How long finished messages are listed, in days. */
const RETENTION_DAYS = 7;
const TRIM_BATCH_SIZE = 5_000;

const NOW = sql`(now() at time zone 'utc')`;
const seconds = (value: unknown) => sql`make_interval(secs => ${value})`;

/** The receiver, and the user whose rights decide which records it is sent. */
export interface Target {
  readonly id: number;
  readonly url: string;
  /** As in `event.created`, `event.*` or `*`. */
  readonly types: readonly string[];
  readonly secret: string;
  readonly owner: Caller;
}

/** A message claimed by this process. */
export interface Message {
  readonly number: string;
  readonly messageId: string;
  readonly type: string;
  readonly kind: string;
  readonly recordId: number;
  /** When the change was stored, RFC 3339 in UTC. */
  readonly at: string;
  readonly attempts: number;
  /** Whether the record was public before the change. */
  readonly wasPublic: boolean;
  readonly target: Target;
}

export interface Outcome {
  readonly message: Message;
  /** `failed` messages are retried, or parked. */
  readonly state: 'delivered' | 'skipped' | 'failed';
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly error: string | null;
  /** The pause that the receiver requests, in seconds. */
  readonly retryAfter: number;
}

type ClaimedRow = Omit<Message, 'target'> &
  Omit<Target, 'owner'> & { userId: number; login: string; role: Role };

interface ClaimOptions {
  readonly limit: number;
  /** Webhooks whose receivers currently do not respond. */
  readonly unresponsive: Iterable<number>;
  /** Webhooks that currently get no further messages. */
  readonly blocked: Iterable<number>;
}

export async function hasWebhooks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from webhook) as any`.execute(db);
  return rows[0]?.any === true;
}

/** Claims due messages for {@link CLAIM_S}. Receivers with the fewest messages in flight come first. */
export async function claimMessages(
  db: Db,
  { limit, unresponsive, blocked }: ClaimOptions,
): Promise<Message[]> {
  const { rows } = await sql<ClaimedRow>`
    with place as (
      select webhook.id, url, types, secret, user_id, login, role,
        (select count(*)::int from webhook_message where webhook_id = webhook.id and locked_utc > ${NOW}) as busy
      from webhook join user_account on user_account.id = user_id
      where is_active and webhook.id <> all(${[...blocked]}::int[])
    ), due as (
      select place.id, number, due_utc, busy + row_number() over (partition by place.id order by due_utc, number) as rank
      from place cross join lateral (
        select number, due_utc from webhook_message
        where webhook_id = place.id and state = 'pending' and due_utc <= ${NOW}
          and (locked_utc is null or locked_utc <= ${NOW})
        order by due_utc, number
        limit greatest(0, case when place.id = any(${[...unresponsive]}::int[])
          then ${sql.lit(MAX_IN_FLIGHT_UNRESPONSIVE)} else ${sql.lit(MAX_IN_FLIGHT)} end - busy)
        for update skip locked) as message
    ), chosen as (
      select due.number, place.* from due join place using (id) order by rank, due_utc, number limit ${limit}::int
    )
    update webhook_message as message set locked_utc = ${NOW} + ${seconds(sql.lit(CLAIM_S))}
    from chosen where message.number = chosen.number
    returning message.number, message_id as "messageId", type, kind, record_id as "recordId",
      to_char(at_utc, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, attempts, was_public as "wasPublic",
      chosen.id, url, types, secret, user_id as "userId", login, role`.execute(db);
  return rows
    .toSorted((a, b) => Number(BigInt(a.number) - BigInt(b.number)))
    .map(({ id, url, types, secret, userId, login, role, ...message }) => ({
      ...message,
      target: { id, url, types, secret, owner: { id: userId, login, role } },
    }));
}

/** Releases unsent messages, so that any process may send them at once. */
export async function releaseMessages(db: Db, messages: readonly Message[]): Promise<void> {
  const numbers = messages.map(({ number }) => number);
  await sql`update webhook_message set locked_utc = null where number = any(${numbers}::bigint[])`.execute(
    db,
  );
}

/** The delay after this many attempts, in seconds, with jitter. */
const backoffSeconds = (attempts: number): number =>
  (BACKOFF_S[Math.min(attempts, BACKOFF_S.length) - 1] ?? 0) * (0.8 + 0.4 * Math.random());

/**
 * Stores the results of attempts. A failed message is due again later, for a day from its first failure. Failures of
 * messages that were parked or replayed meanwhile do not count.
 * @returns the new states, by message number
 */
export async function settleMessages(db: Db, outcomes: readonly Outcome[]): Promise<Map<string, string>> {
  const values = outcomes.map(({ message, state, status, error, retryAfter }) => ({
    number: message.number,
    state,
    status,
    error,
    delay: backoffSeconds(message.attempts + 1),
    pause: Math.min(retryAfter, RETRY_PERIOD_S),
  }));
  const begun = sql`coalesce(begun_utc, ${NOW})`;
  const end = sql`${begun} + ${seconds(sql.lit(RETRY_PERIOD_S))}`;
  const isParked = sql`done.state = 'failed' and ${NOW} + ${seconds(sql`delay`)} > ${end}`;
  const isPending = sql`done.state = 'failed' and ${NOW} + ${seconds(sql`delay`)} <= ${end}`;
  const { rows } = await sql<{ number: string; state: string }>`
    update webhook_message as message set attempts = attempts + 1, status = done.status, error = done.error, locked_utc = null,
      begun_utc = case when done.state = 'failed' then ${begun} else begun_utc end,
      state = case when ${isParked} then 'parked' when ${isPending} then 'pending' else done.state end,
      due_utc = case when ${isPending} then least(${NOW} + ${seconds(sql`greatest(delay, pause)`)}, ${end}) else due_utc end,
      done_utc = case when ${isPending} then null else ${NOW} end
    from json_to_recordset(${JSON.stringify(values)}::json)
      as done (number bigint, state text, status int, error text, delay float8, pause float8)
    where message.number = done.number and (message.locked_utc is not null or done.state = 'delivered')
    returning message.number, message.state`.execute(db);
  return new Map(rows.map(({ number, state }) => [number, state]));
}

/** Deactivates a webhook after 410 Gone, and parks its pending messages. */
export async function deactivateWebhook(db: Db, id: number): Promise<void> {
  await sql`update webhook set is_active = false where id = ${id}`.execute(db);
  await sql`
    update webhook_message set state = 'parked', done_utc = ${NOW}, locked_utc = null
    where webhook_id = ${id} and state = 'pending'`.execute(db);
}

/** Deletes messages that finished more than {@link RETENTION_DAYS} days ago, in batches while `shouldContinue`. */
export async function trimMessages(db: Db, shouldContinue: () => boolean): Promise<void> {
  while (shouldContinue()) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_message where number in (
        select number from webhook_message where done_utc < ${NOW} - make_interval(days => ${sql.lit(RETENTION_DAYS)})
        order by done_utc limit ${sql.lit(TRIM_BATCH_SIZE)} for update skip locked)`.execute(db);
    if (numAffectedRows < TRIM_BATCH_SIZE) return;
  }
}
