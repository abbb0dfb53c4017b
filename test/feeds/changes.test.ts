import pg from 'pg';
import { type Page, Walker } from '../../bench/support/walker.ts';
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

/** A statement on the database, as somebody by hand. */
async function execute(statement: string, values: unknown[] = []): Promise<Body[]> {
  return recordsIn(await world.server.orm.em.getConnection().execute(statement, values));
}

test('who comes before anything has its number waits for that', async () => {
  await withRoles();
  const id = await world.event('Jazz', '2031-05-01');
  await numbered(world);
  await walkerOf().walk();
  // As it is before the first round.
  await execute(`delete from feed_item`);
  await execute(`update feed_state set server = '', seen = null, is_complete = false`);
  // Nothing is cached for a login.
  expect(brief(await walkerOf('subscriber').walk())).toEqual([`updated event-${id}`]);
});

test('then what changes, each record once by its last change, and what shows it', async () => {
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
  expect(brief(await walker.walk())).toEqual([
    `updated event-${other}`,
    `updated venue-${venue.id}`,
    `updated event-${shown}`,
  ]);
  expect(walker.data).toEqual(await listed());
  await world.change('REST', 'category', Number(category?.id), { name: 'Concerts' });
  await numbered(world);
  expect(brief(await walker.walk())).toEqual([`updated category-${category?.id}`, `updated event-${shown}`]);
  expect(walker.data).toEqual(await listed());
  expect(await walker.walk()).toEqual([]);
});

test('what lies below a category shows its slug, and is told when that changes', async () => {
  const music = await world.make('category', { name: 'Music' });
  const jazz = await world.make('category', { name: 'Jazz', parent: music.id });
  const bebop = await world.make('category', { name: 'Bebop', parent: jazz.id });
  const event = await world.event('Night', '2031-05-01', { categories: [bebop.id] });
  await numbered(world);
  const walker = walkerOf();
  await walker.walk();
  await world.change('REST', 'category', music.id, { slug: 'sound' });
  await numbered(world);
  expect(brief(await walker.walk()).toSorted()).toEqual(
    [music, jazz, bebop]
      .map(({ id }) => `updated category-${id}`)
      .concat(`updated event-${event}`)
      .toSorted(),
  );
  expect(walker.data).toEqual(await listed());
});

test('an image that gets another address moves what shows it', async () => {
  const event = await world.event('Night', '2031-05-01', { image: 'https://img.example/1.png' });
  await numbered(world);
  const walker = walkerOf();
  await walker.walk();
  await execute(`update image set url = 'https://img.example/2.png'`);
  await numbered(world);
  expect(brief(await walker.walk())).toEqual([`updated event-${event}`]);
  expect(walker.data).toEqual(await listed());
});

test.each<[what: string, hide: (id: number) => Promise<unknown>]>([
  ['goes into the trash', (id) => world.remove('REST', 'event', id)],
  ['is made private', (id) => world.change('REST', 'event', id, { status: 'private' })],
  ['becomes a draft', (id) => world.change('REST', 'event', id, { status: 'draft' })],
  ['is hidden from lists', (id) => world.change('REST', 'event', id, { hide_from_listings: true })],
  ['is put off', (id) => world.change('REST', 'event', id, { date: '2031-04-01 08:00:00' })],
  ['is erased', (id) => world.remove('REST', 'event', id, { force: true })],
  ['is erased by hand', (id) => execute('delete from event where id = ?', [id])],
])('everybody is told when a record %s', async (_what, hide) => {
  const id = await world.event('Jazz', '2031-05-01');
  await numbered(world);
  const walker = walkerOf();
  await walker.walk();
  expect(Object.keys(walker.data)).toContain(`event-${id}`);
  await hide(id);
  await numbered(world);
  expect(brief(await walker.walk())).toEqual([`deleted event-${id}`]);
  // Who begins now is told as well: RPDE has tombstones from the start.
  const [tombstone] = await walkerOf().walk();
  expect(tombstone).toEqual({
    state: 'deleted',
    kind: 'event',
    id: `event-${id}`,
    modified: expect.any(Number),
  });
});

test('what the event is shown with is told: its status, where it was, and where it is online', async () => {
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

test('what comes back is told, and what was never public is not', async () => {
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

test('a scheduled publication is told when it comes due', async () => {
  const id = await world.event('Later', '2031-05-01', { date: '2031-03-14 13:00:00', tags: ['soon'] });
  await numbered(world);
  const walker = walkerOf();
  await walker.walk();
  expect(Object.keys(walker.data).filter((one) => one.startsWith('event'))).toEqual([]);
  world.moveTo('2031-03-14 13:00:00');
  await eventually('it is told', async () => {
    await numbered(world);
    return brief(await walker.walk()).includes(`updated event-${id}`);
  });
  expect(walker.data).toEqual(await listed());
});

test('terms are told when the events that they count are put off or published', async () => {
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

test('transactions that commit out of order are told when they commit', async () => {
  const early = new pg.Client({ connectionString: world.server.database.url });
  await early.connect();
  try {
    await early.query('begin');
    await early.query(
      `insert into term (taxonomy, name, name_key, slug) values ('post_tag', 'Early', 'early', 'early')`,
    );
    const walker = walkerOf();
    const late = await world.make('tag', { name: 'Late' });
    await numbered(world);
    expect(brief(await walker.walk())).toEqual([`updated tag-${late.id}`]);
    await world.make('tag', { name: 'Later' });
    await numbered(world);
    expect(await walker.walk()).toHaveLength(1);
    await early.query('commit');
    await numbered(world);
    expect((await walker.walk()).map(({ data }) => data?.name)).toEqual(['Early']);
    expect(walker.data).toEqual(await listed());
  } finally {
    await early.end();
  }
});

test('what another instance stores is told as it is, also where the record is cached', async () => {
  // Nobody notifies it: it looks for changes four times a second.
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
    // This one gives the numbers, the other one has the old record in its memory.
    await walkerOf().walk();
    await walker.walk();
    expect(walker.copy.get(`venue-${venue?.id}`)?.data).toMatchObject({ city });
    expect(walker.copy.get(`event-${id}`)?.data).toMatchObject({ venue: { city } });
  }
  await other.stop();
});

test('the last page is empty and leads to itself; pages can be kept, and asked for again', async () => {
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
  // As a validator looks for the end.
  const end = `${CHANGES}?afterChangeNumber=${Number.MAX_SAFE_INTEGER}`;
  expect(await (await ask(end)).json()).toEqual({
    next: `${world.server.url}${end}`,
    items: [],
    license: '',
  });
});

test('pages have as many items as are asked for, and the walk keeps to that', async () => {
  for (let tag = 0; tag < 7; tag++) await world.make('tag', { name: `Tag ${tag}` });
  await numbered(world);
  const walker = walkerOf('anonymous', `${world.server.url}${CHANGES}?limit=2`);
  expect(await walker.walk()).toHaveLength(7);
  expect(walker.pages).toBe(5);
  const numbers = walker.seen.map(({ modified }) => modified);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
});

test('editors follow everything with its status, others what is public', async () => {
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
    expect(await walkerOf(as).walk()).toEqual([]);
  expect((await ask(CHANGES, 'editor')).headers.get('cache-control')).toBe('no-store, private');
  expect((await ask(CHANGES, { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' })).status).toBe(401);
});

describe('positions', () => {
  test('are read by GET and HEAD alone', async () => {
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

  test('are kept while tombstones are, and are gone when one behind them was dropped', async () => {
    for (const name of ['Low', 'Lower']) await world.make('tag', { name });
    await numbered(world);
    await walkerOf().walk();
    const kept = await world.event('Kept', '2031-05-01');
    const erased = await world.event('Erased', '2031-05-01');
    await numbered(world);
    const walker = walkerOf();
    await walker.walk();
    const began = walkerOf('anonymous', `${world.server.url}${CHANGES}?limit=1`);
    await began.step();
    const slow = walkerOf('anonymous', `${world.server.url}${CHANGES}?limit=1`);
    await slow.step();
    await world.remove('REST', 'event', erased, { force: true });
    await numbered(world);
    await walkerOf().walk();
    world.moveTo('2031-04-12 11:59:00');
    await slow.step();
    await world.change('REST', 'event', kept, { title: 'Changed' });
    await numbered(world);
    expect(brief(await walkerOf('anonymous', walker.position).walk())).toEqual([
      `deleted event-${erased}`,
      `updated event-${kept}`,
    ]);
    world.moveTo('2031-04-13 12:01:00');
    await world.change('REST', 'event', kept, { title: 'Changed again' });
    await numbered(world);
    await walkerOf().walk();
    for (const late of [walker.position, began.position, slow.position])
      expect(await sent(late.replace(world.server.url, ''))).toMatchObject({
        status: 410,
        body: {
          code: 'change_feed_position_gone',
          message: expect.stringContaining(`Begin anew at ${world.server.url}${CHANGES}.`),
        },
      });
    // Who begins now walks through, however far below the dropped number it stands.
    const anew = walkerOf('anonymous', `${world.server.url}${CHANGES}?limit=1`);
    await anew.walk();
    expect(anew.data).toEqual(await listed());
  });

  test('show neither that nor how often drafts have changed', async () => {
    const microseconds = async (): Promise<number> => {
      const [row] = await execute('select extract(epoch from clock_timestamp()) * 1000000 as now');
      return Number(row?.now);
    };
    const draft = await world.event('Secret', '2031-05-01', { status: 'draft' });
    const change = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++)
        await world.change('REST', 'event', draft, { title: `Secret ${time}` });
    };
    const walker = walkerOf();
    await world.make('tag', { name: 'First' });
    await change(1);
    await world.make('tag', { name: 'Second' });
    await numbered(world);
    const [first, second] = await walker.walk();
    // In one round what is public comes first, without a gap.
    expect(Number(second?.modified) - Number(first?.modified)).toBe(1);
    const beyond = walker.position
      .replace(world.server.url, '')
      .replace(/=(\d+)/, (_, last) => `=${Number(last) + 1}`);
    const answers = [(await sent(beyond)).status];
    for (let round = 0; round < 3; round++) {
      await change(1);
      await numbered(world);
      await walker.walk();
      answers.push((await sent(beyond)).status);
    }
    // Whether a number has been given cannot be asked either.
    expect(answers).toEqual([410, 410, 410, 410]);
    const before = await microseconds();
    await world.make('tag', { name: 'Third' });
    await numbered(world);
    const [third] = await walker.walk();
    // The next one is the time of its round, whatever has been numbered before.
    expect(Number(third?.modified)).toBeGreaterThan(before);
    expect(Number(third?.modified)).toBeLessThan(await microseconds());
  });

  test('from before numbers were times go on', async () => {
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await world.make('tag', { name })).id);
    await numbered(world);
    await walkerOf().walk();
    await execute('update feed_item set number = record_id');
    await execute('update feed_state set last = 3');
    const walker = walkerOf('anonymous', `${world.server.url}${CHANGES}?afterChangeNumber=${ids[1]}`);
    expect((await walker.walk()).map(({ data }) => data?.name)).toEqual(['Three']);
    await world.make('tag', { name: 'Four' });
    await numbered(world);
    expect((await walker.walk()).map(({ data }) => data?.name)).toEqual(['Four']);
  });

  test('from a server that was lost are gone, earlier ones go on', async () => {
    await world.make('tag', { name: 'Stored' });
    await numbered(world);
    const early = walkerOf();
    await early.walk();
    const number = Number(new URL(early.position).searchParams.get('afterChangeNumber'));
    // Another server takes over; it never had the numbers after this one.
    await execute('update feed_state set timeline = timeline - 1');
    const lost = early.position.replace(`=${number}`, `=${number + 1}`);
    expect(await sent(lost.replace(world.server.url, ''))).toMatchObject({ status: 410 });
    await world.make('tag', { name: 'After' });
    await numbered(world);
    expect((await early.walk()).map(({ data }) => data?.name)).toEqual(['After']);
    expect(await sent(lost.replace(world.server.url, ''))).toMatchObject({ status: 410 });
  });

  test('from before a database was restored elsewhere are gone; everything is numbered anew', async () => {
    await world.make('tag', { name: 'Stored' });
    await numbered(world);
    const walker = walkerOf();
    await walker.walk();
    // A restored log has transactions that this server has not come to.
    await execute(
      `insert into change (xid, kind, record_id, operation) values ('9000000000', 'term', 1, 'update')`,
    );
    await execute(`update feed_state set server = 'another'`);
    await world.make('tag', { name: 'After' });
    await numbered(world);
    await walkerOf().walk();
    expect(await sent(walker.position.replace(world.server.url, ''))).toMatchObject({ status: 410 });
    const anew = walkerOf();
    await anew.walk();
    expect(anew.data).toEqual(await listed());
    await numbered(world);
    expect(await anew.walk()).toEqual([]);
  });
});

test('the log keeps what has no number, whoever deletes old rows', async () => {
  const id = await world.event('Jazz', '2031-05-01');
  await execute(`update change set at_utc = at_utc - interval '2 hours'`);
  await execute('delete from change');
  await numbered(world);
  const walker = walkerOf();
  expect(brief(await walker.walk())).toEqual([`updated event-${id}`]);
  await execute('delete from change');
  expect(await execute('select * from change')).toEqual([]);
});
