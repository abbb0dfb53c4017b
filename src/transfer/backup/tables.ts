import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { kysely } from '../../platform/postgres/orm.ts';
import { MIGRATION_TABLE, TABLES_OF_RELEASE_BEFORE } from '../../platform/postgres/schema-comparison.ts';

/** Tables that a backup leaves out, with the reason. */
export const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  [MIGRATION_TABLE, 'made with the tables; a backup names the migrations in its first line'],
  ['change', 'transactions of one server'],
  ['change_state', 'positions of one server'],
  ...TABLES_OF_RELEASE_BEFORE.map((name) => [name, 'read by the release before alone'] as const),
]);

/** A table of a backup. */
export interface Table {
  readonly name: string;
  /** Those that are stored; PostgreSQL generates the others. */
  readonly columns: readonly string[];
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** The tables that its rows refer to. */
  readonly refersTo: readonly string[];
}

/** Where a sequence stands. */
export interface Sequence {
  readonly name: string;
  /** As text: it may be larger than a number of JavaScript. */
  readonly last: string;
  readonly isCalled: boolean;
}

/** Puts each table behind those that it refers to. */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered = new Map<string, Table>();
  const place = (table: Table, above: readonly string[]): void => {
    if (above.includes(table.name)) throw new Error(`the table ${table.name} refers to itself by others`);
    for (const other of tables)
      if (other !== table && !ordered.has(other.name) && table.refersTo.includes(other.name))
        place(other, [...above, table.name]);
    ordered.set(table.name, table);
  };
  for (const table of tables) if (!ordered.has(table.name)) place(table, []);
  return [...ordered.values()];
}

/** All tables of the database but those that are left out, each behind those that it refers to. */
export async function backupTables(em: EntityManager): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select a.attname::text from pg_index i cross join unnest(i.indkey::int[]) with ordinality k (attnum, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.at) as key,
      array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f') as "refersTo"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(kysely(em));
  return inOrder(rows.filter(({ name }) => !LEFT_OUT.has(name)));
}

/** Where the sequences stand, but those of tables that are left out. */
export async function backupSequences(em: EntityManager): Promise<Sequence[]> {
  const { rows } = await sql<{ name: string; owner: string | null }>`
    select c.relname as name, d.refobjid::regclass::text as owner
    from pg_class c
    left join pg_depend d on d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
    order by c.relname`.execute(kysely(em));
  const sequences: Sequence[] = [];
  for (const { name } of rows.filter(({ owner }) => !LEFT_OUT.has(owner ?? ''))) {
    const { rows: states } = await sql<Omit<Sequence, 'name'>>`
      select last_value::text as last, is_called as "isCalled" from ${sql.table(name)}`.execute(kysely(em));
    for (const state of states) sequences.push({ name, ...state });
  }
  return sequences;
}
