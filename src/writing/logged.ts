import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { entitiesOf, kysely } from '../database/orm.ts';
import type { Change } from '../memory/log.ts';

/** Who writes, as the log of changes has it. */
export interface By {
  /** The name of the write: letters, digits and dashes. */
  readonly write: string;
  /** The id of who is logged in; 0 for nobody. */
  readonly user: number;
}

export interface Written<T> {
  readonly result: T;
  /** What the log says that has changed; undefined when it is too much to tell one by one. */
  readonly changes: readonly Change[] | undefined;
}

/** More changes at once are not told apart. */
const MOST = 1_000;

const begin = ({ write, user }: By): string =>
  `begin; select set_config('calendar.write', '${write}', true), set_config('calendar.user', '${user}', true)`;

/** The end of a transaction, and what its triggers have logged: one way to the server and back. */
const END = `select kind, record_id as id, operation from change where xid = pg_current_xact_id_if_assigned() limit ${MOST + 1}; commit`;

/**
 * Runs work in a transaction that says who it is, with a unit of work of its own. @param signal aborted when
 * nobody waits for it any more: then nothing is stored
 */
export const loggedTransaction = <T>(
  em: EntityManager,
  by: By,
  work: (em: EntityManager) => Promise<T>,
  signal?: AbortSignal,
): Promise<Written<T>> =>
  kysely(em)
    .connection()
    .execute(async (db) => {
      // It may have waited for its connection, and later for locks.
      signal?.throwIfAborted();
      await sql.raw(begin(by)).execute(db);
      try {
        const within = entitiesOf(em, db);
        const result = await work(within);
        await within.flush();
        signal?.throwIfAborted();
        const { rows } = await sql.raw<Change>(END).execute(db);
        return { result, changes: rows.length > MOST ? undefined : rows };
      } catch (error) {
        // Where the connection is lost, so is the transaction; the reason is the first error.
        await sql`rollback`.execute(db).catch(() => {});
        throw error;
      }
    });
