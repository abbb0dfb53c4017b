import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Constructor, defineEntity, p } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { recordProperties } from '../../src/domain/content/record.entity.ts';
import { writeMigration } from '../../src/platform/postgres/migration-files.ts';
import { migrationOptions } from '../../src/platform/postgres/migration-options.ts';
import { type Db, kysely } from '../../src/platform/postgres/orm.ts';
import { differences } from '../../src/platform/postgres/schema-comparison.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/**
 * Tables that a developer adds, with names that no other table will have: the test writes only their entities, and
 * generates and runs their migration.
 */
const Parade = defineEntity({
  name: 'Parade',
  tableName: 'parade',
  properties: { ...recordProperties('organizer'), name: p.text() },
});
const Wagon = defineEntity({
  name: 'Wagon',
  tableName: 'wagon',
  properties: { id: p.integer().primary().autoincrement(), name: p.text() },
});
const EventParade = defineEntity({
  name: 'EventParade',
  tableName: 'event_parade',
  properties: { eventId: p.integer().primary(), paradeId: p.integer().primary() },
});
const Costume = defineEntity({
  name: 'Costume',
  tableName: 'costume',
  properties: { name: p.text().primary(), value: p.text() },
});

let database: TestDatabase;
let orm: MikroORM;
let db: Db;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const entities = [...DATABASE_SCHEMA.entities, Parade, Wagon, EventParade, Costume];
  orm = await MikroORM.init(migrationOptions(database.url, { ...DATABASE_SCHEMA, entities }));
  // Inside the project, so that the migration resolves its imports.
  folder = await mkdtemp(join(tmpdir(), 'calendar-migrations-'));
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const [path = ''] = await writeMigration('parade', await differences(orm), { folder });
  const generated: Record<string, Constructor<Migration>> = await import(pathToFileURL(path).href);
  await orm.close();
  const migrations = [
    ...DATABASE_SCHEMA.migrations,
    ...Object.values(generated).map((migration) => ({ name: 'parade', class: migration })),
  ];
  orm = await MikroORM.init(migrationOptions(database.url, { entities, migrations }));
  await orm.migrator.up();
  db = kysely(orm.em.fork());
});
afterAll(async () => {
  await orm.close();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

/** The triggers of a table as PostgreSQL prints them, without the table name. */
async function triggersOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${table}::regclass and not tgisinternal order by tgname`.execute(db);
  return rows.map(({ definition }) => definition.replaceAll(new RegExp(`\\b${table}(?=\\b|_)`, 'g'), 'T'));
}

/** The log entries of the statements, as `kind id operation`. */
async function logOf(...statements: RawBuilder<unknown>[]): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    for (const statement of statements) await statement.execute(transaction);
    const rows = await transaction
      .selectFrom('change')
      .select(['kind', 'record_id', 'operation'])
      .where('xid', '=', sql<string>`pg_current_xact_id()`)
      .orderBy('id')
      .execute();
    return rows.map(({ kind, record_id, operation }) => `${kind} ${record_id} ${operation}`);
  });
}

test('the migration leaves no difference', async () => {
  expect(await differences(orm)).toEqual({ up: [], down: [] });
});

test('all record tables have the same triggers; events have additional ones', async () => {
  const triggers = await triggersOf('parade');
  expect(triggers).toHaveLength(5);
  for (const table of ['venue', 'organizer']) expect(await triggersOf(table)).toEqual(triggers);
  const ofEvents = triggers.map((trigger) => trigger.replace('log_record_', 'log_event_'));
  expect(await triggersOf('event')).toEqual(expect.arrayContaining(ofEvents));
});

test('a table with an id has the triggers of images, and links of events have those of other links', async () => {
  expect(await triggersOf('wagon')).toEqual(await triggersOf('image'));
  expect(await triggersOf('event_venue')).toEqual(await triggersOf('event_parade'));
});

test('changes of records are logged with kind, id and operation', async () => {
  const insert = sql`insert into parade (id, status, published_utc, modified_utc, slug, name)
    values (7, 'publish', '2030-01-01', '2030-01-01', 's', 's')`;
  const update = (change: string) => sql.raw(`update parade set ${change} where id = 7`);
  expect(
    await logOf(
      insert,
      update("name = 'other'"),
      update("status = 'draft'"),
      update("status = 'trash'"),
      update("status = 'publish'"),
      sql`delete from parade`,
    ),
  ).toEqual([
    'parade 7 insert',
    'parade 7 update',
    'parade 7 state',
    'parade 7 trash',
    'parade 7 restore',
    'parade 7 delete',
  ]);
});

test('changes of other rows are logged too: links as their events, other tables by name', async () => {
  expect(
    await logOf(sql`insert into wagon (id, name) values (3, 'a')`, sql`update wagon set name = 'b'`),
  ).toEqual(['wagon 3 insert', 'wagon 3 update']);
  await orm.em.execute(`
    insert into event (id, status, published_utc, modified_utc, slug, title, start_local, end_local, start_utc, end_utc, timezone)
    values (5, 'publish', '2030-01-01', '2030-01-01', 'e', 'Event', '2031-01-01', '2031-01-02', '2031-01-01', '2031-01-02', 'UTC')`);
  expect(await logOf(sql`insert into event_parade (event_id, parade_id) values (5, 7)`)).toEqual([
    'event 5 link',
  ]);
  expect(await logOf(sql`insert into costume (name, value) values ('a', 'b')`)).toEqual([
    'costume null insert',
  ]);
});
