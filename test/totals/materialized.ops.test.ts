import { sql } from 'kysely';
import type { TotalScope } from '../../src/domain/totals/index.ts';
import { rebuildTotals } from '../../src/domain/totals/merge.ts';
import { eventually } from '../support/eventually.ts';
import { random, WHOLE } from '../support/sample.ts';
import { basic } from '../support/service.ts';
import { openTotals, type TotalsWorld, treeOf, ZONE } from './totals.world.ts';

/** Totals are exact whatever is written, by whom and in which order: decisions/0088. */
const ROUNDS = WHOLE ? 60 : 6;
const WRITES = 12;
const DAY_MS = 86_400_000;

let world: TotalsWorld;
const next = random('materialized totals');
const below = (n: number): number => Math.floor(next() * n);
const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
const some = <T>(values: readonly T[]): T[] => values.filter(() => next() < 0.4);

const ids = {
  venue: [] as number[],
  organizer: [] as number[],
  category: [] as number[],
  tag: [] as number[],
};
const events: number[] = [];

/** Around a point, 300 km from it, or unknown. */
const place = (): object =>
  one([
    { geo_lat: 41.9, geo_lng: 12.5 },
    { geo_lat: 41.9, geo_lng: 12.6 },
    { geo_lat: 44.6, geo_lng: 12.5 },
    {},
  ]);
/** A venue that only editors see. */
let draft = 0;

beforeAll(async () => {
  world = await openTotals();
  for (const n of [1, 2, 3]) {
    ids.venue.push((await world.post('/venues', { venue: `Hall ${n}`, ...place() })).id);
    ids.organizer.push((await world.post('/organizers', { organizer: `Club ${n}` })).id);
    ids.tag.push((await world.post('/tags', { name: `Tag ${n}` })).id);
  }
  draft = (await world.post('/venues', { venue: 'Cellar', ...place(), status: 'draft' })).id;
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const parent = n > 2 ? { parent: ids.category[(n - 3) % 2] } : {};
    ids.category.push((await world.post('/categories', { name: `Category ${n}`, ...parent })).id);
  }
});
afterAll(() => world.server.stop());

/** Days around the bounds of default windows, and within them. */
const day = (): string => {
  const from = one([0, 0, 0, 730, 730, 300, -400]);
  return new Date(Date.parse(world.today()) + (from + below(5) - 2) * DAY_MS).toISOString().slice(0, 10);
};

function times(): object {
  const start = day();
  const days = one([0, 0, 0, 1, 3, 900]);
  const end = new Date(Date.parse(start) + days * DAY_MS).toISOString().slice(0, 10);
  if (next() < 0.3)
    return { all_day: true, start_date: start, end_date: end, timezone: one([ZONE, 'Asia/Tokyo', 'UTC']) };
  const hour = (n: number): string => String(n).padStart(2, '0');
  const first = below(23);
  return {
    all_day: false,
    start_date: `${start} ${hour(first)}:10:00`,
    end_date: `${end} ${hour(first + below(23 - first))}:50:00`,
    timezone: one([ZONE, 'Asia/Tokyo', 'UTC', 'Asia/Kathmandu']),
  };
}

const fields = (): object => ({
  ...times(),
  status: one(['publish', 'publish', 'publish', 'draft', 'pending', 'private']),
  ...(next() < 0.2 && { date: one(['2027-05-01', '2027-01-01']) }),
  hide_from_listings: next() < 0.15,
  featured: next() < 0.3,
  ticketed: next() < 0.5,
  event_status: one(['scheduled', 'scheduled', 'canceled', 'postponed']),
  is_virtual: next() < 0.3,
  categories: some(ids.category),
  tags: some(ids.tag),
  venue: some([...ids.venue, draft]),
  organizer: some(ids.organizer),
});

/** Some of the fields. */
const change = (): object => Object.fromEntries(some(Object.entries(fields())));

const WRITING: Readonly<Record<string, () => Promise<unknown>>> = {
  create: async () => events.push((await world.post('/events', { title: 'Recital', ...fields() })).id),
  change: () =>
    world.server.request('POST', `/events/${one(events)}`, { ...change(), title: 'Recital again' }),
  move: () => world.server.request('POST', `/events/${one(events)}`, times()),
  trash: () => world.server.request('DELETE', `/events/${one(events)}`),
  erase: () => world.server.request('DELETE', `/events/${one(events)}?force=true`),
  restore: () => world.server.request('POST', `/events/${one(events)}`, { status: 'publish' }),
  series: async () => {
    const recurrence = one(['FREQ=WEEKLY;COUNT=4', 'FREQ=MONTHLY;COUNT=3', 'FREQ=MONTHLY']);
    events.push((await world.post('/events', { title: 'Class', ...fields(), ...times(), recurrence })).id);
  },
  changeSeries: () =>
    world.server.request('POST', `/events/${one(events)}?scope=${one(['all', 'following', 'this'])}`, {
      tags: some(ids.tag),
      featured: next() < 0.5,
    }),
  cancel: () =>
    world.server.request('POST', `/events/${one(events)}?scope=${one(['all', 'this'])}`, {
      event_status: one(['canceled', 'scheduled']),
    }),
  postpone: () =>
    world.server.request('POST', `/events/${one(events)}?scope=${one(['all', 'following', 'this'])}`, {
      event_status: 'postponed',
      ...times(),
    }),
  roll: () => world.pass(one([1, 8])),
  eraseSeries: () => world.server.request('DELETE', `/events/${one(events)}?scope=all`),
  /** A term that goes, and another in its place. */
  term: async () => {
    const kind = one(['category', 'tag'] as const);
    const at = below(ids[kind].length);
    const path = kind === 'tag' ? '/tags' : '/categories';
    await world.server.request('DELETE', `${path}/${ids[kind][at]}?force=true`);
    const parent =
      kind === 'category' && next() < 0.5 ? { parent: ids.category[(at + 1) % ids.category.length] } : {};
    ids[kind][at] = (
      await world.post(path, { name: `Another ${kind} ${events.length} ${next()}`, ...parent })
    ).id;
  },
  place: async () => {
    const kind = one(['venue', 'organizer'] as const);
    const at = below(ids[kind].length);
    await world.server.request('DELETE', `/${kind}s/${ids[kind][at]}?force=true`);
    ids[kind][at] = (
      await world.post(`/${kind}s`, { [kind]: `Another ${next()}`, ...(kind === 'venue' && place()) })
    ).id;
  },
  replace: () => world.server.request('POST', `/venues/${one(ids.venue)}`, place()),
  parent: () =>
    world.server.request('POST', `/categories/${one(ids.category)}`, { parent: one([0, ...ids.category]) }),
  /** By hand, past the service. */
  shift: () =>
    sql`update event set start_utc = start_utc + interval '7 hours', end_utc = end_utc + interval '9 hours',
      start_local = start_local + interval '7 hours', end_local = end_local + interval '9 hours'
      where id % 5 = ${below(5)}`.execute(world.db),
  unlink: () => sql`delete from event_term where (event_id + term_id) % 7 = ${below(7)}`.execute(world.db),
  relink: () =>
    sql`update event_venue set venue_id = ${one(ids.venue)} where event_id = ${one(events)} and venue_id <> ${one(ids.venue)}
      and not exists (select from event_venue as other where other.event_id = event_venue.event_id and other.venue_id = any(${ids.venue}))`.execute(
      world.db,
    ),
  link: () =>
    sql`insert into event_term (event_id, term_id) select event.id, term.id from event, term
      where (event.id + term.id) % 11 = ${below(11)} on conflict do nothing`.execute(world.db),
  rolledBack: () =>
    world.db
      .transaction()
      .execute(async (transaction) => {
        await sql`delete from event where id % 3 = 0`.execute(transaction);
        await sql`update event set featured = not featured`.execute(transaction);
        throw new Error('rolled back');
      })
      .catch(() => {}),
  merge: () => world.merge(),
};

/** Lists with materialized totals, with their scopes. */
async function lists(): Promise<[query: string, ...scopes: TotalScope[]][]> {
  const all: TotalScope = { kind: 'all', refs: [] };
  const placed: TotalScope = { kind: 'placed', refs: [] };
  const of = (kind: 'venue' | 'organizer' | 'tag', id: number): TotalScope => ({ kind, refs: [id] });
  const category = one(ids.category);
  const [venue, organizer, tag] = [one(ids.venue), one(ids.organizer), one(ids.tag)];
  const tree: TotalScope = { kind: 'category', refs: await treeOf(world.db, category) };
  const others = [...new Set([category, one(ids.category), one(ids.category)])];
  const trees = await Promise.all(
    others.map(async (id): Promise<TotalScope> => ({ kind: 'category', refs: await treeOf(world.db, id) })),
  );
  const circle = `geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=${one([5, 50, 500])}`;
  return [
    ['', all],
    ['ended=false', all],
    ['ended=true', all],
    ['featured=true', all],
    ['featured=false', all],
    [`start_date=${day()}`, all],
    [`end_date=${day()}`, all],
    [`starts_after=${day()}&ends_before=${day()}`, all],
    [`starts_before=${day()}&ends_after=${day()}`, all],
    [`categories=${category}`, tree],
    [`categories=${category}&featured=true&ended=false`, tree],
    [`tags=${tag}`, of('tag', tag)],
    [`venue=${venue}`, of('venue', venue)],
    [`organizer=${organizer}&starts_before=2999-01-01`, of('organizer', organizer)],
    [`categories=${others.join(',')}`, ...trees],
    [`categories=${others.join(',')}&starts_before=2999-01-01&featured=${next() < 0.5}`, ...trees],
    [`tags=${ids.tag.join(',')}&ended=false`, ...ids.tag.map((id) => of('tag', id))],
    [`venue=${ids.venue.join(',')}&start_date=${day()}`, ...ids.venue.map((id) => of('venue', id))],
    [`${circle}&starts_before=2999-01-01`, placed],
    ['geoloc=true', placed],
  ];
}

const STATUSES = ['', '&status=draft', '&status=publish', '&status=publish,future', '&status=pending,trash'];

test('random writes keep every total equal to a count', async () => {
  const made = new Map<string, TotalScope>();
  for (let n = 0; n < 40; n++) await WRITING.create?.();
  for (let round = 0; round < ROUNDS; round++) {
    const done: string[] = [];
    for (let n = 0; n < WRITES; n++) {
      const name = one(Object.keys(WRITING));
      done.push(name);
      await WRITING[name]?.();
    }
    const about = `round ${round} of seed ${process.env.TEST_SEED}: ${done.join(', ')}`;
    for (const [query, ...scopes] of await lists()) {
      for (const scope of scopes) {
        const key = JSON.stringify(scope);
        if (!made.has(key)) await world.make(scope);
        made.set(key, scope);
      }
      const headers = next() < 0.5 ? world.server.admin : {};
      const asked = query + ('authorization' in headers ? one(STATUSES) : '');
      const expected = await world.count(asked, headers);
      const { total, isCounted } = await world.total(asked, headers);
      expect({ about, asked, total }).toEqual({ about, asked, total: expected });
      // A list of one event is its own total.
      if (expected <= 1) continue;
      // Those of several records, or of places, are counted where that is quicker.
      if (scopes.length === 1 && scopes[0]?.kind !== 'placed')
        expect({ about, asked, isCounted }).toEqual({ about, asked, isCounted: false });
    }
    for (const scope of made.values())
      expect({ about, scope, wrong: await world.make(scope) }).toEqual({ about, scope, wrong: 0 });
  }
});

test('occurrences that are made, rolled forward and postponed count at once, and canceled ones go on counting', async () => {
  const tag = (await world.post('/tags', { name: 'Of a series' })).id;
  const scope: TotalScope = { kind: 'tag', refs: [tag] };
  await world.make(scope);
  const expectTotals = async (): Promise<number> => {
    const query = `tags=${tag}&starts_before=2999-01-01`;
    const { total, isCounted } = await world.total(query);
    expect({ total, isCounted }).toEqual({ total: await world.count(query), isCounted: false });
    expect(await world.make(scope)).toBe(0);
    return total;
  };
  const start = { start_date: `${world.today()} 10:00:00`, end_date: `${world.today()} 11:00:00` };
  const { id } = await world.post('/events', {
    title: 'Class',
    ...start,
    tags: [tag],
    recurrence: 'FREQ=WEEKLY',
  });
  const made = await expectTotals();
  expect(made).toBeGreaterThan(100);
  await world.pass(28);
  expect(await expectTotals()).toBe(made + 4);
  await world.merge();
  await world.post(`/events/${id}?scope=all`, { event_status: 'canceled' });
  expect(await expectTotals()).toBe(made + 4);
  const later = { start_date: `${world.today()} 18:00:00`, end_date: `${world.today()} 19:00:00` };
  await world.post(`/events/${id}?scope=all`, { event_status: 'postponed', ...later });
  expect(await expectTotals()).toBeLessThan(made + 4);
});

test('of several records, and of places where nearly all are, totals are put together, unless few events are within the bounds', async () => {
  const here = { geo_lat: -33.9, geo_lng: 151.2 };
  const venues: number[] = [];
  for (let n = 0; n < 200; n++)
    venues.push((await world.post('/venues', { venue: `Pier ${n}`, ...here })).id);
  const [one = 0, other = 0] = [
    (await world.post('/tags', { name: 'Left' })).id,
    (await world.post('/tags', { name: 'Right' })).id,
  ];
  for (const [n, venue] of venues.slice(0, 20).entries()) {
    const tags = [[one], [other], [one, other]][n % 3];
    const day = n < 2 ? '2027-05-01' : '2029-05-01';
    // The next to the last is at two of these places, the last also where nobody knows.
    const place = n < 18 ? [venue] : n === 18 ? [venue, venues[0]] : [venue, { venue: 'Unknown' }];
    await world.post('/events', {
      title: 'Regatta',
      start_date: day,
      end_date: day,
      all_day: true,
      tags,
      venue: place,
    });
  }
  for (const scope of [
    { kind: 'placed', refs: [] },
    { kind: 'tag', refs: [one] },
    { kind: 'tag', refs: [other] },
  ] as const)
    await world.make(scope);
  await world.merge();
  const ALL = 'starts_after=2000-01-01';
  const circle = (radius: number) => `geoloc_lat=-33.9&geoloc_lng=151.2&geoloc_radius=${radius}`;
  expect(await world.total(`tags=${one},${other}&${ALL}`)).toEqual({ total: 20, isCounted: false });
  expect(await world.total(`${circle(10)}&${ALL}`)).toEqual({ total: 20, isCounted: false });
  // Few of the places are elsewhere.
  const away = (await world.post('/venues', { venue: 'Reef', geo_lat: 10, geo_lng: 170 })).id;
  for (const title of ['Dive', 'Dive again'])
    await world.post('/events', {
      title,
      start_date: '2029-05-01',
      end_date: '2029-05-01',
      all_day: true,
      venue: away,
    });
  expect(await world.total(`geoloc_lat=10&geoloc_lng=170&geoloc_radius=10&${ALL}`)).toEqual({
    total: 2,
    isCounted: true,
  });
  expect(await world.total(`tags=${one},${other}&start_date=2027-04-30&end_date=2027-05-02`)).toEqual({
    total: 2,
    isCounted: true,
  });
});

test('what nobody but its author may see, and what totals know nothing of, is counted', async () => {
  const { data } = await world.server.graphql(`mutation {
    createUser(input: { login: "ann", role: AUTHOR }) { id }
    createApplicationPassword(user: "ann", name: "test") { password }
  }`);
  const made = data?.createApplicationPassword as { password: string } | undefined;
  await world.make({ kind: 'all', refs: [] });
  expect(await world.total('', basic('ann', made?.password ?? ''))).toMatchObject({ isCounted: true });
  for (const query of [
    'search=recital',
    'ongoing=false',
    'strict_dates=true',
    'series=first',
    'event_status=postponed',
    'event_status=scheduled,postponed',
    'is_virtual=false',
  ].map((filter) => `${filter}&starts_before=2999-01-01`))
    expect({ query, ...(await world.total(query)) }).toMatchObject({ query, isCounted: true });
});

test('what is truncated by hand is counted, until totals are made anew', async () => {
  const all: TotalScope = { kind: 'all', refs: [] };
  await sql`truncate event_term`.execute(world.db);
  expect(await world.total('')).toMatchObject({ isCounted: true });
  expect(await world.make(all)).toBeGreaterThan(0);
  expect(await world.make(all)).toBe(0);
});

test('a write that nothing notices is found when totals are made anew, and repaired', async () => {
  const tag: TotalScope = { kind: 'tag', refs: [ids.tag[0] ?? 0] };
  await world.post('/events', { title: 'Recital', ...times(), tags: [ids.tag[0]] });
  await world.merge();
  await world.make(tag);
  await sql`alter table event_term disable trigger event_term_unmerged_by_delete`.execute(world.db);
  await sql`delete from event_term where term_id = ${ids.tag[0]}`.execute(world.db);
  await sql`alter table event_term enable trigger event_term_unmerged_by_delete`.execute(world.db);
  expect((await rebuildTotals(world.db)).wrong).toBeGreaterThan(0);
  expect((await rebuildTotals(world.db)).wrong).toBe(0);
});

test('the service keeps the totals of long lists that are asked for, and merges what is new', async () => {
  const { id } = await world.post('/tags', { name: 'Long' });
  await sql`
    with made as (
      insert into event (status, published_utc, modified_utc, slug, title, start_local, end_local, start_utc, end_utc, timezone)
      select 'publish', '2026-01-01', '2026-01-01', 'long-' || n, 'Long', day, day, day, day, 'UTC'
      from (select n, '2027-01-01'::timestamp + n * interval '7 hours' as day from generate_series(1, 2100) n) as days
      returning id
    ) insert into event_term select id, ${id}::int from made`.execute(world.db);
  const query = `tags=${id}`;
  const unmerged = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from event_unmerged`.execute(
      world.db,
    );
    return rows[0]?.n ?? 0;
  };
  await eventually('it is merged', async () => (await unmerged()) < 100);
  await eventually('its total is materialized', async () => !(await world.total(query)).isCounted);
  expect((await world.total(query)).total).toBe(await world.count(query));
});
