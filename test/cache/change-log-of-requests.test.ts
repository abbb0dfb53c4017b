import pg from 'pg';
import { ChangeNotifier } from '../../src/platform/cache/change-notifier.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { eventually } from '../support/eventually.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';

/** The change log entries of requests, and the notification of other instances. */
let server: TestServer;
let client: pg.Client;
const told: (string | undefined)[] = [];

beforeAll(async () => {
  server = await startTestServer({ realLimits: true });
  client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  client.on('notification', ({ payload }) => told.push(payload));
  await client.query('listen calendar_change');
});
afterAll(async () => {
  await client.end();
  await server.stop();
});

interface Row {
  what: string;
  user_id: number | null;
  write: string | null;
  xid: string;
  age: number;
}
async function logged(request: () => Promise<Response>): Promise<Row[]> {
  // Rows stay until the change feed has read them.
  await client.query('truncate change');
  const answer = await request();
  expect([200, 201]).toContain(answer.status);
  const { rows } = await client.query<Row>(
    `select kind || ' ' || operation as what, user_id, write, xid::text as xid,
      extract(epoch from now() at time zone 'utc' - at_utc)::int as age from change order by xid, id`,
  );
  return rows;
}
const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
const create = (fields: object): Promise<Response> =>
  server.request('POST', '/events', { ...times, ...fields });

/** Requests and their change log entries. */
const REQUESTS: [request: string, body: object, changes: string[]][] = [
  ['POST /events', { title: 'Alone', ...times }, ['event insert']],
  [
    'POST /events',
    {
      title: 'With others',
      ...times,
      venue: { venue: 'Hall' },
      tags: ['open air'],
      image: 'https://pictures.example/1',
    },
    ['event insert', 'image insert', 'term count', 'term insert', 'venue insert'],
  ],
  ['PATCH /events/:id', { title: 'Other' }, ['event update']],
  ['PATCH /events/:id', { status: 'draft' }, ['event state']],
  ['DELETE /events/:id', {}, ['event trash']],
  ['PATCH /events/:id', { status: 'publish' }, ['event restore']],
  ['DELETE /events/:id?force=true', {}, ['event delete']],
  ['POST /venues', { venue: 'Other hall' }, ['venue insert']],
  ['POST /tags', { name: 'new' }, ['term insert']],
];

test.each(REQUESTS)(
  '%s with %j: record, operation, user, and one id per transaction',
  async (request, body, changes) => {
    const [method = '', path = ''] = request.split(' ');
    const id = path.includes(':id') ? (await (await create({ title: 'Given' })).json()).id : '';
    if (changes.includes('event restore')) await server.request('DELETE', `/events/${id}`);
    const rows = await logged(() => server.request(method, path.replace(':id', id), body));
    expect(rows.map(({ what }) => what).toSorted()).toEqual(changes);
    const { rows: users } = await client.query(`select id from user_account where login = 'admin'`);
    for (const { user_id, age } of rows) {
      expect(user_id).toBe(users[0].id);
      expect(Math.abs(age)).toBeLessThan(3_600);
    }
    expect(new Set(rows.map(({ xid }) => xid)).size).toBe(1);
    expect(new Set(rows.map(({ write }) => write)).size).toBe(1);
    expect(rows[0]?.write).toMatch(/^[0-9a-f-]{36}-\d+$/);
  },
);

test('an anonymous write has no user', async () => {
  const open = await startTestServer({
    realLimits: true,
    database: server.database,
    env: { ALLOW_ANONYMOUS_WRITES: 'true' },
  });
  try {
    const rows = await logged(() => open.request('POST', '/venues', { venue: 'Of nobody' }, {}));
    expect(rows).toMatchObject([{ what: 'venue insert', user_id: null }]);
    expect(rows[0]?.write).not.toBeNull();
  } finally {
    await open.stop();
  }
});

test('a write notifies other instances without naming data', async () => {
  told.length = 0;
  expect((await create({ title: 'Loud' })).status).toBe(201);
  await eventually('they are woken', () => told.length > 0);
  expect(told[0]).toMatch(/^[0-9a-f]{12}$/);
});

test('many simultaneous writes send two notifications: one for the first, and one for all others', async () => {
  const before = new Set(told);
  told.length = 0;
  const notifier = new ChangeNotifier(kysely(server.orm.em.fork()));
  await Promise.all(Array.from({ length: 20 }, () => notifier.notify()));
  await client.query(`select pg_notify('calendar_change', 'end')`);
  await eventually('all have come', () => told.includes('end'));
  expect(told.filter((payload) => payload !== 'end' && !before.has(payload))).toHaveLength(2);
});

test('PostgreSQL logs a manual write once per transaction and table, and all instances see it', async () => {
  const other = await startTestServer({ realLimits: true, database: server.database });
  try {
    const { id } = await (await create({ title: 'By hand' })).json();
    const titleAt = async ({ rest }: TestServer): Promise<string> =>
      (await (await fetch(`${rest}/events/${id}`)).json()).title;
    for (const at of [server, other]) {
      await settled(at);
      expect(await titleAt(at)).toBe('By hand');
    }
    told.length = 0;
    await client.query('begin');
    await client.query(`update event set title = 'Once' where id = ${id}`);
    await client.query(`update event set title = 'Twice' where id = ${id}`);
    await client.query('commit');
    for (const at of [server, other])
      await eventually('it is seen', async () => (await titleAt(at)) === 'Twice');
    expect(told.filter((payload) => payload === 'event')).toHaveLength(1);
  } finally {
    await other.stop();
  }
});
