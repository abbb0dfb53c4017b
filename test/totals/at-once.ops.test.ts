import pg from 'pg';
import type { TotalScope } from '../../src/domain/totals/index.ts';
import { random, WHOLE } from '../support/sample.ts';
import { openTotals, type TotalsWorld, treeOf } from './totals.world.ts';

/** Writers at once, some of which roll back or are killed, while others merge and read: decisions/0088. */
const MS = WHOLE ? 60_000 : 4_000;
const WRITERS = 6;
const EVENTS = 60;

let world: TotalsWorld;
let client: pg.Client;
const next = random('totals at once');
const below = (n: number): number => Math.floor(next() * n);
const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
const event = (): number => 1 + below(EVENTS);

beforeAll(async () => {
  world = await openTotals();
  client = new pg.Client({ connectionString: world.server.database.url });
  await client.connect();
  await client.query(`
    insert into venue (id, status, published_utc, modified_utc, slug, name, name_key)
      select 1000 + n, 'publish', '2026-01-01', '2026-01-01', 'venue-' || n, 'v', 'v' from generate_series(1, 3) n;
    insert into term (id, taxonomy, name, name_key, slug, parent_id)
      select 1000 + n, case when n < 4 then 'tribe_events_cat' else 'post_tag' end, 'term ' || n, 'term ' || n, 'term-' || n,
        case when n in (2, 3) then 1001 else 0 end from generate_series(1, 6) n`);
  for (let id = 1; id <= EVENTS; id++) await client.query(INSERT, [id, 100]);
});
afterAll(async () => {
  await client.end();
  await world.server.stop();
});

const INSERT = `
  insert into event (id, status, published_utc, modified_utc, slug, title, start_local, end_local, start_utc, end_utc, timezone)
  select $1::int, 'publish', '2026-01-01', '2026-01-01', 'event-' || $1, 'e', day, day, day, day + interval '1 hour', 'UTC'
  from (select '2027-03-10'::timestamp + $2::int * interval '5 hours' as day) as days on conflict do nothing`;

const WRITES: readonly (() => [text: string, values: unknown[]])[] = [
  () => [INSERT, [event(), below(60)]],
  () => ['delete from event where id = $1', [event()]],
  () => [
    `update event set start_utc = start_utc + interval '1 day', end_utc = end_utc + interval '1 day' where id = $1`,
    [event()],
  ],
  () => ['update event set status = $2 where id = $1', [event(), one(['publish', 'draft', 'trash'])]],
  () => ['update event set featured = not featured, title = $2 where id = $1', [event(), String(next())]],
  () => ['update event set hide_from_listings = not hide_from_listings where id = $1', [event()]],
  () => ['update event set title = $2 where id = $1', [event(), String(next())]],
  () => [
    'insert into event_term select id, $2::int from event where id = $1::int on conflict do nothing',
    [event(), 1001 + below(6)],
  ],
  () => ['delete from event_term where event_id = $1 and term_id = $2', [event(), 1001 + below(6)]],
  () => [
    'insert into event_venue select id, $2::int, 1 from event where id = $1::int on conflict do nothing',
    [event(), 1001 + below(3)],
  ],
  () => ['delete from event_venue where event_id = $1', [event()]],
];

async function write(client: pg.Client): Promise<'committed' | 'rolled back' | 'killed'> {
  await client.query(next() < 0.3 ? 'begin isolation level repeatable read' : 'begin');
  for (let n = 0; n <= below(4); n++) await client.query(...one(WRITES)());
  const end = next();
  if (end < 0.6) {
    await client.query('commit');
    return 'committed';
  }
  if (end < 0.9) {
    await client.query('rollback');
    return 'rolled back';
  }
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
  return 'killed';
}

async function writeUntil(end: number, done: Map<string, number>): Promise<void> {
  while (performance.now() < end) {
    const client = new pg.Client({ connectionString: world.server.database.url });
    client.on('error', () => {});
    await client.connect();
    let how = '';
    while (how !== 'killed' && performance.now() < end) {
      // Deadlocks, and what `repeatable read` cannot do, are ends of transactions as well.
      how = await write(client).catch(async (error: { code?: string }) => {
        await client.query('rollback').catch(() => {});
        return error.code ?? String(error);
      });
      done.set(how, (done.get(how) ?? 0) + 1);
    }
    await client.end().catch(() => {});
  }
}

test('totals are right at every moment, whoever writes', async () => {
  const scopes: TotalScope[] = [
    { kind: 'all', refs: [] },
    { kind: 'category', refs: await treeOf(world.db, 1001) },
    { kind: 'tag', refs: [1004] },
    { kind: 'venue', refs: [1001] },
  ];
  for (const scope of scopes) await world.make(scope);
  const done = new Map<string, number>();
  const end = performance.now() + MS;
  const writers = Array.from({ length: WRITERS }, () => writeUntil(end, done));
  let looks = 0;
  while (performance.now() < end) {
    if (next() < 0.7) await world.merge();
    for (const scope of scopes)
      expect({ scope, wrong: await world.make(scope) }).toEqual({ scope, wrong: 0 });
    looks += 1;
  }
  await Promise.all(writers);
  expect(looks).toBeGreaterThan(5);
  for (const how of ['committed', 'rolled back', 'killed']) expect(done.get(how) ?? 0).toBeGreaterThan(5);
  // Besides, deadlocks, links of what is gone, and what `repeatable read` cannot do.
  const other = [...done.keys()].filter(
    (how) => !['committed', 'rolled back', 'killed', '40P01', '40001', '23503'].includes(how),
  );
  expect(other).toEqual([]);
  for (let id = 1; id <= 5; id++)
    for (const [text, values] of [
      [INSERT, [id, 20]],
      [
        `update event set status = 'publish', hide_from_listings = false, featured = true,
          start_utc = '2027-04-01', end_utc = '2027-04-01 01:00' where id = $1`,
        [id],
      ],
      ['insert into event_term values ($1, 1002), ($1, 1004) on conflict do nothing', [id]],
      ['insert into event_venue values ($1, 1001, 1) on conflict do nothing', [id]],
    ] as const)
      await client.query(text, [...values]);
  for (const query of [
    '',
    'categories=1001',
    'tags=1004',
    'venue=1001',
    'featured=true&starts_before=2999-01-01',
  ]) {
    const expected = await world.count(query);
    expect(expected).toBeGreaterThan(1);
    expect({ query, ...(await world.total(query)) }).toEqual({ query, total: expected, isCounted: false });
  }
  await world.merge();
  for (const scope of scopes) expect(await world.make(scope)).toBe(0);
});

test('who writes by a snapshot that is older than a merge has to begin anew', async () => {
  const scopes: TotalScope[] = [1, 2].map((n) => ({ kind: 'venue', refs: [1000 + n] }));
  await client.query(INSERT, [500, 20]);
  await client.query('insert into event_venue values (500, 1001, 1)');
  await world.merge();
  for (const scope of scopes) await world.make(scope);
  const writer = new pg.Client({ connectionString: world.server.database.url });
  await writer.connect();
  try {
    await writer.query('begin isolation level repeatable read');
    await writer.query('select from event limit 1');
    await client.query('insert into event_venue values (500, 1002, 2)');
    await world.merge();
    await expect(
      writer.query('delete from event_venue where event_id = 500 and venue_id = 1001'),
    ).rejects.toMatchObject({ code: '40001' });
    await writer.query('rollback');
    await writer.query('begin isolation level repeatable read');
    await writer.query('delete from event_venue where event_id = 500 and venue_id = 1001');
    await writer.query('commit');
  } finally {
    await writer.end();
  }
  await world.merge();
  for (const scope of scopes) expect({ scope, wrong: await world.make(scope) }).toEqual({ scope, wrong: 0 });
});
