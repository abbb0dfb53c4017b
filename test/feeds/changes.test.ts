import pg from 'pg';
import { type Page, Walker } from '../../bench/support/walker.ts';
import { positionOf, positionText } from '../../src/domain/change-feed/position.ts';
import { waitingSeconds } from '../../src/domain/change-feed/stable-end.ts';
import { trimChanges } from '../../src/domain/change-feed/trim.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type As, type Body, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { brief, CHANGES, listed as listedIn, numbered, pageOf, walkerOf as walkerIn } from './walking.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.stop());

/** The same with a user of each role. */
async function withRoles(): Promise<void> {
  await world.stop();
  world = await openWorld({ roles: true });
}
async function ask(path: string, as: As = 'anonymous'): Promise<Response> {
  return world.server.send('GET', path, undefined, world.headers(as));
}
async function sent(path: string): Promise<{ status: number; body: unknown }> {
  const response = await ask(path);
  return { status: response.status, body: await response.json() };
}
const walkerOf = (as: As = 'anonymous', begin?: string): Walker => walkerIn(world, as, begin);
const listed = (): Promise<Body> => listedIn(world);

test('everything public once, from the start, as lists of REST show it', async () => {
  await world.event('Jazz', '2031-05-01 20:00', {
    venue: { venue: 'Boathouse', city: 'Rome' },
    organizer: [{ organizer: 'River Club' }, { organizer: 'Moon' }],
    categories: ['Music'],
    tags: ['open air', 'late'],
    image: 'https://img.example/1.png',
  });
  await world.event('Old', '2001-05-01');
  await world.event('Draft', '2031-05-02', { status: 'draft' });
  await numbered(world);
  const walker = walkerOf();
  const items = await walker.walk();
  expect(items.map(({ id }) => id).toSorted()).toEqual(Object.keys(await listed()));
  expect(walker.data).toEqual(await listed());
  expect(items.every(({ state }) => state === 'updated')).toBe(true);
});

/** A statement sent manually to the database. */
async function execute(statement: string, values: unknown[] = []): Promise<Body[]> {
  return recordsIn(await world.server.orm.em.getConnection().execute(statement, values));
}

test('then changes, each record once by its last change, and nothing for events that show it', async () => {
  const venue = await world.make('venue', { venue: 'Barn' });
  const shown = await world.event('In the barn', '2031-05-01', { venue: venue.id, categories: ['Music'] });
  const other = await world.event('Elsewhere', '2031-05-02');
  const [category] = recordsIn((await world.read('event', shown)).categories);
  await numbered(world);
  const walker = walkerOf();
  await walker.walk();
  for (const title of ['One', 'Two', 'Three']) await world.change('REST', 'event', other, { title });
  await world.change('REST', 'venue', venue.id, { city: 'Alderport' });
  await numbered(world);
  expect(brief(await walker.walk())).toEqual([`updated event-${other}`, `updated venue-${venue.id}`]);
  await world.change('REST', 'category', Number(category?.id), { name: 'Concerts' });
  await numbered(world);
  expect(brief(await walker.walk())).toEqual([`updated category-${category?.id}`]);
  // The feed shows an event again after its own changes, in its current form.
  await world.change('REST', 'event', shown, { title: 'Still in the barn' });
  await numbered(world);
  expect(brief(await walker.walk())).toEqual([`updated event-${shown}`]);
  expect(walker.data).toEqual(await listed());
  expect(await walker.walk()).toEqual([]);
});

test.each<[what: string, hide: (id: number) => Promise<unknown>]>([
  ['goes into the trash', (id) => world.remove('REST', 'event', id)],
  ['is made private', (id) => world.change('REST', 'event', id, { status: 'private' })],
  ['becomes a draft', (id) => world.change('REST', 'event', id, { status: 'draft' })],
  ['is hidden from lists', (id) => world.change('REST', 'event', id, { hide_from_listings: true })],
  ['is put off', (id) => world.change('REST', 'event', id, { date: '2031-04-01 08:00:00' })],
  ['is erased', (id) => world.remove('REST', 'event', id, { force: true })],
  ['is erased by hand', (id) => execute('delete from event where id = ?', [id])],
])('every reader is notified when a record %s', async (_what, hide) => {
  const id = await world.event('Jazz', '2031-05-01');
  await numbered(world);
  const walker = walkerOf();
  await walker.walk();
  expect(Object.keys(walker.data)).toContain(`event-${id}`);
  await hide(id);
  await numbered(world);
  expect(brief(await walker.walk())).toEqual([`deleted event-${id}`]);
  // New readers receive it too: RPDE has tombstones from the start.
  const [tombstone] = await walkerOf().walk();
  expect(tombstone).toEqual({
    state: 'deleted',
    kind: 'event',
    id: `event-${id}`,
    modified: expect.any(Number),
  });
});

test('the status, the old place and the online address of an event are published', async () => {
  const id = await world.event('Jazz', '2031-05-01 20:00');
  await numbered(world);
  const walker = walkerOf();
  await walker.walk();
  for (const [fields, shown] of [
    [
      { event_status: 'canceled', event_status_reason: 'Flood' },
      { event_status: 'canceled', event_status_reason: 'Flood' },
    ],
    [{ event_status: 'scheduled' }, { event_status: 'scheduled', event_status_reason: '' }],
    [{ virtual_url: 'https://meet.example/1' }, { is_virtual: true, virtual_url: 'https://meet.example/1' }],
    [{ start_date: '2031-05-01 21:00' }, { start_date: '2031-05-01 21:00:00' }],
  ]) {
    expect(await world.change('REST', 'event', id, fields ?? {})).toMatchObject({ status: 200 });
    await numbered(world);
    expect(brief(await walker.walk())).toEqual([`updated event-${id}`]);
    expect(walker.copy.get(`event-${id}`)?.data).toMatchObject(shown ?? {});
    expect(walker.data).toEqual(await listed());
  }
});

test('restored records are published, never public ones are not', async () => {
  const id = await world.event('Jazz', '2031-05-01', { status: 'draft' });
  await numbered(world);
  const walker = walkerOf();
  expect(await walker.walk()).toEqual([]);
  await world.change('REST', 'event', id, { title: 'Still a draft' });
  await numbered(world);
  expect(await walker.walk()).toEqual([]);
  await world.change('REST', 'event', id, { status: 'publish' });
  await numbered(world);
  expect(brief(await walker.walk())).toEqual([`updated event-${id}`]);
  await world.remove('REST', 'event', id);
  await numbered(world);
  await walker.walk();
  await world.change('REST', 'event', id, { status: 'publish' });
  await numbered(world);
  expect(brief(await walker.walk())).toEqual([`updated event-${id}`]);
  expect(walker.data).toEqual(await listed());
});

test('a scheduled publication appears when it is due', async () => {
  const id = await world.event('Later', '2031-05-01', { date: '2031-03-14 13:00:00', tags: ['soon'] });
  await numbered(world);
  const walker = walkerOf();
  await walker.walk();
  expect(Object.keys(walker.data).filter((one) => one.startsWith('event'))).toEqual([]);
  world.moveTo('2031-03-14 13:00:00');
  await eventually('it appears', async () => {
    await numbered(world);
    return brief(await walker.walk()).includes(`updated event-${id}`);
  });
  expect(walker.data).toEqual(await listed());
});

test('terms change when their counted events are postponed or published', async () => {
  const id = await world.event('Jazz', '2031-05-01', { tags: ['late'] });
  await numbered(world);
  const walker = walkerOf();
  await walker.walk();
  for (const date of ['2031-04-01 08:00:00', '2031-03-01 08:00:00']) {
    await world.change('REST', 'event', id, { date });
    await numbered(world);
    await walker.walk();
    expect(walker.data).toEqual(await listed());
  }
});

test('the feed waits for open transactions, to keep the order', async () => {
  const open = new pg.Client({ connectionString: world.server.database.url });
  await open.connect();
  try {
    const walker = walkerOf();
    await open.query('begin');
    await open.query(
      `insert into term (taxonomy, name, name_key, slug) values ('post_tag', 'Early', 'early', 'early')`,
    );
    await world.make('tag', { name: 'Late' });
    expect(await walker.walk()).toEqual([]);
    const waiting = await waitingSeconds(kysely(world.server.orm.em));
    expect(waiting).not.toBeNull();
    // A hidden item is not cached either: the page is computed again when the transaction has ended.
    await open.query('commit');
    await numbered(world);
    expect((await walker.walk()).map(({ data }) => data?.name)).toEqual(['Early', 'Late']);
    expect(walker.data).toEqual(await listed());
    await open.query('begin');
    await open.query(`update term set description = 'Undone' where slug = 'early'`);
    const later = await world.make('tag', { name: 'Later' });
    expect(await walker.walk()).toEqual([]);
    await open.query('rollback');
    await numbered(world);
    expect(brief(await walker.walk())).toEqual([`updated tag-${later.id}`]);
  } finally {
    await open.end();
  }
});

test('the feed does not wait for transactions of other databases', async () => {
  const other = await createTestDatabase();
  const open = new pg.Client({ connectionString: other.url });
  await open.connect();
  try {
    await open.query('begin');
    await open.query(`insert into setting (name, value) values ('open', '')`);
    const walker = walkerOf();
    const { id } = await world.make('tag', { name: 'Here' });
    await numbered(world);
    expect(brief(await walker.walk())).toEqual([`updated tag-${id}`]);
  } finally {
    await open.end();
    await other.drop();
  }
});

test('changes by another instance appear in their current form, even if the record is cached', async () => {
  // Without notifications, the service polls for changes four times a second.
  const other = await world.beside({ DATABASE_LISTEN_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  const id = await world.event('Jazz', '2031-05-01', { venue: { venue: 'Barn' } });
  const [venue] = recordsIn([(await world.read('event', id)).venue]);
  await numbered(world);
  let asked = 0;
  // Each page is computed: cached ones may be a second old.
  const fresh = (url: string): Promise<Page> => pageOf(other, url, { prefer: `wait=${asked++}` });
  const walker = new Walker(fresh, `${other.server.url}${CHANGES}`);
  await walker.walk();
  for (let round = 0; round < 8; round++) {
    const city = `City ${round}`;
    await numbered(world);
    expect(await world.change('REST', 'venue', Number(venue?.id), { city })).toMatchObject({ status: 200 });
    // This one assigns the numbers, the other one has the old record in memory.
    await walkerOf().walk();
    await walker.walk();
    expect(walker.copy.get(`venue-${venue?.id}`)?.data).toMatchObject({ city });
    await world.change('REST', 'event', id, { title: city });
    await numbered(world);
    await walker.walk();
    expect(walker.copy.get(`event-${id}`)?.data).toMatchObject({ title: city, venue: { city } });
  }
  await other.stop();
});

test('the last page is empty and links to itself; pages can be cached and requested again', async () => {
  await world.event('Jazz', '2031-05-01');
  await numbered(world);
  const first = await ask(CHANGES);
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(first.headers.get('cache-control')).toBe('public, no-cache');
  const { next, items, license } = (await first.json()) as Page;
  expect([items.length, license]).toEqual([1, '']);
  const last = await ask(next.replace(world.server.url, ''));
  expect(await last.json()).toEqual({ next, items: [], license: '' });
  const again = await world.server.send('GET', next.replace(world.server.url, ''), undefined, {
    'if-none-match': last.headers.get('etag') ?? '',
  });
  expect(again.status).toBe(304);
  // The request of a validator for the end.
  const end = `${CHANGES}?afterChangeNumber=${Number.MAX_SAFE_INTEGER}`;
  expect(await (await ask(end)).json()).toEqual({
    next: `${world.server.url}${end}`,
    items: [],
    license: '',
  });
});

test('pages have the requested size, also on the next pages', async () => {
  for (let tag = 0; tag < 7; tag++) await world.make('tag', { name: `Tag ${tag}` });
  await numbered(world);
  const walker = walkerOf('anonymous', `${world.server.url}${CHANGES}?limit=2`);
  expect(await walker.walk()).toHaveLength(7);
  expect(walker.pages).toBe(5);
  const numbers = walker.seen.map(({ modified }) => modified);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
});

test('editors follow everything with its status, others only public records', async () => {
  await withRoles();
  const draft = await world.event('Draft', '2031-05-01', { status: 'draft' });
  const hidden = await world.event('Hidden', '2031-05-01', { hide_from_listings: true });
  const trashed = await world.event('Trashed', '2031-05-01');
  await world.remove('REST', 'event', trashed);
  const erased = await world.event('Erased', '2031-05-01', { status: 'draft' });
  await numbered(world);
  const everything = walkerOf('editor');
  await everything.walk();
  const states = [...everything.copy.values()].map(({ id, kind, status }) => [id, kind, status]);
  expect(states.toSorted()).toEqual(
    [
      [`event-${draft}`, 'event', 'draft'],
      [`event-${hidden}`, 'event', 'publish'],
      [`event-${trashed}`, 'event', 'trash'],
      [`event-${erased}`, 'event', 'draft'],
    ].toSorted(),
  );
  await world.remove('REST', 'event', erased, { force: true });
  await numbered(world);
  expect(brief(await everything.walk())).toEqual([`deleted event-${erased}`]);
  for (const as of ['author', 'contributor', 'subscriber', 'anonymous'] as const)
    expect(brief(await walkerOf(as).walk())).toEqual([`deleted event-${trashed}`]);
  expect((await ask(CHANGES, 'editor')).headers.get('cache-control')).toBe('no-store, private');
  expect((await ask(CHANGES, { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' })).status).toBe(401);
});

describe('positions', () => {
  test('are read by GET and HEAD only', async () => {
    const head = await world.server.send('HEAD', CHANGES, undefined, {});
    expect([head.status, await head.text()]).toEqual([200, '']);
    const gone = `${CHANGES}?afterChangeNumber=1&walk=00000000-1`;
    expect((await world.server.send('HEAD', gone, undefined, {})).status).toBe(410);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']) {
      const { status, headers } = await world.server.send(method, CHANGES, {});
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
    }
  });

  test('of another calendar are gone', async () => {
    expect(await sent(`${CHANGES}?afterChangeNumber=0&walk=00000000-20000`)).toMatchObject({
      status: 410,
      body: { code: 'change_feed_position_gone', data: { location: `${world.server.url}${CHANGES}` } },
    });
  });

  /** The position of a reader that started the given number of days ago. */
  async function begunBefore(days: number, walker: Walker): Promise<string> {
    const [state] = await execute('select calendar from change_state');
    const calendar = String(state?.calendar);
    const address = new URL(walker.position);
    const position = positionOf(String(address.searchParams.get('walk')), calendar);
    if (!position) throw new Error('the walker has no position');
    address.searchParams.set(
      'walk',
      positionText({ ...position, startDay: position.startDay - days }, calendar),
    );
    return address.href;
  }
  const age = (): Promise<unknown> => execute(`update change set at_utc = at_utc - interval '31 days'`);
  const trim = (): Promise<void> => trimChanges(kysely(world.server.orm.em));

  test('are valid as long as tombstones, and are gone when a later one was dropped', async () => {
    const erased = await world.event('Erased', '2031-05-01');
    const kept = await world.event('Kept', '2031-05-01');
    await numbered(world);
    const walker = walkerOf();
    await walker.walk();
    const old = await begunBefore(31, walker);
    await world.remove('REST', 'event', erased, { force: true });
    await trim();
    await numbered(world);
    for (const position of [old, walker.position])
      expect(brief(await walkerOf('anonymous', position).walk())).toEqual([`deleted event-${erased}`]);
    await age();
    await trim();
    world.server.version.invalidateAll();
    expect(await sent(old.replace(world.server.url, ''))).toMatchObject({
      status: 410,
      body: {
        code: 'change_feed_position_gone',
        message: expect.stringContaining(`Start over at ${world.server.url}${CHANGES}.`),
      },
    });
    // Existing records stay, however old their last change, and only that change.
    expect(brief(await walkerOf().walk())).toEqual([`updated event-${kept}`]);
    expect((await execute('select * from change')).length).toBe(1);
    // A reader at the end can continue, however long ago it began.
    await world.change('REST', 'event', kept, { title: 'Changed' });
    await numbered(world);
    const following = walkerOf();
    await following.walk();
    const quiet = await begunBefore(400, following);
    await world.change('REST', 'event', kept, { title: 'Changed again' });
    await numbered(world);
    expect(brief(await walkerOf('anonymous', quiet).walk())).toEqual([`updated event-${kept}`]);
  });

  test('lead to the tombstone of a hidden record, until that expires', async () => {
    const id = await world.event('Jazz', '2031-05-01');
    await world.change('REST', 'event', id, { status: 'draft' });
    await world.change('REST', 'event', id, { title: 'Draft' });
    await numbered(world);
    expect(brief(await walkerOf().walk())).toEqual([`deleted event-${id}`]);
    await age();
    await trim();
    world.server.version.invalidateAll();
    expect(await walkerOf().walk()).toEqual([]);
    const everything = walkerOf(world.server.admin);
    expect(brief(await everything.walk())).toEqual([`updated event-${id}`]);
  });

  test('reveal neither whether nor how often drafts have changed', async () => {
    const draft = await world.event('Secret', '2031-05-01', { status: 'draft' });
    await world.make('tag', { name: 'First' });
    await numbered(world);
    const walker = walkerOf();
    await walker.walk();
    const last = await ask(walker.position.replace(world.server.url, ''));
    for (let time = 0; time < 5; time++)
      await world.change('REST', 'event', draft, { title: `Secret ${time}` });
    await numbered(world);
    const again = await ask(walker.position.replace(world.server.url, ''));
    expect(await again.json()).toEqual(await last.json());
    expect(again.headers.get('etag')).toBe(last.headers.get('etag'));
    await world.make('tag', { name: 'Second' });
    await numbered(world);
    const [second] = await walker.walk();
    // The number is the time of the change.
    const [row] = await execute(
      `select (extract(epoch from max(at_utc)) * 1000000)::bigint::text as at from change where type = 'tag'`,
    );
    expect(String(second?.modified)).toBe(row?.at);
  });

  test('before a failover are gone, because it may have lost changes', async () => {
    await world.make('tag', { name: 'Stored' });
    await numbered(world);
    const walker = walkerOf();
    await walker.walk();
    await execute('update change_state set timeline = timeline - 1');
    // Simulates lost connections.
    world.server.version.invalidateAll();
    expect(await sent(walker.position.replace(world.server.url, ''))).toMatchObject({ status: 410 });
    const newWalker = walkerOf();
    expect((await newWalker.walk()).map(({ data }) => data?.name)).toEqual(['Stored']);
    await world.make('tag', { name: 'After' });
    await numbered(world);
    expect((await newWalker.walk()).map(({ data }) => data?.name)).toEqual(['After']);
  });

  test('from before a restore elsewhere are gone; the log starts with the existing records', async () => {
    await world.make('tag', { name: 'Stored' });
    await numbered(world);
    const walker = walkerOf();
    await walker.walk();
    // A restored log has transactions that this server has not reached.
    await execute(
      `insert into change (xid, kind, type, record_id, operation, after) values ('9000000000', 'term', 'tag', 1, 'update', 'public')`,
    );
    await execute(`update change_state set server = 'another'`);
    await world.make('tag', { name: 'After' });
    expect(await sent(walker.position.replace(world.server.url, ''))).toMatchObject({ status: 410 });
    await numbered(world);
    const newWalker = walkerOf();
    await newWalker.walk();
    expect(newWalker.data).toEqual(await listed());
    expect(await newWalker.walk()).toEqual([]);
  });

  test('from before a restored older copy of the files are gone', async () => {
    const { id } = await world.make('tag', { name: 'Lost' });
    await numbered(world);
    const walker = walkerOf();
    await walker.walk();
    await execute(
      `select set_config('calendar.trims', 'on', false); delete from change where record_id = ${id}; reset calendar.trims`,
    );
    world.server.version.invalidateAll();
    expect(await sent(walker.position.replace(world.server.url, ''))).toMatchObject({ status: 410 });
  });

  test('are gone when a table was emptied manually', async () => {
    await world.make('tag', { name: 'Gone' });
    await numbered(world);
    const walker = walkerOf();
    await walker.walk();
    await execute('truncate term cascade');
    await numbered(world);
    expect(await sent(walker.position.replace(world.server.url, ''))).toMatchObject({ status: 410 });
    expect(await walkerOf().walk()).toEqual([]);
  });
});

test('the previous release, which stores changes for an hour, deletes none of them', async () => {
  const id = await world.event('Jazz', '2031-05-01');
  await execute(`update change set at_utc = at_utc - interval '2 hours'`);
  await execute('delete from change');
  await numbered(world);
  expect(brief(await walkerOf().walk())).toEqual([`updated event-${id}`]);
});
