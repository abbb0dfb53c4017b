import pg from 'pg';
import { Representations, RepresentedPage } from '../../src/api/rest/respond/representations.ts';
import { ANONYMOUS } from '../../src/domain/access/caller.ts';
import { Clock } from '../../src/domain/context/clock.ts';
import { CacheDependencies } from '../../src/platform/cache/cache-dependencies.ts';
import { random, WHOLE } from '../support/sample.ts';
import { createSeededDatabase } from '../support/seeded.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';

/** The same records of two services: one writes each record once per change, the other executes all fields each time. */
const EVENTS = WHOLE ? 100_000 : 600;
const LIST = '/events?start_date=1990-01-01&per_page=100';

const next = random('representations');
const one = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
/** Letters that JSON, UTF-8 and UTF-16 treat differently. */
const LETTERS = [
  'a',
  'Z',
  ' ',
  '"',
  '\\',
  '/',
  '<b>',
  '&amp;',
  '\n',
  '\t',
  '\u0001',
  '\u007f',
  'é',
  'ß',
  '語',
  '\u2028',
  '\ufeff',
  '🎷',
];
const text = (longest: number): string =>
  Array.from({ length: Math.floor(next() * longest) }, () => one(LETTERS)).join('');
const flag = (): boolean => next() < 0.5;

const randomEvent = (id: number) => ({
  id,
  title: text(20),
  description: text(next() < 0.02 ? 3_000 : 60),
  excerpt: text(20),
  website: one(['', 'https://example.org/?a="b"', text(10)]),
  status: one(['publish', 'publish', 'publish', 'draft', 'trash']),
  cost: one([[], ['0'], ['10'], ['€ 20', '5 USD'], [text(8)]]),
  event_status: one(['scheduled', 'canceled', 'postponed']),
  event_status_reason: text(8),
  is_virtual: flag(),
  virtual_url: one(['', 'https://example.org/room']),
  all_day: flag(),
  show_map: flag(),
  show_map_link: flag(),
  featured: flag(),
  sticky: flag(),
  ticketed: flag(),
  post_parent: one([0, 0, 7]),
  timezone: one(['UTC', 'Europe/Rome', 'Asia/Kathmandu', 'America/St_Johns', '+05:30']),
});

/** Gives random values to all events, some images, second venues and organizers, and none to others. */
async function scramble(url: string): Promise<void> {
  // Not limited in time, as the statements of the service are.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: ids } = await client.query<{ id: number }>('select id from event order by id');
  const [first] = ids;
  const columns = Object.keys(randomEvent(first?.id ?? 0)).filter((name) => name !== 'id');
  for (let at = 0; at < ids.length; at += 1_000) {
    const rows = ids.slice(at, at + 1_000).map(({ id }) => randomEvent(id));
    await client.query(
      `update event set ${columns.map((name) => `${name} = made.${name}`).join(', ')}
       from jsonb_populate_recordset(null::event, $1::jsonb) made where event.id = made.id`,
      [JSON.stringify(rows)],
    );
  }
  await client.query(`
    insert into image (url, url_hash) values ('https://example.org/a.png', 'a'), ('https://example.org/b', 'b');
    update event set image_id = (select id from image where url_hash = 'a') where id % 3 = 0;
    update venue set description = E'"\\\\' || name, image_id = (select id from image where url_hash = 'b') where id % 2 = 0;
    update organizer set phone = E'+39\\t' || id where id % 2 = 0;
    delete from event_venue where event_id % 5 = 0;
    delete from event_organizer where event_id % 7 = 0;
    insert into event_venue (event_id, venue_id, position)
      select event_id, (select min(id) from venue), 2 from event_venue where event_id % 4 = 0 and event_id <= 2000 on conflict do nothing;
    insert into event_organizer (event_id, organizer_id, position)
      select event_id, (select min(id) from organizer), 2 from event_organizer where event_id % 3 = 0 and event_id <= 2000 on conflict do nothing;
    update venue set status = 'draft' where id % 11 = 0;
    update organizer set status = 'trash' where id % 13 = 0;`);
  await client.end();
}

describe.each(['B', 'A'])('revision %s', (revision) => {
  let server: TestServer;
  let byFields: TestServer;
  const clock = () => new Date('2031-03-01T10:00:00Z');

  beforeAll(async () => {
    const database = await createSeededDatabase(EVENTS);
    const env = { API_REVISION: revision, RESPONSE_CACHE: 'off', BASE_URL: 'https://calendar.example.org' };
    server = await startTestServer({ database, env, clock });
    byFields = await startTestServer({
      database,
      env: { ...env, MEMORY: 'off', MAX_SUBSCRIPTIONS: '0' },
      clock,
    });
    await scramble(database.url);
    await settled(server);
  });
  afterAll(async () => {
    await byFields.stop();
    await server.stop();
    await server.database.drop();
  });

  const read = async (at: TestServer, path: string, headers = {}): Promise<[body: string, tag: unknown]> => {
    const response = await at.request('GET', path, undefined, headers);
    return [await response.text(), response.headers.get('etag')];
  };
  const patch = (path: string, body: object) => server.request('PATCH', path, body);
  /** Reads a path for the first time, and again, when representations are cached. */
  async function expectSame(path: string, headers = {}): Promise<string> {
    const expected = await read(byFields, path, headers);
    expect(await read(server, path, headers)).toEqual(expected);
    expect(await read(server, path, headers)).toEqual(expected);
    return expected[0];
  }

  test('the bytes of all records are those of their fields', async () => {
    let count = 0;
    for (let path = LIST; path !== ''; ) {
      const page = JSON.parse(await expectSame(path));
      count += page.events.length;
      path = page.next_rest_url?.replace(/^.*\/events\/\?/, '/events?') ?? '';
    }
    expect(count).toBeGreaterThan(EVENTS / 3);
  }, 3_600_000);

  test('with a login, fields that are wanted, an envelope or indentation too', async () => {
    for (const path of [LIST, `${LIST}&_fields=events.title,total`, `${LIST}&_envelope`, `${LIST}&_pretty`]) {
      await expectSame(path);
      await expectSame(path, server.admin);
    }
  });

  test('and in every way in which the list is reached', async () => {
    const texts = new Set<string>();
    for (const mount of ['/calendar/events/v1', '/wp-json/calendar/events/v1'])
      for (const at of [server, server, byFields])
        texts.add(await (await at.send('GET', mount + LIST, undefined, {})).text());
    expect(texts.size).toBe(2);
  });

  test('a record is written when it is read for the first time, and after a change', async () => {
    const { prototype } = RepresentedPage;
    const { write } = prototype;
    const executed: unknown[] = [];
    prototype.write = function (shown) {
      executed.push(Array.isArray(shown) && shown.length);
      return write.call(this, shown);
    };
    try {
      const { events } = JSON.parse((await read(server, LIST))[0]);
      await patch(`/events/${events[0].id}`, { title: 'Changed' });
      await settled(server);
      await expectSame(LIST);
      expect(executed.slice(1)).toEqual([1, 0]);
    } finally {
      prototype.write = write;
    }
  });

  /** What changes the first event of the list, or only what it shows. */
  type First = {
    id: number;
    venue: { id: number };
    organizer: { id: number }[];
    categories: { id: number }[];
  };
  const CHANGES: [what: string, change: (event: First) => Promise<Response>][] = [
    ['its title', ({ id }) => patch(`/events/${id}`, { title: 'Another title' })],
    ['its image', ({ id }) => patch(`/events/${id}`, { image: 'https://example.org/c.png' })],
    ['its tags', ({ id }) => patch(`/events/${id}`, { tags: ['new'] })],
    ['its series', ({ id }) => patch(`/events/${id}`, { recurrence: 'FREQ=DAILY;COUNT=2' })],
    ['its venue', ({ venue }) => patch(`/venues/${venue.id}`, { city: 'Elsewhere' })],
    ['who may read its venue', ({ venue }) => patch(`/venues/${venue.id}`, { status: 'draft' })],
    ['its organizer', ({ organizer }) => patch(`/organizers/${organizer[0]?.id}`, { phone: '112' })],
    ['its category', ({ categories }) => patch(`/categories/${categories[0]?.id}`, { name: 'Renamed' })],
    [
      'the count of its category',
      ({ categories }) =>
        server.request('POST', '/events', {
          title: 'One more',
          start_date: '2031-05-01 10:00',
          end_date: '2031-05-01 12:00',
          categories: [categories[0]?.id],
        }),
    ],
    [
      'the count of its category, at a date to come',
      ({ categories }) =>
        server.request('POST', '/events', {
          title: 'Scheduled',
          date: '2031-04-01 10:00:00',
          start_date: '2031-05-01 10:00',
          end_date: '2031-05-01 12:00',
          categories: [categories[0]?.id],
        }),
    ],
    ['whether it is there', ({ id }) => server.request('DELETE', `/events/${id}`)],
  ];

  test.each(CHANGES)('a change of %s is shown', async (what, change) => {
    const { events } = JSON.parse(await expectSame(LIST));
    const event = events.find(
      ({ venue, organizer, categories }: First) => venue.id && organizer[0] && categories[0],
    );
    const isShown = !what.includes('to come');
    const before = JSON.stringify(event);
    const { status } = await change(event);
    expect([200, 201]).toContain(status);
    await settled(server);
    const after = JSON.parse(await expectSame(LIST)).events;
    const now = JSON.stringify(after.find(({ id }: First) => id === event.id));
    expect(now !== before).toBe(isShown);
  });
});

/** A page of two records of which nothing is cached, in a context that can be changed. */
const SOURCES = [{}, {}];
const records = SOURCES.map((_, id) => ({ id }));
const sourcesOf = ({ id }: Readonly<Record<string, unknown>>): readonly unknown[] => [SOURCES[Number(id)]];

describe('what is kept', () => {
  const now = '2031-03-01 10:00:00';
  /** A context of its own of somebody without a login. */
  function contextAt(utc: string, canCache = true) {
    const dependencies = new CacheDependencies();
    const clock = new Clock(new Date(`${utc.replace(' ', 'T')}Z`), dependencies);
    const urls = { site: 'https://a.example', host: 'a.example', rest: 'https://a.example/v1' };
    return { caller: ANONYMOUS, urls, clock, dependencies, cache: { invalidator: { canCache } } };
  }
  /** How many of the two have to be executed. */
  function readPage(
    representations: Representations,
    context: ReturnType<typeof contextAt>,
    whileExecuted: (page: RepresentedPage) => void = () => {},
  ): number {
    const page = representations.page(context, 'events');
    if (!page) throw new Error('nothing is cached');
    const remaining = page.remaining(records, sourcesOf);
    whileExecuted(page);
    page.write(remaining.map(({ id }) => ({ id })));
    expect(page.putInto('{"total":2,"events":[]}')).toBe('{"total":2,"events":[{"id":0},{"id":1}]}');
    return remaining.length;
  }

  test('is written once', () => {
    const representations = new Representations();
    expect(readPage(representations, contextAt(now))).toBe(2);
    expect(readPage(representations, contextAt(now))).toBe(0);
  });

  test('is what depends on the sources alone: nothing that was looked up', () => {
    const representations = new Representations();
    readPage(representations, contextAt(now), (page) => page.lookedUp());
    expect(readPage(representations, contextAt(now))).toBe(2);
  });

  test('lasts as long as the answer that it was made for', () => {
    const representations = new Representations();
    const context = contextAt(now);
    readPage(representations, context, () => void context.clock.nowUtc);
    const sameSecond = contextAt(now);
    expect(readPage(representations, sameSecond)).toBe(0);
    expect(sameSecond.dependencies.freshUntil).toBe('2031-03-01 10:00:01');
    expect(readPage(representations, contextAt('2031-03-01 10:00:01'))).toBe(2);
  });

  test('is for those without a login, while caches may be used', () => {
    const representations = new Representations();
    const caller = { id: 1, login: 'editor', role: 'editor' } as const;
    expect(representations.page({ ...contextAt(now), caller }, 'events')).toBeUndefined();
    expect(representations.page(contextAt(now, false), 'events')).toBeUndefined();
  });
});
