import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../database/orm.ts';
import { ServiceError } from '../errors.ts';
import { toUtc } from '../kernel/civil.ts';
import type { OnceAnswer, OnceRequest } from '../request.ts';
import type { Transaction } from '../writing/transaction.ts';
import { write } from '../writing/write.ts';

/** How long a key is kept (rules#idempotency), in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** How many old keys each request with a key deletes at most, so that the table does not grow for ever. */
const CLEARED = 20;

const oldest = ({ now }: Context): string => toUtc(new Date(now.getTime() - KEPT_MS));

/**
 * The answer that the same request was given before; null for the first one.
 * @throws ServiceError idempotency_key_reused 422 when the key came with another request
 */
async function earlierAnswer(
  context: Context,
  { key, fingerprint }: OnceRequest,
): Promise<OnceAnswer | null> {
  const known = await context.db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'status', 'location', 'body as text'])
    .where('user_id', '=', context.caller.id)
    .where('key', '=', key)
    .where('created_utc', '>', oldest(context))
    .executeTakeFirst();
  if (!known) return null;
  if (known.fingerprint !== fingerprint) throw new ServiceError('idempotency_key_reused');
  return { status: known.status, location: known.location, text: known.text, isRepeated: true };
}

/** Takes a key, unless it is taken already. Waits for a transaction that has taken it and has not ended. */
async function claimKey(transaction: Transaction, { key, fingerprint }: OnceRequest): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key as known (user_id, key, fingerprint, created_utc, status, body)
    values (${transaction.caller.id}, ${key}, ${fingerprint}, ${transaction.nowUtc}::timestamp, 0, '')
    on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, created_utc = excluded.created_utc
      where known.created_utc <= ${oldest(transaction)}::timestamp
    returning key`.execute(transaction.db);
  return rows.length > 0;
}

/**
 * Deletes some of the keys that are too old, but none that another transaction is deleting at this moment.
 */
const clear = (db: Db, until: string): Promise<unknown> =>
  sql`delete from idempotency_key where (user_id, key) in (
    select user_id, key from idempotency_key where created_utc <= ${until}::timestamp
    order by created_utc limit ${CLEARED} for update skip locked)`.execute(db);

/**
 * Answers a request that may be sent again. The first time, `answer` is called; what it writes and its answer
 * are stored in one transaction, both or neither. Later the same answer is given again. When several such
 * requests come at the same time, to any instances, the others wait for the first (decisions/0044,
 * rules#idempotency).
 * @param answer is given the context in which it has to write
 * @throws ServiceError idempotency_key_reused 422
 */
export async function once(
  context: Context,
  request: OnceRequest,
  answer: (context: Context) => Promise<OnceAnswer>,
): Promise<OnceAnswer> {
  const known = await earlierAnswer(context, request);
  if (known) return known;
  return write(context, async (transaction) => {
    if (!(await claimKey(transaction, request))) {
      const other = await earlierAnswer(transaction, request);
      // This only happens when the clocks of two instances are far apart.
      if (!other) throw new ServiceError('service_unavailable');
      return other;
    }
    const made = await answer(transaction);
    const { status, location, text: body } = made;
    await transaction.db
      .updateTable('idempotency_key')
      .set({ status, location, body })
      .where('user_id', '=', context.caller.id)
      .where('key', '=', request.key)
      .execute();
    await clear(transaction.db, oldest(context));
    return made;
  });
}
