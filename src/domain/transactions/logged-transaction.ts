import { sql } from 'kysely';
import type { Change } from '../../platform/cache/change-log.ts';
import { entityManagerOn } from '../../platform/postgres/orm.ts';
import { type Context, Transaction } from '../context/context.ts';

/** Who writes, for the log of changes. */
export interface Actor {
  /** The unique name of the write. */
  readonly write: string;
  /** The id of the user; 0 for nobody. */
  readonly user: number;
}

interface Stored<T> {
  readonly result: T;
  /** The changes that the log has; undefined when there are too many to list. */
  readonly changes: readonly Change[] | undefined;
}

/** More changes than this in one transaction are not listed. */
const MOST = 1_000;

/** Names the actor of a transaction, for the triggers that write the log. */
const nameActor = ({ write, user }: Actor) =>
  sql`select set_config('calendar.write', ${write}, true), set_config('calendar.user', ${String(user)}, true)`;

/** What the triggers of a transaction have logged. */
const loggedChanges = () => sql<Change>`
  select kind, record_id as id, operation from change
  where xid = pg_current_xact_id_if_assigned() limit ${MOST + 1}`;

/**
 * Runs a unit of work in a transaction. Nothing is stored once the
 * client has disconnected.
 */
export function inLoggedTransaction<T>(
  context: Context,
  actor: Actor,
  work: (transaction: Transaction) => Promise<T>,
  isRetry: boolean,
): Promise<Stored<T>> {
  const { primary, signal } = context;
  return primary.db.transaction().execute(async (connection) => {
    // It may have waited for its connection, and later for locks.
    signal?.throwIfAborted();
    await nameActor(actor).execute(connection);
    const em = entityManagerOn(primary.orm.em, connection);
    const transaction = new Transaction(context, connection, em, isRetry);
    const result = await work(transaction);
    await em.flush();
    signal?.throwIfAborted();
    const { rows } = await loggedChanges().execute(connection);
    return { result, changes: rows.length > MOST ? undefined : rows };
  });
}
