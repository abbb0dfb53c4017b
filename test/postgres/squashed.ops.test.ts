import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { commitOf, unpack } from '../support/release.ts';

/** The first migration has the same result as the migrations of 0.2.0, according to PostgreSQL's catalog. */
const commit = await commitOf('0.2.0');
const withHistory = commit ? test : test.skip;

/** All properties of the schema's objects, by name. Spaces in the source of functions are ignored. */
const CATALOG = `
  select 'column ' || attrelid::regclass || ' ' || row_number() over (partition by attrelid order by attnum) as name,
    concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attstattarget, pg_get_expr(adbin, adrelid)) as definition
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
    and attnum > 0 and not attisdropped
  union all select 'relation ' || relname, concat_ws(' ', relkind, reloptions) from pg_class
  where relnamespace = 'public'::regnamespace
  union all select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace
  union all select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'sequence ' || sequencename, concat_ws(' ', data_type, start_value, max_value, increment_by, cycle)
  from pg_sequences where schemaname = 'public'
  union all select 'trigger ' || tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || oid::regprocedure,
    regexp_replace(regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g'), ' ;', ';', 'g')
  from pg_proc where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all select 'extension ' || extname, '' from pg_extension
  order by 1`;

async function catalogOf({ url }: TestDatabase): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(CATALOG)).rows;
  } finally {
    await client.end();
  }
}

const MIGRATE = `
  const { migrateDatabase } = await import('./src/platform/postgres/migrate.ts');
  const { migrationsList: migrations } = await import('./src/domain/migrations/index.ts');
  await migrateDatabase(process.env.DATABASE_URL, { entities: [], migrations });`;

withHistory('the first migration makes the tables of 0.2.0, and both lead to the same tables', async () => {
  const [older, fresh] = [await createEmptyDatabase(), await createEmptyDatabase()];
  const release = await unpack(commit ?? '', true);
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', MIGRATE], {
      cwd: release.root,
      env: { PATH: process.env.PATH, DATABASE_URL: older.url, NODE_NO_WARNINGS: '1' },
    });
    await migrateDatabase(fresh.url, { entities: [], migrations: DATABASE_SCHEMA.migrations.slice(0, 1) });
    expect(await catalogOf(fresh)).toEqual(await catalogOf(older));
    for (const database of [older, fresh]) await migrateDatabase(database.url, DATABASE_SCHEMA);
    expect(await catalogOf(fresh)).toEqual(await catalogOf(older));
  } finally {
    await release.remove();
    for (const database of [older, fresh]) await database.drop();
  }
});
