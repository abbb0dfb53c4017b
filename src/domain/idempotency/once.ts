import { sql } from 'kysely';
import { ERRORS, ServiceError } from '../../lib/errors.ts';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Context, Transaction } from '../context/context.ts';
import type { IdempotentRequest, IdempotentResponse } from '../context/request.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { expiryCutoff } from './old-keys.ts';

/** The status of a response that triggers have erased together with a record in it. */
const [ERASED_STATUS] = ERRORS.idempotency_answer_erased;

/**
 * The stored response to the same request; null for the first request.
 * @throws ServiceError idempotency_key_reused 422 if the key was used for a different request,
 * idempotency_answer_erased 410
 */
async function storedResponse(
  context: Context,
  { key, fingerprint }: IdempotentRequest,
): Promise<IdempotentResponse | null> {
  const row = await context.db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'status', 'location', 'body as text'])
    .where('user_id', '=', context.caller.id)
    .where('key', '=', key)
    .where('created_utc', '>', expiryCutoff(context.clock.now))
    .executeTakeFirst();
  if (!row) return null;
  if (row.fingerprint !== fingerprint) throw new ServiceError('idempotency_key_reused');
  if (row.status === ERASED_STATUS)
    throw new ServiceError(
      'idempotency_answer_erased',
      row.location === null ? {} : { data: { location: row.location } },
    );
  return { status: row.status, location: row.location, text: row.text, isRepeated: true };
}

/** Inserts a key, unless it exists. Waits for an open transaction that has inserted it. */
async function claimKey(
  { context, db }: Transaction,
  { key, fingerprint }: IdempotentRequest,
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key as earlier (user_id, key, fingerprint, created_utc, status, body)
    values (${context.caller.id}, ${key}, ${fingerprint}, ${context.clock.nowUtc}::timestamp, 0, '')
    on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, created_utc = excluded.created_utc
      where earlier.created_utc <= ${expiryCutoff(context.clock.now)}::timestamp
    returning key`.execute(db);
  return rows.length > 0;
}

/**
 * The erasable records in the response to a transaction: the stored ones, those linked to its events, and the parent
 * categories of its terms, which are part of URLs.
 */
const SHOWN_RECORDS = sql<string[]>`array(
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

/** For a response that may show any record: erasing any record erases the response. */
const UNKNOWN_RECORDS = sql<string[]>`'{unknown}'`;

/**
 * Runs a request that may be sent again. The first time it calls `respond`; its writes and its response are stored in
 * one transaction, both or neither. Later requests get the stored response. Concurrent ones, on any instance, wait for
 * the first (decisions/0044, rules#idempotency).
 * @param respond writes in the context that it receives
 * @throws ServiceError idempotency_key_reused 422, idempotency_answer_erased 410
 */
export async function once(
  context: Context,
  request: IdempotentRequest,
  respond: (context: Context) => Promise<IdempotentResponse>,
): Promise<IdempotentResponse> {
  const stored = await storedResponse(context, request);
  if (stored) return stored;
  return runInTransaction(context, async (transaction) => {
    if (!(await claimKey(transaction, request))) {
      const other = await storedResponse(transaction.context, request);
      // This only happens when the clocks of two instances are far apart.
      if (!other) throw new ServiceError('service_unavailable');
      return other;
    }
    const response = await respond(transaction.context);
    const { status, location, text: body } = response;
    await transaction.db
      .updateTable('idempotency_key')
      .set({ status, location, body, shows: request.showsOtherRecords ? UNKNOWN_RECORDS : SHOWN_RECORDS })
      .where('user_id', '=', context.caller.id)
      .where('key', '=', request.key)
      .execute();
    return response;
  });
}
