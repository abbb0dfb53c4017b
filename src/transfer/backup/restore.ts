import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import { rebuildLog } from '../../domain/change-feed/history.ts';
import { errorCode } from '../../lib/object.ts';
import { type Db, entityManagerOn, kysely } from '../../platform/postgres/orm.ts';
import { ImportError } from '../import/report.ts';
import {
  BackupError,
  DAMAGED,
  endSchema,
  FORMAT,
  type Header,
  headerSchema,
  type Release,
  type RowCounts,
  readRow,
  totalOf,
} from './lines.ts';
import { backupTables, type Table } from './tables.ts';

const NOT_A_BACKUP = `is not a backup of format ${FORMAT}`;

/** Characters of the rows in one statement. */
const INSERT_CHARACTERS = 1_000_000;
/** Tables that the first start of a service fills; a restore replaces their rows. */
const FILLED_AT_START = ['user_account', 'application_password', 'setting'];

function readLine<T>(schema: v.GenericSchema<T>, line: string): T | null {
  try {
    const value: unknown = JSON.parse(line);
    return v.is(schema, value) ? value : null;
  } catch {
    return null;
  }
}

/** A backup after its first line was read. */
export interface OpenBackup {
  readonly header: Header;
  /** The first line, for the hash. */
  readonly first: string;
  readonly lines: AsyncIterator<string>;
}

/** Whether PostgreSQL refuses the data, such as a reference to a missing row (classes 22 and 23). */
const isRefusedData = (error: unknown): boolean => /^2[23]/.test(String(errorCode(error)));

/** Reads the first line of a backup. @throws BackupError if this release cannot restore it */
export async function openBackup(
  source: AsyncIterable<string>,
  { release, migrations }: Release,
): Promise<OpenBackup> {
  const lines = source[Symbol.asyncIterator]();
  const { value, done } = await lines.next().catch((error: unknown) => {
    // Invalid UTF-8 does not mean another format: it can be anywhere in the chunk that was read.
    throw error instanceof BackupError && !(error.cause instanceof ImportError)
      ? new BackupError(NOT_A_BACKUP)
      : error;
  });
  const first = done ? '' : value;
  const header = readLine(headerSchema, first);
  if (!header) throw new BackupError(NOT_A_BACKUP);
  if (header.migrations.join() !== migrations.join())
    throw new BackupError(
      `was written by release ${header.release}, whose tables differ from those of this release, ${release}. ` +
        'Restore it with its own release, then upgrade',
    );
  return { header, first, lines };
}

/** @throws BackupError for a calendar with more rows than the first start of a service stores */
async function assertEmpty(db: Db, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => !FILLED_AT_START.includes(table.name))) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0)
      throw new BackupError(
        `cannot be restored here: this calendar is not empty (${name}). Restore it with --create into ` +
          'a new folder or database, or into one that was started with DEMO_DATA=false',
      );
  }
  const users = await db.selectFrom('user_account').select('id').limit(2).execute();
  if (users.length > 1)
    throw new BackupError(
      'cannot be restored here: this calendar has users, and a restore would replace them',
    );
}

/** @throws BackupError if a table of the backup does not exist here, or has other columns */
function tableOf(tables: readonly Table[], name: string, columns: readonly string[]): Table {
  const table = tables.find((one) => one.name === name);
  if (table?.columns.toSorted().join() !== columns.toSorted().join())
    throw new BackupError(`has a table ${name} with other columns than the one here. Nothing was stored`);
  return table;
}

async function storeRows(db: Db, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(name)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(name)}, ${`[${rows.join()}]`}::json)`.execute(
    db,
  );
}

/** Stores the rows, then checks their number and hash against the last line. @throws BackupError */
async function storeLines(
  db: Db,
  tables: readonly Table[],
  { first, lines }: OpenBackup,
): Promise<RowCounts> {
  const hash = createHash('sha256').update(`${first}\n`);
  const counts = new Map<string, number>();
  let table: Table | undefined;
  let rows: string[] = [];
  let length = 0;
  const store = async (): Promise<void> => {
    if (table && rows.length > 0) await storeRows(db, table, rows);
    [rows, length] = [[], 0];
  };
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw new BackupError(DAMAGED);
    const row = readRow(line);
    if (!row) {
      await store();
      const end = readLine(endSchema, line);
      const isWhole = end?.rows === totalOf(counts) && end.sha256 === hash.digest('hex');
      if (!isWhole || !(await lines.next()).done) throw new BackupError(DAMAGED);
      return counts;
    }
    hash.update(`${line}\n`);
    if (table?.name !== row.table || length > INSERT_CHARACTERS) {
      await store();
      table = tables.find(({ name }) => name === row.table);
      if (!table) throw new BackupError(DAMAGED);
    }
    rows.push(row.row);
    length += row.row.length;
    counts.set(row.table, (counts.get(row.table) ?? 0) + 1);
  }
}

/**
 * Stores a backup in an empty calendar, all or nothing. Stores rows unchanged, with triggers disabled, so that none
 * counts or logs them; the change log notifies running services that every table was replaced.
 * @throws BackupError if the calendar is not empty, or the backup is damaged
 */
export async function restore(em: EntityManager, open: OpenBackup): Promise<RowCounts> {
  try {
    return await kysely(em)
      .transaction()
      .execute(async (db) => {
        const tables = await backupTables(entityManagerOn(em, db));
        for (const [name, columns] of Object.entries(open.header.tables)) tableOf(tables, name, columns);
        const names = sql.join(tables.map(({ name }) => sql.table(name)));
        await sql`lock table ${names} in access exclusive mode`.execute(db);
        await assertEmpty(db, tables);
        // Empties the excluded tables that refer to these, too.
        await sql`truncate ${names} cascade`.execute(db);
        const setTriggers = async (state: 'enable' | 'disable'): Promise<void> => {
          for (const { name } of tables)
            await sql`alter table ${sql.table(name)} ${sql.raw(state)} trigger user`.execute(db);
        };
        await setTriggers('disable');
        const counts = await storeLines(db, tables, open);
        await setTriggers('enable');
        await rebuildLog(db);
        for (const { name, last, isCalled } of open.header.sequences)
          await sql`select setval(${name}::regclass, ${last}::bigint, ${isCalled})`.execute(db);
        return counts;
      });
  } catch (error) {
    throw isRefusedData(error) ? new BackupError(DAMAGED) : error;
  }
}
