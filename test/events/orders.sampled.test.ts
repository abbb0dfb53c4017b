import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { orderBy } from '../../src/domain/content/keyset.ts';
import { eventList } from '../../src/domain/events/event.order.ts';
import { listCondition } from '../../src/domain/events/event.queries.ts';
import type { QueryEventsArgs } from '../../src/domain/generated/schema.ts';
import { type Db, kysely } from '../../src/platform/postgres/orm.ts';
import { openStore } from '../support/context.ts';
import { random, WHOLE } from '../support/sample.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** Pages in any order, and their totals, equal one plain statement. */
const EVENTS = 400;
const LISTS = WHOLE ? 600 : 80;

const ZONE = 'America/New_York';
/** Midday on the site's clock, between two days in UTC. */
const TODAY = '2027-03-14';
const NOW = new Date(`${TODAY}T15:30:00Z`);

let server: TestServer;
let db: Db;
async function post(path: string, body: object): Promise<number> {
  const response = await server.request('POST', path, body);
  return ((await response.json()) as { id: number }).id;
}
const next = random('orders of events');
const below = (n: number): number => Math.floor(next() * n);
const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
const some = <T>(values: readonly T[], share: number): T[] => values.filter(() => next() < share);

/** Few, to cause ties; with all kinds of letters, and long titles that differ after the sorted prefix. */
const TITLES = [
  'Éclair',
  'eclair',
  'Ecole',
  'école',
  'Zebra',
  'zebra crossing',
  'Ångström',
  'Angst',
  'ﬁnale',
  'Finale',
  'Ünder',
  'under',
  '10 songs',
  '9 songs',
  'Ярмарка',
  '日本',
  '🎉 Party',
  `${'x'.repeat(250)}a`,
  `${'x'.repeat(250)}b`,
];
const ids = { venue: [] as number[], category: [] as number[] };
const DAYS = [
  '2026-11-02',
  '2027-03-10',
  '2027-03-11',
  '2027-03-13',
  '2027-03-14',
  '2027-03-15',
  '2027-06-01',
  '2028-01-01',
];

beforeAll(async () => {
  server = await startTestServer({ env: { TIMEZONE: ZONE, RESPONSE_CACHE: 'off' }, clock: () => NOW });
  db = kysely(server.orm.em.fork());
  const places = [
    { geo_lat: 41.9, geo_lng: 12.5 },
    { geo_lat: 44.6, geo_lng: 12.5 },
    { geo_lat: -41, geo_lng: -179.9 },
    {},
  ];
  for (let n = 0; n < 60; n++)
    ids.venue.push(await post('/venues', { venue: `Hall ${n}`, ...places[Math.max(0, n - 56)] }));
  for (const n of [1, 2, 3, 4]) ids.category.push(await post('/categories', { name: `Category ${n}` }));
  const events = Array.from({ length: EVENTS }, (_, n) => ({
    slug: `event-${n}`,
    title: one(TITLES),
    status: one(['publish', 'publish', 'publish', 'publish', 'draft']),
    hidden: next() < 0.1,
    featured: next() < 0.3,
    all_day: next() < 0.3,
    zone: one([ZONE, 'Asia/Tokyo', 'Pacific/Auckland']),
    starts: `${one(DAYS)} ${one(['00:00', '10:00', '23:30'])}`,
    days: one([0, 0, 0, 1, 2, 3, 4, 500]),
    published: `${one(['2026-01-01', '2026-01-02', '2027-09-09'])} 10:00`,
    modified: `${one(['2026-02-01', '2026-02-02'])} 10:00`,
    venues: some(ids.venue.slice(-8), 0.15),
    categories: some(ids.category, 0.35),
  }));
  await sql`
    with rows as (
      select *, (case when all_day then date_trunc('day', starts) else starts end) as start_local
      from json_to_recordset(${JSON.stringify(events)}::json) as row (slug text, title text, status text, hidden boolean,
        featured boolean, all_day boolean, zone text, starts timestamp, days int, published timestamp, modified timestamp,
        venues int[], categories int[])
    ),
    timed as (select *, start_local + days * interval '1 day' + case when all_day then interval '86399 s' else interval '30 min' end as end_local from rows),
    made as (
      insert into event (slug, title, status, hide_from_listings, featured, all_day, timezone, start_local, end_local, start_utc, end_utc, published_utc, modified_utc)
      select slug, title, status, hidden, featured, all_day, zone, start_local, end_local,
        start_local at time zone zone at time zone 'utc', end_local at time zone zone at time zone 'utc', published, modified
      from timed returning id, slug
    ),
    placed as (
      insert into event_venue (event_id, venue_id, position)
      select made.id, venue, at from made join timed using (slug), unnest(venues) with ordinality as link (venue, at)
    )
    insert into event_term (event_id, term_id) select made.id, category from made join timed using (slug), unnest(categories) as category`.execute(
    db,
  );
});
afterAll(() => server.stop());

const ORDERS = {
  start_date: sql`start_utc`,
  end_date: sql`end_utc`,
  date: sql`published_utc`,
  modified: sql`modified_utc`,
  title: sql`left(regexp_replace(normalize(lower(left(title, 200)), nfkd), '[\u0300-\u036f]', '', 'g'), 200) collate "C"`,
  id: sql`id`,
} as const;

type Plain = RawBuilder<SqlBool>;
/** The start of a day on the site's clock. */
const midnight = (day: RawBuilder<unknown>) =>
  sql`(${day}::timestamp at time zone ${ZONE} at time zone 'utc')`;
const since = (end: 'start' | 'end', day: RawBuilder<unknown>): Plain => sql`(case when all_day
  then ${sql.ref(`${end}_local`)} >= ${day}::timestamp else ${sql.ref(`${end}_utc`)} >= ${midnight(day)} end)`;
const after = (day: string) => sql`(${day}::date + 1)`;

/** Parameters of a list, and their meaning in a plain statement. */
const FILTERS: readonly (() => [query: string, plain: Plain])[] = [
  () => {
    const day = one(DAYS);
    return [`starts_after=${day}`, since('start', after(day))];
  },
  () => {
    const day = one(DAYS);
    return [`starts_before=${day}`, sql`not ${since('start', after(day))}`];
  },
  () => {
    const day = one(DAYS);
    return [`ends_after=${day}`, since('end', after(day))];
  },
  () => {
    const day = one(DAYS);
    return [`ends_before=${day}`, sql`not ${since('end', after(day))}`];
  },
  () => {
    const moment = `${TODAY} 15:30`;
    const over: Plain = sql`(case when all_day then end_local < ${TODAY}::timestamp else end_utc <= ${moment}::timestamp end)`;
    return next() < 0.8 ? ['ended=false', sql`not ${over}`] : ['ended=true', over];
  },
  () => {
    const wanted = some(ids.category, 0.6);
    if (wanted.length === 0) return ['featured=true', sql`featured`];
    const plain = sql<SqlBool>`exists (select from event_term where event_id = event.id and term_id = any(${wanted}))`;
    return [`categories=${wanted.join(',')}`, plain];
  },
  () => {
    const radius = one([10, 350, 15_000]);
    const plain = sql<SqlBool>`exists (
      select from event_venue join venue on venue.id = venue_id where event_id = event.id and geo_lat is not null and 6371.0088 * acos(least(1,
        sin(radians(41.9)) * sin(radians(geo_lat)) + cos(radians(41.9)) * cos(radians(geo_lat)) * cos(radians(geo_lng - 12.5)))) <= ${radius}::float8)`;
    return [`geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=${radius}`, plain];
  },
  () => {
    const plain = sql<SqlBool>`exists (select from event_venue join venue on venue.id = venue_id where event_id = event.id and geo_lat is not null)`;
    return next() < 0.5 ? ['geoloc=true', plain] : ['geoloc=false', sql`not ${plain}`];
  },
];

test("every page in every order is a slice of the plain statement's result", async () => {
  const seen = new Set<number>();
  for (let n = 0; n < LISTS; n++) {
    const filters = some(FILTERS, 0.3).map((make) => make());
    const [order, direction] = [one(Object.keys(ORDERS) as (keyof typeof ORDERS)[]), one(['asc', 'desc'])];
    const [key, word] = [ORDERS[order], sql.raw(direction)];
    const { rows } = await sql<{ id: number }>`
      select id from event where status = 'publish' and not hide_from_listings
        and ${sql.join([sql`true`, ...filters.map(([, plain]) => plain)], sql` and `)}
      order by ${key} ${word}, id ${word}`.execute(db);
    const expected = rows.map(({ id }) => id);
    const perPage = one([3, 10, 50]);
    const page = 1 + below(Math.max(1, Math.ceil(expected.length / perPage)));
    // Any bound replaces the default window.
    const query = [...filters.map(([text]) => text), 'starts_before=2999-01-01'].reverse();
    const merged = new Map(query.map((text) => [text.split('=')[0], text]));
    const path = `/events?${[...merged.values()].join('&')}&orderby=${order}&order=${direction}&per_page=${perPage}&page=${page}`;
    const response = await server.request('GET', path, undefined, {});
    const body = (await response.json()) as { events: { id: number }[]; total: number };
    expect({
      path,
      status: response.status,
      total: body.total,
      ids: body.events.map(({ id }) => id),
    }).toEqual({
      path,
      status: 200,
      total: expected.length,
      ids: expected.slice((page - 1) * perPage, page * perPage),
    });
    seen.add(expected.length);
  }
  expect(seen.size).toBeGreaterThan(10);
});

test.each<[string, QueryEventsArgs]>([
  ['of current and upcoming events is read from the start of the first one', { filter: { hasEnded: false } }],
  [
    'by end date with a first day is read from that day',
    { filter: { startsFrom: '2031-03-01' }, orderBy: { field: 'end_date', direction: 'asc' } },
  ],
])('a list %s', async (_name, args) => {
  const store = await openStore();
  try {
    // Each ended when the next began, half of them before the store's clock.
    await sql`insert into event (status, published_utc, modified_utc, slug, title, start_local, end_local, start_utc, end_utc, timezone)
      select 'publish', '2001-01-01', '2001-01-01', n, 'Recital', starts, starts + interval '1 hour', starts, starts + interval '1 hour', 'UTC'
      from (select n, ${store.context().clock.nowUtc}::timestamp + (n - 10000) * interval '1 hour' as starts from generate_series(1, 20000) n) as hours`.execute(
      store.db,
    );
    await sql`analyze event`.execute(store.db);
    const condition = await listCondition(store.context('anonymous'), args);
    const { rows } = await sql<Record<string, string>>`
      explain (analyze) select id from event where ${condition} order by ${orderBy(eventList(args).order)} limit 11`.execute(
      store.db,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
    // The rows found and filtered at each step of the plan.
    const seen = [...plan.matchAll(/actual time=\S+ rows=(\d+)|Removed by Filter: (\d+)/g)].map(
      ([, rows, removed]) => Number(rows ?? removed),
    );
    expect(Math.max(...seen)).toBeLessThan(200);
  } finally {
    await store.close();
  }
});
