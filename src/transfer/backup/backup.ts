import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Db, entityManagerOn, kysely } from '../../platform/postgres/orm.ts';
import { type End, FORMAT, type Header, type Release, type RowCounts, rowLine, totalOf } from './lines.ts';
import { backupSequences, backupTables, type Table } from './tables.ts';

/** Rows of the first fetch of a table, and the limit of the others. */
const FIRST_ROWS = 10;
const MAX_ROWS = 1000;
/** The target size of a fetch, estimated from the longest row of the previous one. */
const FETCH_CHARACTERS = 1_000_000;

const quoted = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Reads the rows of a table as JSON in batches, ordered by its key. */
async function* rowsOf(db: Db, { name, columns, key }: Table): AsyncGenerator<readonly string[]> {
  await sql`
    declare rows_of_table no scroll cursor for select row_to_json(r)::text as row from (
      select ${quoted(columns)} from ${sql.table(name)} order by ${quoted(key.length > 0 ? key : columns)}) r`.execute(
    db,
  );
  for (let size = FIRST_ROWS; ; ) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(size)} from rows_of_table`.execute(db);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < size) break;
    const longest = Math.max(...rows.map(({ row }) => row.length));
    size = Math.min(MAX_ROWS, Math.max(1, Math.floor(FETCH_CHARACTERS / longest)));
  }
  await sql`close rows_of_table`.execute(db);
}

/** The applied migrations, from the first one of this release on. */
async function appliedMigrations(db: Db, [first = '']: readonly string[]): Promise<string[]> {
  const applied = await db.selectFrom('migration').select('name').where('name', '>=', first).execute();
  return applied.map(({ name }) => name).toSorted();
}

/**
 * Writes every table from one snapshot of the database.
 * @param write called with whole lines
 */
export function backup(
  em: EntityManager,
  { release, migrations }: Release,
  write: (lines: string) => Promise<void>,
): Promise<RowCounts> {
  const hash = createHash('sha256');
  const add = async (lines: readonly string[]): Promise<void> => {
    const text = `${lines.join('\n')}\n`;
    hash.update(text);
    await write(text);
  };
  const snapshot = kysely(em).transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (db) => {
    const within = entityManagerOn(em, db);
    const tables = await backupTables(within);
    const header: Header = {
      format: FORMAT,
      release,
      migrations: await appliedMigrations(db, migrations),
      tables: Object.fromEntries(tables.map(({ name, columns }) => [name, [...columns]])),
      // Sequences ignore the snapshot and are read after it, so they are beyond every id in it.
      sequences: await backupSequences(within),
    };
    await add([JSON.stringify(header)]);
    const counts = new Map<string, number>();
    for (const table of tables) {
      let count = 0;
      for await (const rows of rowsOf(db, table)) {
        await add(rows.map((row) => rowLine(table.name, row)));
        count += rows.length;
      }
      counts.set(table.name, count);
    }
    const end: End = { rows: totalOf(counts), sha256: hash.digest('hex') };
    await write(`${JSON.stringify(end)}\n`);
    return counts;
  });
}
