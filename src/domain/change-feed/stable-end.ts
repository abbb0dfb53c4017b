import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';

/** Open transactions of this database that may still write to the change log. */
export interface Writers {
  /** Transactions with this id or a later one began after the query for writers. */
  readonly next: string | null;
  /** Their ids, as `xid`. */
  readonly ids: readonly string[];
}

/** Every open transaction counts as a writer. */
export const UNKNOWN_WRITERS: Writers = { next: null, ids: [] };

/**
 * The transactions with an id of all sessions of this database, and prepared ones: a transaction of another database of
 * the server must not hold up the log. Autovacuum has no user, and writes nothing here.
 */
const WRITERS = new Statement<object, Writers>((db) => ({
  compile: () =>
    sql<Writers>`
      with began as materialized (select pg_snapshot_xmax(pg_current_snapshot())::text as next)
      select next, array(
        select transactionid::text from pg_locks left join pg_stat_activity using (pid)
        where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted
          and (pid is null or pg_stat_activity.pid is null
            or datid = (select oid from pg_database where datname = current_database()) and usesysid is not null)) as ids
      from began`.compile(db),
}));

/**
 * The id of the oldest open transaction that may still write to the log, in the snapshot of the statement: the log is
 * complete below it. An earlier statement has to query the writers.
 */
export const stableEnd = (value: ValueOf<Writers>): RawBuilder<string> => sql`(
  select coalesce(
    (select running.xid from pg_snapshot_xip(pg_current_snapshot()) as running (xid)
      where ${value('next')}::xid8 is null or running.xid >= ${value('next')}::xid8
        or running.xid::xid = any(${value('ids')}::xid[])
      order by running.xid limit 1),
    pg_snapshot_xmax(pg_current_snapshot())))`;

/** Call it before the statement that uses the writers takes its snapshot. */
export async function currentWriters(db: Db): Promise<Writers> {
  const [writers] = await WRITERS.run(db, {});
  if (!writers) throw new Error('PostgreSQL names no transactions');
  return writers;
}

const WAITING = new Statement((db, value: ValueOf<Writers>) => ({
  compile: () =>
    sql<{ seconds: number | null }>`
      with stable as materialized (select ${stableEnd(value)} as xid)
      select extract(epoch from now() at time zone 'utc' - (
        select at_utc from change where xid >= (select xid from stable) order by xid, id limit 1))::float8 as seconds`.compile(
      db,
    ),
}));

/** How long the oldest change has waited for an open transaction; null if none waits. */
export async function waitingSeconds(db: Db): Promise<number | null> {
  const [row] = await WAITING.run(db, await currentWriters(db));
  return row?.seconds ?? null;
}
