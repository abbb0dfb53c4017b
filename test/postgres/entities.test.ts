import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DATABASE_SCHEMA, MIGRATIONS_FOLDER } from '../../src/app/database-schema.ts';
import { migrationsIndex, writeMigration } from '../../src/platform/postgres/migration-files.ts';
import { kysely, type Orm, openOrm } from '../../src/platform/postgres/orm.ts';
import { differences } from '../../src/platform/postgres/schema-comparison.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Entities are the model: migrations create what the entities specify, and nothing else except the listed extras. */
const databases: TestDatabase[] = [];
const orms: Orm[] = [];

async function migrated(...changes: readonly string[]): Promise<Orm> {
  const database = await createTestDatabase();
  databases.push(database);
  const orm = await openOrm(database.url, 1, DATABASE_SCHEMA.entities);
  orms.push(orm);
  for (const change of changes) await sql.raw(change).execute(kysely(orm.em.fork()));
  return orm;
}

afterAll(async () => {
  for (const orm of orms) await orm.close();
  for (const database of databases) await database.drop();
});

test('the migrations create the schema of the entities', async () => {
  expect(await differences(await migrated())).toEqual({ up: [], down: [] });
});

/** Changes of the schema, with the statement that the comparison reports for each. */
const CHANGES: readonly (readonly [string, string, RegExp])[] = [
  ['an index', 'drop index event_hidden', /^create index "event_hidden"/m],
  [
    'columns of an index',
    'drop index event_listed; create index event_listed on event (id)',
    /^drop index "event_listed"/m,
  ],
  [
    'rows of a partial index',
    "drop index event_status; create index event_status on event (status) where status <> 'draft'",
    /^drop index "event_status"/m,
  ],
  [
    'a search index',
    'drop index venue_search',
    /create index venue_search on venue using gin .* with \(gin_pending_list_limit = 256\)/,
  ],
  [
    'a foreign key',
    'alter table event_venue drop constraint event_venue_venue_id_fkey',
    /add constraint "event_venue_venue_id_fkey" foreign key \("venue_id"\) .* on delete cascade/,
  ],
  [
    'the action of a foreign key',
    `alter table venue drop constraint venue_image_id_fkey;
     alter table venue add constraint venue_image_id_fkey foreign key (image_id) references image (id)`,
    /"venue_image_id_fkey" foreign key .* on delete set null/,
  ],
  [
    'a check',
    'alter table event drop constraint event_ends_after_start',
    /add constraint "event_ends_after_start" check \(end_utc >= start_utc\)/,
  ],
  [
    'the allowed values of a column',
    `alter table organizer drop constraint organizer_status_check;
     alter table organizer add constraint organizer_status_check check (status in ('publish'))`,
    /add constraint "organizer_status_check" check/,
  ],
  ['a column', 'alter table organizer drop column email', /add "email" text not null default ''/],
  ['a column without an entity', 'alter table event add column of_nobody integer', /drop column "of_nobody"/],
  ['a default', "alter table event alter column website set default '-'", /"website" set default ''/],
];

describe('differences between database and entities are reported', () => {
  let output = '';
  beforeAll(async () => {
    const { up } = await differences(await migrated(...CHANGES.map(([, change]) => change)));
    output = up.join('\n');
  });

  test.each(CHANGES)('%s', (_what, _change, statement) => {
    expect(output).toMatch(statement);
  });
});

test('migrations and entities give the same search indexes, also where MikroORM does not compare', async () => {
  const orm = await migrated();
  const db = kysely(orm.em.fork());
  const definitions = async (): Promise<{ name: string; definition: string }[]> => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes where indexname like '%\\_search'
      order by indexname`.execute(db);
    return rows;
  };
  const byMigrations = await definitions();
  expect(byMigrations.length).toBeGreaterThan(0);
  await sql.raw(`drop index ${byMigrations.map(({ name }) => name).join(', ')}`).execute(db);
  for (const statement of (await differences(orm)).up) await sql.raw(statement).execute(db);
  expect(await definitions()).toEqual(byMigrations);
});

test('every migration of the folder is listed', async () => {
  expect(await readFile(join(MIGRATIONS_FOLDER, 'index.ts'), 'utf8')).toBe(
    await migrationsIndex(MIGRATIONS_FOLDER),
  );
});

test('a migration is written and listed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-migrations-'));
  try {
    const now = new Date('2027-03-04T05:06:07Z');
    const up = ['alter table "event" add "capacity" integer', "select 'a\\b`$c'"];
    const [path = '', ...others] = await writeMigration(
      'Capacity, of events',
      { up, down: [] },
      { folder, now },
    );
    expect([path, others]).toEqual([join(folder, '20270304050607-capacity-of-events.ts'), []]);
    expect(await readFile(path, 'utf8')).toBe(`import { Migration } from '@mikro-orm/migrations';

export class Migration20270304050607 extends Migration {
  override up(): void {
    this.addSql(\`alter table "event" add "capacity" integer\`);
    this.addSql(\`select 'a\\\\b\\\`\\$c'\`);
  }

  override down(): void {
  }
}
`);
    expect(await readFile(join(folder, 'index.ts'), 'utf8')).toContain(
      "{ name: '20270304050607-capacity-of-events', class: Migration20270304050607 },",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('indexes of existing tables get a migration of their own, which creates them concurrently', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-migrations-'));
  try {
    const now = new Date('2027-03-04T05:06:59Z');
    const up = [
      'alter table "event" add "capacity" integer',
      'create index "event_capacity" on "event" ("capacity")',
      'drop index "event_status"',
      `create index "event_status" on "event" ("status") where status <> 'draft'`,
      'create unique index "venue_code" on "venue" ("zip", "city")',
      'create table "ticket" ("id" int primary key)',
      'create index "ticket_id" on "ticket" ("id")',
    ];
    const down = [
      'alter table "event" drop column "capacity"',
      'drop index "event_capacity"',
      'drop index "event_status"',
      'create index "event_status" on "event" ("status")',
      'drop index "venue_code"',
      'drop table "ticket"',
    ];
    const paths = await writeMigration('capacity', { up, down }, { folder, now });
    expect(paths).toEqual([
      join(folder, '20270304050659-capacity.ts'),
      join(folder, '20270304050700-indexes-of-capacity.ts'),
    ]);
    const [rest, indexes] = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    expect(rest).toContain('create index "ticket_id"');
    expect(rest).toContain('drop table "ticket"');
    expect(rest).not.toMatch(/event_status|event_capacity|venue_code/);
    expect(indexes).toBe(`import { StepMigration } from '../../platform/postgres/step-migration.ts';

export class Migration20270304050700 extends StepMigration {
  override up(): void {
    this.index('event_capacity', \`on "event" ("capacity")\`);
    this.index('event_status', \`on "event" ("status") where status <> 'draft'\`);
    this.index('venue_code', \`on "venue" ("zip", "city")\`, { unique: true });
  }

  override down(): void {
    this.dropIndex('event_capacity');
    this.index('event_status', \`on "event" ("status")\`);
    this.dropIndex('venue_code');
  }
}
`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
