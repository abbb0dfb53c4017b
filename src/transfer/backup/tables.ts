import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { kysely } from '../../platform/postgres/orm.ts';
import { MIGRATION_TABLE, PREVIOUS_RELEASE_TABLES } from '../../platform/postgres/schema-comparison.ts';

/** Tables that a backup excludes, with the reason. */
export const EXCLUDED_TABLES: ReadonlyMap<string, string> = new Map([
  [MIGRATION_TABLE, 'created with the tables; the first line of a backup has the migrations'],
  ['change', 'transactions of one server'],
  ['change_state', 'positions of one server'],
  ['session', 'sign-ins of browsers, which a restored calendar must not revive'],
  ['upload', 'files between their preview and the import'],
  ...PREVIOUS_RELEASE_TABLES.map((name) => [name, 'read only by the previous release'] as const),
]);

export interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** The tables that its foreign keys reference. */
  readonly refersTo: readonly string[];
}

/** The position of a sequence. */
export interface Sequence {
  readonly name: string;
  /** As text, because it can exceed JavaScript's safe integers. */
  readonly last: string;
  readonly isCalled: boolean;
}

/** Sorts each table after the tables that it references. */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered = new Map<string, Table>();
  const place = (table: Table, above: readonly string[]): void => {
    if (above.includes(table.name)) throw new Error(`the table ${table.name} is part of a reference cycle`);
    for (const other of tables)
      if (other !== table && !ordered.has(other.name) && table.refersTo.includes(other.name))
        place(other, [...above, table.name]);
    ordered.set(table.name, table);
  };
  for (const table of tables) if (!ordered.has(table.name)) place(table, []);
  return [...ordered.values()];
}

/** All tables except {@link EXCLUDED_TABLES}, each after the tables that it references. */
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
  return inOrder(rows.filter(({ name }) => !EXCLUDED_TABLES.has(name)));
}

/** The positions of all sequences, except those of {@link EXCLUDED_TABLES}. */
export async function backupSequences(em: EntityManager): Promise<Sequence[]> {
  const { rows } = await sql<{ name: string; owner: string | null }>`
    select c.relname as name, d.refobjid::regclass::text as owner
    from pg_class c
    left join pg_depend d on d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
    order by c.relname`.execute(kysely(em));
  const sequences: Sequence[] = [];
  for (const { name } of rows.filter(({ owner }) => !EXCLUDED_TABLES.has(owner ?? ''))) {
    const { rows: states } = await sql<Omit<Sequence, 'name'>>`
      select last_value::text as last, is_called as "isCalled" from ${sql.table(name)}`.execute(kysely(em));
    for (const state of states) sequences.push({ name, ...state });
  }
  return sequences;
}
