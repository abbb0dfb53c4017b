import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { migrationsList } from '../../src/domain/migrations/index.ts';
import { migrationOptions } from '../../src/platform/postgres/migration-options.ts';
import { type Catalog, catalogOf, contractions } from '../support/catalog.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { lastRelease, migrationsOf } from '../support/release.ts';

/**
 * Instances of the last release keep running while those of the next one start, so they must not need anything that
 * migrations remove: decisions/0051. The map lists removed or narrowed objects since the last release, and the first
 * release that did without. Remove a row with the release that contains its migration.
 */
const DONE_WITHOUT_SINCE: Readonly<Record<string, string>> = {};

const RELEASES = fileURLToPath(new URL('../../docs/releases/', import.meta.url));

let database: TestDatabase;
let client: pg.Client;
let released: Catalog;

async function migrate(to?: string): Promise<void> {
  const orm = await MikroORM.init(migrationOptions(database.url, DATABASE_SCHEMA));
  try {
    await orm.migrator.up(to === undefined ? {} : { to });
  } finally {
    await orm.close();
  }
}

beforeAll(async () => {
  const names = await migrationsOf(await lastRelease());
  // Released migrations keep their names and order. The first migration replaces its predecessors.
  const kept = migrationsList.map(({ name }) => name).filter((name) => names.includes(name));
  expect(kept).toEqual(names.slice(-kept.length));
  expect(migrationsList.slice(0, kept.length).map(({ name }) => name)).toEqual(kept);
  database = await createEmptyDatabase();
  await migrate(names.at(-1));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  released = await catalogOf(client);
});
afterAll(async () => {
  await client?.end();
  await database.drop();
});

/** Each would break instances of a release that does not know the change. */
const NARROWING: [statement: string, says: string][] = [
  ['drop table event_term', 'table event_term is gone'],
  ['alter table organizer rename to host', 'table organizer is gone'],
  ['drop sequence term_id_seq cascade', 'sequence term_id_seq is gone'],
  ['alter table event drop column website', 'column event.website is gone'],
  ['alter table event rename column website to url', 'column event.website is gone'],
  [
    'alter table event alter column post_parent type bigint',
    'column event.post_parent is bigint, was integer',
  ],
  ['alter table venue alter column geo_lat set not null', 'column venue.geo_lat is required'],
  ['alter table venue alter column city drop default', 'column venue.city is required'],
  [
    'alter table event add column never_there integer not null',
    'column event.never_there is new and required',
  ],
  ['alter table term drop constraint term_slug_unique', 'constraint term: UNIQUE (taxonomy, slug) is gone'],
  [
    "alter table event add constraint titled check (title <> '')",
    "constraint event: CHECK ((title <> ''::text)) is new",
  ],
  [
    'alter table event add constraint author foreign key (author_id) references user_account (id)',
    'constraint event: FOREIGN KEY (author_id) REFERENCES user_account(id) is new',
  ],
  ['create unique index on event (title)', 'unique index event: btree (title) is new'],
  [
    'alter table event add column never_there integer; create unique index on event (never_there, title)',
    'unique index event: btree (never_there, title) is new',
  ],
];

/** Changes that older instances do not notice. */
const WIDENING = [
  'create table never_there (id integer primary key, name text not null unique)',
  'alter table event add column never_there integer',
  'alter table event add column never_there integer not null default 0',
  'alter table event add column never_there integer references term (id)',
  'alter table event add column never_there integer unique',
  'alter table venue alter column name drop not null',
  'alter table event drop constraint event_ends_after_start',
  'create index on event (title)',
  'drop index event_end',
];

async function made(statement: string): Promise<string[]> {
  await client.query('begin');
  try {
    await client.query(statement);
    return contractions(released, await catalogOf(client));
  } finally {
    await client.query('rollback');
  }
}

test.each(NARROWING)('%s is reported', async (statement, says) => {
  expect(await made(statement)).toContain(says);
});
test.each(WIDENING)('%s is allowed', async (statement) => {
  expect(await made(statement)).toEqual([]);
});

test('since the last release migrations only add, or remove objects that the release did not use', async () => {
  await migrate();
  expect(contractions(released, await catalogOf(client))).toEqual(Object.keys(DONE_WITHOUT_SINCE).toSorted());
  expect(await readdir(RELEASES)).toEqual(expect.arrayContaining(Object.values(DONE_WITHOUT_SINCE)));
});
