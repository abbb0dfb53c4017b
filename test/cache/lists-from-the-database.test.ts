import pg from 'pg';
import { eventPage, readEvents } from '../../src/domain/events/event.queries.ts';
import { EVERYTHING } from '../../src/domain/events/event.selection.ts';
import { openStore } from '../support/context.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** Lists and changes find events in the database, whatever is cached of each. */
let server: TestServer;
const ids = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer({ env: { RESPONSE_CACHE: 'off' } });
  for (const [title, day, more] of [
    ['moved', '2031-06-05', {}],
    ['second', '2031-06-02', {}],
    ['third', '2031-06-03', {}],
  ] as const) {
    const body = { title, start_date: `${day} 10:00`, end_date: `${day} 12:00`, ...more };
    const created = await server.request('POST', '/events', body);
    ids.set(title, (await created.json()).id);
  }
});
afterAll(() => server.stop());

/** Changes a table as nobody hears of, so that what is cached of an event is out of date. */
async function silently(title: string, change: string, table = 'event'): Promise<void> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  try {
    await client.query(`alter table ${table} disable trigger user`);
    await client.query(change, [ids.get(title)]);
    await client.query(`alter table ${table} enable trigger user`);
  } finally {
    await client.end();
  }
}

interface Listed {
  events: { total: number; nextCursor: string | null; events: { title: string }[] };
}
const list = async (args: string): Promise<Listed['events']> => {
  const query = `{ events(startDate: "2031-01-01", ${args}) { total nextCursor events { title } } }`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  const { data }: { data: Listed } = await answer.json();
  return data.events;
};
/** What anybody is shown in a list is cached. */
const fillCache = (): Promise<unknown> => list('perPage: 10');

test('pages by cursor have each event once, also where what is cached is in another place', async () => {
  await fillCache();
  const earlier = `start_utc = '2031-06-01 10:00', start_local = '2031-06-01 10:00'`;
  await silently('moved', `update event set ${earlier} where id = $1`);
  const titles: string[] = [];
  for (let cursor: string | null = '*'; cursor !== null && titles.length < 9; ) {
    const page: Listed['events'] = await list(`perPage: 1, cursor: ${JSON.stringify(cursor)}`);
    titles.push(...page.events.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  expect(titles).toEqual(['moved', 'second', 'third']);
});

test('what is no longer published when it is read is left out of what was found', async () => {
  const store = await openStore();
  try {
    const shown = await store.event();
    const ids = [shown, await store.event({ status: 'draft', authorId: 1 })].map((id) => ({ id, key: '' }));
    const context = store.context('anonymous');
    const request = { page: 1, perPage: 10, offset: 0, after: null, before: null, isBackward: false };
    const events = await readEvents(context, ids, EVERYTHING);
    const list = { list: () => '', request, count: async () => 2, hasAny: async () => false };
    const page = eventPage({ rows: ids, hasMore: false, events }, list);
    expect(page.rows.map(({ id }) => id)).toEqual([shown]);
    expect(page.positions).toHaveLength(2);
  } finally {
    await store.close();
  }
});

test('who changes an event is shown what belongs to it now, not what is cached', async () => {
  const venue = await (await server.request('POST', '/venues', { venue: 'Harbour' })).json();
  await fillCache();
  const link = `insert into event_venue (event_id, venue_id, position) values ($1, ${venue.id}, 0)`;
  await silently('third', link, 'event_venue');
  const changed = await server.request('PATCH', `/events/${ids.get('third')}`, { title: 'Third' });
  expect(await changed.json()).toMatchObject({ title: 'Third', venue: { venue: 'Harbour' } });
});
