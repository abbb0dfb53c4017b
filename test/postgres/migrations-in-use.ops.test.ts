import type { MigrationObject } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { migrationOptions } from '../../src/platform/postgres/migration-options.ts';
import { StepMigration } from '../../src/platform/postgres/step-migration.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { migrationsOf, migrationsSince, releaseBefore } from '../support/release.ts';

/**
 * Migrations run while the last release serves requests (decisions/0085). So a transaction that blocks others neither
 * reads nor rewrites rows of an existing table, however few there are here, and locks at most one such table.
 */
const version = await releaseBefore();
const released = await migrationsOf(version);
const since = await migrationsSince(version);

let database: TestDatabase;
let client: pg.Client;
let orm: MikroORM;
let tables: string[];
beforeAll(async () => {
  database = await createEmptyDatabase();
  orm = await MikroORM.init(migrationOptions(database.url, DATABASE_SCHEMA));
  await orm.migrator.up({ to: released.at(-1) ?? '' });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'`,
  );
  tables = rows.map(({ name }) => name);
  await client.query(`
    insert into user_account (login, login_key, role, created_utc) values ('a', 'a', 'editor', now());
    insert into venue (status, slug, name, name_key, search_text, author_id, published_utc, modified_utc)
      values ('publish', 'a', 'A', 'a', 'a', 1, now(), now());
    insert into term (taxonomy, name, name_key, slug) values ('post_tag', 'A', 'a', 'a');
    insert into event (status, slug, title, search_text, author_id, published_utc, modified_utc, start_local, end_local, start_utc, end_utc, timezone)
      select 'publish', n, n, n, 1, now(), now(), now(), now(), now(), now(), 'UTC' from generate_series(1, 100) n;
    insert into event_venue (event_id, venue_id, position) select event.id, venue.id, 1 from event, venue;
    insert into event_term (event_id, term_id) select event.id, term.id from event, term`);
});
afterAll(async () => {
  await client?.end();
  await orm?.close();
  await database.drop();
});

interface Use {
  name: string;
  file: string;
  reads: number;
}
/** Existing tables, with the file of their rows and the number of reads. */
async function use(): Promise<Map<string, Use>> {
  const { rows } = await client.query<Use>(
    `select relname as name, pg_relation_filenode(relid)::text as file, (seq_scan + coalesce(idx_scan, 0))::int as reads
     from pg_stat_xact_user_tables where relname = any($1)`,
    [tables],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Runs the statements as one transaction. @returns its effects on concurrent users of existing tables */
async function transaction(statements: readonly string[], end: string): Promise<string[]> {
  await client.query('begin');
  try {
    const before = await use();
    for (const statement of statements) await client.query(statement);
    const after = await use();
    const { rows } = await client.query<{ name: string }>(
      `select distinct relation::regclass::text as name from pg_locks
       where pid = pg_backend_pid() and locktype = 'relation' and relation::regclass::text = any($1)
         and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
      [tables],
    );
    const held = rows.map(({ name }) => name).toSorted();
    return [
      ...held
        .filter((name) => after.get(name)?.reads !== before.get(name)?.reads)
        .map((name) => `reads ${name}`),
      ...held
        .filter((name) => after.get(name)?.file !== before.get(name)?.file)
        .map((name) => `rewrites ${name}`),
      ...(held.length > 1 ? [`holds ${held.join(' and ')} at once`] : []),
    ];
  } finally {
    await client.query(end);
  }
}

/** Runs a migration as the service does. @returns its effects on concurrent users of existing tables */
async function run(Class: MigrationObject['class'], end = 'commit'): Promise<string[]> {
  const migration = new Class(orm.driver, orm.config);
  await migration.up();
  const statements = (migration.getQueries?.() ?? []).map(String);
  if (!(migration instanceof StepMigration)) return transaction(statements, end);
  const found: string[] = [];
  for (const statement of statements)
    if (/^(create|drop) (unique )?index concurrently/i.test(statement)) await client.query(statement);
    else found.push(...(await transaction([statement], end)));
  return found;
}

class Indexed extends Migration {
  override up(): void {
    this.addSql('create index never_there on event (title)');
  }
}
class Rewritten extends Migration {
  override up(): void {
    this.addSql('alter table event add column never_there uuid default gen_random_uuid()');
  }
}
class Checked extends Migration {
  override up(): void {
    this.addSql(`alter table venue add constraint never_there check (name <> '-')`);
  }
}
class Referring extends Migration {
  override up(): void {
    this.addSql(
      'alter table event add constraint never_there foreign key (post_parent) references event (id) not valid',
    );
    this.addSql(
      'alter table event_venue add constraint here_either foreign key (event_id) references event (id)',
    );
  }
}
class InSteps extends StepMigration {
  override up(): void {
    this.step('alter table event add column never_there integer');
    this.step(`alter table event add constraint here_either check (title <> '-')`);
  }
}

test.each([
  [Indexed, ['reads event']],
  [Rewritten, ['reads event', 'rewrites event']],
  [Checked, ['reads venue']],
  [Referring, ['reads event', 'reads event_venue', 'holds event and event_venue at once']],
  [InSteps, ['reads event']],
])('a blocking migration is detected: %p', async (Class, found) => {
  expect(await run(Class, 'rollback')).toEqual(found);
});

test('no migration since the last release blocks requests, and its steps may run twice', async () => {
  for (const { name, class: Class } of since) {
    expect([name, ...(await run(Class))]).toEqual([name]);
    if (Class.prototype instanceof StepMigration) expect([name, ...(await run(Class))]).toEqual([name]);
  }
});
