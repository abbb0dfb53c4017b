import { sql } from 'kysely';
import type { Db } from '../postgres/orm.ts';
import { Statement, type ValueOf } from '../postgres/statement.ts';
import type { RecordVisibility } from './change.entity.ts';

/** A row of the change log; see {@link ChangeEntity}. */
export interface Change {
  readonly kind: string;
  /** null: any record of the kind. */
  readonly id: number | null;
  readonly operation: string;
  /** Of records: `event`, `venue`, `organizer`, `category` or `tag`. */
  readonly type: string | null;
  readonly before: RecordVisibility | null;
  readonly after: RecordVisibility | null;
  readonly authorId: number | null;
}

/** A change with the name of its write, if it has one (see {@link DataVersion.nameWrite}). */
export interface LoggedChange extends Change {
  readonly write: string | null;
}

type LogRow = readonly [
  kind: string,
  id: number | null,
  operation: string,
  write: string | null,
  type: string | null,
  before: RecordVisibility | null,
  after: RecordVisibility | null,
  authorId: number | null,
];

interface Reading {
  /** The snapshot of this reading (`pg_snapshot`). */
  readonly seen: string;
  /** Start time of the server, which identifies the server. */
  readonly server: string;
  /** Seconds since 1970, by the clock of the database. */
  readonly now: number;
  /** Whether the server has lost transactions, as after a restore from a backup. */
  readonly isOlder: boolean | null;
  readonly rows: readonly LogRow[];
}

/** If one reading has more changes, all data counts as changed. */
const MAX_CHANGES = 1_000;
/** If the last reading is older than this, all data counts as changed. */
const MAX_GAP_S = 1_800;

/**
 * Reads the rows that became visible since a snapshot: rows of transactions that started after it or were still
 * running. So an open transaction does not block the reading, and a late commit is not missed. A standby does not
 * report its running transactions; there all rows since the oldest running transaction are read again.
 */
const READ = new Statement((db, value: ValueOf<{ seen: string | null }>) => ({
  compile: () =>
    sql<Reading>`
      with since as materialized (
        select ${value('seen')}::pg_snapshot as seen,
          case when pg_is_in_recovery() then pg_snapshot_xmin(${value('seen')}::pg_snapshot)
            else pg_snapshot_xmax(${value('seen')}::pg_snapshot) end as xid)
      select pg_current_snapshot()::text as seen, pg_postmaster_start_time()::text as server,
        extract(epoch from clock_timestamp())::int as now,
        pg_snapshot_xmax(pg_current_snapshot()) < (select pg_snapshot_xmax(seen) from since) as "isOlder",
        array(
          select json_build_array(kind, record_id, operation, write, type, before, after, author_id) from (
            (select * from change where xid >= (select xid from since) order by xid, id limit ${sql.lit(MAX_CHANGES + 1)})
            union all
            (select * from change where xid = any(array(select pg_snapshot_xip(seen) from since))
              order by xid, id limit ${sql.lit(MAX_CHANGES + 1)})
          ) as change order by xid, id
        ) as rows`.compile(db),
}));

/** The change log, read in the order in which transactions became visible. */
export class ChangeLog {
  readonly #db: Db;
  #last: Reading | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Returns the changes since the last reading, or null if any record may have changed: at the first reading, after a
   * failed one, on another server, after a long pause, or if there are too many changes.
   */
  async read(): Promise<readonly LoggedChange[] | null> {
    const last = this.#last;
    this.#last = undefined;
    const [reading] = await READ.run(this.#db, { seen: last?.seen ?? null });
    if (!reading) throw new Error('the change log returned nothing');
    this.#last = reading;
    const { server, isOlder, now, rows } = reading;
    if (!last || server !== last.server || isOlder || now - last.now > MAX_GAP_S || rows.length > MAX_CHANGES)
      return null;
    return rows.map(([kind, id, operation, write, type, before, after, authorId]) => ({
      kind,
      id,
      operation,
      write,
      type,
      before,
      after,
      authorId,
    }));
  }
}
