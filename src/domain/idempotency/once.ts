import { sql } from 'kysely';
import { ERRORS, ServiceError } from '../../lib/errors.ts';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Context, Transaction } from '../context/context.ts';
import type { OnceAnswer, OnceRequest } from '../context/request.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { oldestKey } from './old-keys.ts';

/** The status of an answer that triggers have erased, because something that it showed was erased. */
const [ERASED] = ERRORS.idempotency_answer_erased;

/**
 * The stored answer to the same request; null for the first one.
 * @throws ServiceError idempotency_key_reused 422 when the key came with another request,
 * idempotency_answer_erased 410
 */
async function earlierAnswer(
  context: Context,
  { key, fingerprint }: OnceRequest,
): Promise<OnceAnswer | null> {
  const row = await context.db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'status', 'location', 'body as text'])
    .where('user_id', '=', context.caller.id)
    .where('key', '=', key)
    .where('created_utc', '>', oldestKey(context.clock.now))
    .executeTakeFirst();
  if (!row) return null;
  if (row.fingerprint !== fingerprint) throw new ServiceError('idempotency_key_reused');
  if (row.status === ERASED)
    throw new ServiceError(
      'idempotency_answer_erased',
      row.location === null ? {} : { data: { location: row.location } },
    );
  return { status: row.status, location: row.location, text: row.text, isRepeated: true };
}

/** Inserts a key, unless it exists already. Waits for a transaction that has inserted it and has not ended. */
async function claimKey({ context, db }: Transaction, { key, fingerprint }: OnceRequest): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key as earlier (user_id, key, fingerprint, created_utc, status, body)
    values (${context.caller.id}, ${key}, ${fingerprint}, ${context.clock.nowUtc}::timestamp, 0, '')
    on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, created_utc = excluded.created_utc
      where earlier.created_utc <= ${oldestKey(context.clock.now)}::timestamp
    returning key`.execute(db);
  return rows.length > 0;
}

/**
 * What the answer to a transaction shows, as far as it can be erased: what it has stored, what its events are
 * linked to, and the categories above its terms, which are part of addresses.
 */
const SHOWN = sql<string[]>`array(
  with recursive stored as (
      select kind, record_id as id from change where xid = pg_current_xact_id() and record_id is not null),
    own_event (id) as (select id from stored where kind = 'event'),
    link as (
      select 'record' as kind, venue_id as id from event_venue where event_id in (select id from own_event)
      union select 'record', organizer_id from event_organizer where event_id in (select id from own_event)
      union select 'term', term_id from event_term where event_id in (select id from own_event)),
    above (id) as (
      select id from stored where kind = 'term'
      union select id from link where kind = 'term'
      union select parent_id from term join above using (id) where parent_id <> 0)
  select 'record ' || id from stored where kind in (${sql.join(RECORD_KINDS.map((kind) => sql.lit(kind)))})
  union select 'record ' || id from link where kind = 'record'
  union select 'term ' || id from above)`;

/** What an answer shows that may show any record: whatever is erased erases it. */
const ANYTHING = sql<string[]>`'{unknown}'`;

/**
 * Answers a request that may be sent again. The first time, `answer` is called; what it writes and its answer
 * are stored in one transaction, both or neither. Later the same answer is sent again. When several such
 * requests come at the same time, to any instances, the others wait for the first (decisions/0044,
 * rules#idempotency).
 * @param answer gets the context in which it has to write
 * @throws ServiceError idempotency_key_reused 422, idempotency_answer_erased 410
 */
export async function once(
  context: Context,
  request: OnceRequest,
  answer: (context: Context) => Promise<OnceAnswer>,
): Promise<OnceAnswer> {
  const stored = await earlierAnswer(context, request);
  if (stored) return stored;
  return runInTransaction(context, async (transaction) => {
    if (!(await claimKey(transaction, request))) {
      const other = await earlierAnswer(transaction.context, request);
      // This only happens when the clocks of two instances are far apart.
      if (!other) throw new ServiceError('service_unavailable');
      return other;
    }
    const answered = await answer(transaction.context);
    const { status, location, text: body } = answered;
    await transaction.db
      .updateTable('idempotency_key')
      .set({ status, location, body, shows: request.showsOthers ? ANYTHING : SHOWN })
      .where('user_id', '=', context.caller.id)
      .where('key', '=', request.key)
      .execute();
    return answered;
  });
}
