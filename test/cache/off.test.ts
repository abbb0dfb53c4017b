import { eventually } from '../support/eventually.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';
import { watchStatements } from '../support/statements.ts';

/** The same calendar with two services: one caches, the other does not. */
let server: TestServer;
let other: TestServer;
const now = new Date('2031-03-01T10:00:00Z');
const clock = () => now;
const statements = watchStatements();

beforeAll(async () => {
  server = await startTestServer({ clock });
  other = await startTestServer({
    clock,
    database: server.database,
    env: { RESPONSE_CACHE: 'off' },
    limits: { subscriptions: { all: 0, perClient: 0 } },
  });
});
afterAll(async () => {
  statements.restore();
  await other.stop();
  await server.stop();
});

const TOTAL = /"total":(\d+)/;
const totalOf = async (at: TestServer, query: string): Promise<number> => {
  const response = await fetch(`${at.rest}/events?per_page=1&${query}`, { headers: at.admin });
  return Number(TOTAL.exec(await response.text())?.[1] ?? Number.NaN);
};
/** A complete anonymous list, requested twice: only anonymous responses are cached. */
const answerOf = async (at: TestServer, query: string): Promise<string> => {
  await (await fetch(`${at.rest}/events?${query}`)).text();
  const text = await (await fetch(`${at.rest}/events?${query}`)).text();
  return text.replaceAll(at.url, '');
};
const event = (fields: object): object => ({
  title: 'Fair',
  start_date: '2031-03-02 10:00',
  end_date: '2031-03-02 12:00',
  ...fields,
});
const create = async (fields: object): Promise<number> => {
  const response = await server.request('POST', '/events', event(fields));
  expect(response.status).toBe(201);
  return (await response.json()).id;
};

test('RESPONSE_CACHE=off queries the database each time', async () => {
  await create({ title: 'Asked for', venue: { venue: 'Asked hall' }, categories: ['asked'] });
  const sent = async (at: TestServer): Promise<number> => {
    statements.clear();
    await (await fetch(`${at.rest}/events?per_page=1&search=asked`)).arrayBuffer();
    return statements.seen().length;
  };
  await settled(server);
  const first = await sent(other);
  expect(first).toBeGreaterThan(2);
  expect(await sent(other)).toBe(first);
  await sent(server);
  expect(await sent(server)).toBe(0);
});

test('a single event without terms is one statement', async () => {
  const id = await create({ title: 'Read alone' });
  const read = async (): Promise<void> => {
    expect((await fetch(`${other.rest}/events/${id}`)).status).toBe(200);
  };
  await read();
  statements.clear();
  await read();
  expect(statements.seen()).toHaveLength(1);
});

test('the terms of an event are one statement, counts included', async () => {
  const statementsFor = async (id: number, categories: object[]): Promise<number> => {
    const read = async (): Promise<unknown> => (await fetch(`${other.rest}/events/${id}`)).json();
    await read();
    statements.clear();
    expect(await read()).toMatchObject({ categories });
    return statements.seen().length;
  };
  const id = await create({ title: 'Counted', categories: ['counted', 'often'] });
  await create({ title: 'Counted with others', categories: ['often'] });
  const counts = [
    { name: 'counted', count: 1 },
    { name: 'often', count: 2 },
  ];
  expect(await statementsFor(id, counts)).toBe(2);
  const scheduled = await create({
    title: 'Not yet',
    categories: ['often', 'later'],
    date: '2031-04-01 09:00:00',
  });
  expect(await statementsFor(id, counts)).toBe(2);

  const categories = async (at: TestServer, query: string): Promise<[string, number][]> => {
    const response = await fetch(`${at.rest}/categories?${query}`);
    const { categories: listed } = await response.json();
    return listed.map((term: { name: string; count: number }) => [term.name, term.count]);
  };
  for (const at of [server, other]) {
    expect(await categories(at, 'orderby=count&order=desc&hide_empty=1')).toEqual([
      ['often', 2],
      ['asked', 1],
      ['counted', 1],
    ]);
    expect(await categories(at, 'orderby=count&hide_empty=0')).toEqual([
      ['later', 0],
      ['asked', 1],
      ['counted', 1],
      ['often', 2],
    ]);
  }
  expect((await server.request('DELETE', `/events/${scheduled}?force=true`)).status).toBe(200);
});

test('a total is counted again after a deletion, a write elsewhere or a change of the schedule', async () => {
  const id = await create({ title: 'Forgotten one' });
  const query = 'search=forgotten';
  expect(await totalOf(server, query)).toBe(1);
  await other.request('POST', '/events', event({ title: 'Forgotten two' }));
  await settled(server);
  expect(await totalOf(server, query)).toBe(2);
  expect((await server.request('DELETE', `/events/${id}`)).status).toBe(200);
  expect(await totalOf(server, query)).toBe(1);
  await create({ title: 'Forgotten, but scheduled', date: '2031-03-01 10:05:00' });
  expect(await totalOf(server, `${query}&status=publish`)).toBe(1);
  now.setMinutes(now.getMinutes() + 6);
  await eventually('it is published', async () => (await totalOf(server, `${query}&status=publish`)) === 2);
});

test('a refused change changes no total', async () => {
  const id = await create({ title: 'Refused' });
  const query = 'search=refused';
  expect(await totalOf(server, query)).toBe(1);
  const refused = await server.request(
    'PATCH',
    `/events/${id}`,
    { title: 'No', status: 'draft' },
    { ...server.admin, 'if-match': '"none"' },
  );
  expect(refused.status).toBe(412);
  expect(await totalOf(server, query)).toBe(1);
  expect((await server.request('PATCH', `/events/${id}`, { title: 'Unheard-of' })).status).toBe(200);
  expect(await totalOf(server, query)).toBe(0);
});

test('a total includes every acknowledged event, however many clients write and count', async () => {
  let acknowledged = 0;
  const wrong: string[] = [];
  const check = async (at: number): Promise<void> => {
    const total = await totalOf(server, 'search=flood');
    if (total < at) wrong.push(`${total} of ${at}`);
  };
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; n < 8; n++) {
      const id = await create({ title: `Flood ${writer} ${n}` });
      acknowledged += 1;
      await check(acknowledged);
      if (n % 3 === 0) await server.request('PATCH', `/events/${id}`, { excerpt: 'A flood still' });
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map(write));
  expect(wrong).toEqual([]);
  expect(await totalOf(server, 'search=flood')).toBe(acknowledged);
});

test('during simultaneous writes here and elsewhere, responses equal those of a service without caches', async () => {
  const QUERIES = [
    'search=storm',
    'search=storm&categories=storm',
    'categories=storm',
    'tags=calm',
    'featured=true&search=storm',
    'start_date=2031-03-02&end_date=2031-03-06&search=storm',
    'per_page=3&search=storm',
    'geoloc=true&search=storm',
  ];
  const venue = (
    await (await server.request('POST', '/venues', { venue: 'Storm hall', geo_lat: 41, geo_lng: 12 })).json()
  ).id;
  const ids: number[] = [await create({ title: 'Storm 0', categories: ['storm'], tags: ['calm'] })];
  const day = (n: number): string => `2031-03-0${2 + (n % 7)}`;
  const change = (n: number): object =>
    [
      { title: n % 2 ? `Storm ${n}` : `Wind ${n}` },
      { categories: n % 3 ? ['storm'] : [] },
      { tags: n % 3 ? [] : ['calm'] },
      { featured: n % 2 === 0 },
      { status: n % 4 ? 'publish' : 'draft' },
      { start_date: `${day(n)} 10:00`, end_date: `${day(n)} 11:00` },
      { venue: n % 2 ? [venue] : [] },
    ][n % 7] ?? {};
  const write = async (n: number): Promise<void> => {
    const id = ids[(n * 13) % ids.length];
    if (n % 3 === 0)
      ids.push(
        await create({
          title: `Storm ${n}`,
          categories: n % 2 ? ['storm'] : [],
          start_date: day(n),
          end_date: day(n),
        }),
      );
    else if (n % 41 === 1) await other.request('PATCH', `/events/${id}`, change(n));
    else expect((await server.request('PATCH', `/events/${id}`, change(n))).status).toBe(200);
  };
  for (let round = 0; round < 5; round++) {
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; n < 5; n++) await write(round * 31 + writer * 5 + n);
    });
    const readers = QUERIES.map(async (query) => {
      for (let n = 0; n < 6; n++) await totalOf(server, query);
    });
    await Promise.all([...writers, ...readers]);
    await settled(server);
    const [cached, fresh] = await Promise.all(
      [server, other].map((at) => Promise.all(QUERIES.map((query) => answerOf(at, query)))),
    );
    expect(cached).toEqual(fresh);
  }
});
