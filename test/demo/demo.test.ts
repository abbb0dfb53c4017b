import pg from 'pg';
import { loadConfig } from '../../src/app/config.ts';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import { type Orm, openOrm } from '../../src/platform/postgres/orm.ts';
import { seedDemo } from '../../src/transfer/demo/index.ts';
import { commandContext, operationsOf } from '../../src/transfer/import/operations.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestServer } from '../support/service.ts';

const { settings } = loadConfig({});
const OPERATIONS = operationsOf(schemasOf(settings));
const SITE = 'https://calendar.example';
/** A Wednesday. */
const NOW = new Date('2031-05-14T19:30:00Z');

interface World extends AsyncDisposable {
  orm: Orm;
  adminId: number;
  /** All rows of a query. */
  rows(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
  /** The only value of a query. */
  value(sql: string, ...values: unknown[]): Promise<unknown>;
  seed(now?: Date): ReturnType<typeof seedDemo>;
}

async function emptyWorld(): Promise<World> {
  const database: TestDatabase = await createTestDatabase();
  const orm = await openOrm(database.url, 4, DATABASE_SCHEMA.entities);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const rows: World['rows'] = async (sql, ...values) =>
    (await client.query<Record<string, unknown>>(sql, values)).rows;
  const value: World['value'] = async (sql, ...values) =>
    Object.values((await rows(sql, ...values))[0] ?? {})[0];
  const adminId = Number(
    await value(
      `insert into user_account (login, login_key, role, created_utc) values ('admin', 'admin', 'administrator', now()) returning id`,
    ),
  );
  return {
    orm,
    adminId,
    rows,
    value,
    seed: async (now = NOW) =>
      seedDemo(await commandContext(orm, { settings, baseUrl: SITE }, now), OPERATIONS),
    async [Symbol.asyncDispose]() {
      await client.end();
      await orm.close();
      await database.drop();
    },
  };
}

describe('the demo calendar', () => {
  let world: World;
  let seeded: Awaited<ReturnType<typeof seedDemo>>;
  const count = async (condition: string): Promise<number> =>
    Number(await world.value(`select count(*) from event where ${condition}`));
  const now = `'${NOW.toISOString()}'::timestamp`;

  beforeAll(async () => {
    world = await emptyWorld();
    seeded = await world.seed();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test('has more than seventy events, eleven venues and nine organizers, all of the administrator', async () => {
    expect(seeded).toBe(true);
    expect(await count('true')).toBeGreaterThan(70);
    expect(await world.value('select count(*)::int from venue where geo_lat is not null')).toBe(11);
    expect(await world.value('select count(*)::int from organizer')).toBe(9);
    expect(await world.value(`select count(*)::int from term where taxonomy = 'post_tag'`)).toBe(12);
    expect(await count(`author_id <> ${world.adminId}`)).toBe(0);
  });

  test('has events of every kind', async () => {
    const kinds: [kind: string, condition: string, atLeast: number][] = [
      ['past', `end_utc < ${now}`, 5],
      ['running now', `start_utc <= ${now} and end_utc > ${now}`, 2],
      ['today', `start_local::date = date '2031-05-14'`, 1],
      ['to come', `start_utc > ${now}`, 30],
      ['whole days', 'all_day', 4],
      ['several days', 'end_local::date > start_local::date + 1', 4],
      ['past midnight', 'not all_day and end_local::date = start_local::date + 1', 1],
      ['featured', 'featured', 3],
      ['sticky', 'sticky', 1],
      ['hidden', 'hide_from_listings', 1],
      ['ticketed', 'ticketed', 5],
      [
        'canceled, with a reason',
        `event_status = 'canceled' and event_status_reason <> '' and start_utc > ${now}`,
        1,
      ],
      [
        'canceled, one date of a series',
        `event_status = 'canceled' and series_id is not null and start_utc > ${now}`,
        1,
      ],
      ['postponed', `event_status = 'postponed'`, 1],
      [
        'moved, with a reason',
        `event_status = 'scheduled' and event_status_reason <> '' and previous_starts_at <> ''`,
        1,
      ],
      [
        'online',
        `is_virtual and virtual_url <> '' and not exists (select from event_venue where event_id = event.id)`,
        1,
      ],
      [
        'online and at a venue',
        `is_virtual and virtual_url <> '' and exists (select from event_venue where event_id = event.id)`,
        1,
      ],
      ['draft', `status = 'draft'`, 1],
      ['in series', 'series_id is not null', 30],
      ['monthly', `exists (select from series where id = series_id and rule like '%MONTHLY%')`, 4],
      [
        'in a series with an exception',
        `exists (select from series where id = series_id and exceptions <> '[]')`,
        5,
      ],
      [
        'on for months',
        `end_local > start_local + interval '100 days' and start_utc < ${now} and end_utc > ${now}`,
        1,
      ],
      ['described in several paragraphs', `description like '%</p><p>%'`, 30],
      [
        'with a picture',
        `exists (select from image where id = image_id and url like '${SITE}/demo/%.svg')`,
        50,
      ],
      ['without a picture', 'image_id is null', 5],
      ['free', `cost @> '["Free"]'`, 10],
      [
        'at a venue in another zone',
        `timezone <> 'UTC' and exists (select from event_venue where event_id = event.id)`,
        1,
      ],
      ['scheduled', `status = 'future' and published_utc > ${now}`, 1],
      ['without venue', 'not exists (select from event_venue where event_id = event.id)', 3],
      ['several organizers', '(select count(*) from event_organizer where event_id = event.id) > 1', 3],
    ];
    const counts = await Promise.all(
      kinds.map(async ([kind, condition]) => [kind, await count(condition)] as const),
    );
    for (const [i, [kind, stored]] of counts.entries())
      expect({ kind, enough: stored >= (kinds[i]?.[2] ?? 0) }).toEqual({ kind, enough: true });
    expect(await world.rows('select distinct timezone from event order by timezone')).toEqual(
      ['America/New_York', 'Asia/Tokyo', 'Europe/London', 'UTC'].map((timezone) => ({ timezone })),
    );
  });

  test('uses every tag, venue, organizer and category, some through their children', async () => {
    const unused = await world.rows(`
      with recursive used as (
        select id, parent_id from term where id in (select term_id from event_term)
        union select above.id, above.parent_id from term above join used on above.id = used.parent_id)
      select name from term where id not in (select id from used)
      union all select name from venue where id not in (select venue_id from event_venue)
      union all select name from organizer where id not in (select organizer_id from event_organizer)`);
    expect(unused).toEqual([]);
    expect(await world.value('select count(*)::int from term where parent_id <> 0')).toBeGreaterThanOrEqual(
      6,
    );
  });

  test('keeps weekly events on their weekday, and texts as written', async () => {
    const days = await world.rows(
      `select distinct extract(isodow from start_local)::int as day from event where title = 'Saturday Market'`,
    );
    expect(days).toEqual([{ day: 6 }]);
    expect(await world.value(`select description from event where title = 'Improv Thursday' limit 1`)).toBe(
      '<p>You shout a place, they do the rest.</p>',
    );
  });

  test('is stored once', async () => {
    const events = await count('true');
    expect(await world.seed()).toBe(false);
    expect(await count('true')).toBe(events);
  });

  test('does not return after deletion', async () => {
    await world.rows('truncate event, venue, organizer, term cascade');
    expect(await world.seed()).toBe(false);
    expect(await count('true')).toBe(0);
  });
});

test('never touches a calendar with records', async () => {
  await using world = await emptyWorld();
  await world.rows(
    `insert into venue (name, name_key, slug, status, published_utc, modified_utc) values ('Mine', 'mine', 'mine', 'publish', now(), now())`,
  );
  expect(await world.seed()).toBe(false);
  await world.rows('truncate venue cascade');
  expect(await world.seed()).toBe(false);
  expect(await world.value('select count(*)::int from event')).toBe(0);
});

test('instances that start at the same time store it once', async () => {
  await using world = await emptyWorld();
  const stored = await Promise.all([world.seed(), world.seed(), world.seed()]);
  expect(stored.filter(Boolean)).toHaveLength(1);
  expect(await world.value(`select count(*)::int from event where title = 'Harbor Days'`)).toBe(1);
});

test('an interrupted creation leaves nothing, and the next start stores it all', async () => {
  await using world = await emptyWorld();
  await world.rows(`
    create function cut() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$;
    create trigger cut before insert on event for each row when (new.title = 'Harbor Days') execute function cut()`);
  await expect(world.seed()).rejects.toThrow('cut');
  expect(await world.value('select count(*)::int from venue')).toBe(0);
  await world.rows('drop trigger cut on event');
  expect(await world.seed()).toBe(true);
});

test.each([
  ['Monday', '2031-05-12T00:00:00Z'],
  ['Tuesday', '2031-05-13T17:59:59Z'],
  ['Wednesday', '2031-12-31T23:59:59Z'],
  ['Thursday', '2031-05-15T12:00:00Z'],
  ['Friday', '2031-10-31T20:00:00Z'],
  ['Saturday', '2031-05-17T07:59:59Z'],
  ['Sunday', '2032-02-29T22:30:00Z'],
])('has something for each link and filter from the first moment: %s, %s', async (_, time) => {
  await using world = await emptyWorld();
  expect(await world.seed(new Date(time))).toBe(true);
  const at = `'${time}'::timestamp`;
  const day = `'${time.slice(0, 10)}'::date`;
  const count = async (condition: string): Promise<number> =>
    Number(
      await world.value(
        `select count(*) from event where status = 'publish' and not hide_from_listings and ${condition}`,
      ),
    );
  const scheduled = `event_status = 'scheduled'`;
  const ahead = `start_utc > ${at}`;
  expect(await count(`${scheduled} and all_day and start_utc <= ${at} and end_utc > ${at}`)).toBe(1);
  expect(
    await count(`${scheduled} and not all_day and start_utc <= ${at} and end_utc > ${at}`),
  ).toBeGreaterThan(0);
  expect(await count(`start_local::date = ${day}`)).toBeGreaterThan(1);
  expect(
    await count(
      `${scheduled} and start_local::date - date_trunc('week', ${day})::date between 5 and 6 and end_local < start_local + interval '1 day'`,
    ),
  ).toBeGreaterThan(2);
  for (const [kind, condition, least] of [
    ['tomorrow', `start_local::date = ${day} + 1`, 1],
    ['free', `cost <@ '["Free", "0"]' and cost <> '[]'`, 5],
    ['online', 'is_virtual', 4],
    ['at a venue in another zone', `timezone <> 'UTC' and not is_virtual`, 1],
    ['all day, several days', 'all_day and end_local::date > start_local::date', 2],
    [
      'in a series with an exception',
      `exists (select from series where id = series_id and exceptions <> '[]')`,
      5,
    ],
    ['moved', `previous_starts_at <> ''`, 1],
  ] as const)
    expect({ kind, enough: (await count(`${scheduled} and ${ahead} and ${condition}`)) >= least }).toEqual({
      kind,
      enough: true,
    });
  expect(await count(`event_status = 'canceled' and ${ahead}`)).toBe(2);
  expect(await count(`event_status = 'postponed' and ${ahead}`)).toBe(1);
});

test('the service itself serves its pictures', async () => {
  const server = await startTestServer({ env: { DEMO_DATA: 'true' } });
  try {
    const rows: { url: string }[] = await server.orm.em.fork().execute('select distinct url from image');
    expect(rows.length).toBe(15);
    for (const { url } of rows) {
      const { origin, pathname } = new URL(url);
      expect(origin).toBe(server.url);
      const response = await server.send('GET', pathname, undefined, {});
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\/svg/),
      ]);
    }
  } finally {
    await server.stop();
  }
});
