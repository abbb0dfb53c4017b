import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { isRecord } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const JAZZ = { title: 'Jazz', start_date: '2031-06-01 20:00', end_date: '2031-06-01 22:00' };

interface Made {
  status: number;
  id: number;
  code: string;
  text: string;
  location: string | null;
  repeated: boolean;
}

async function post(
  path: string,
  body: unknown,
  key: string,
  { as = world.server.admin, at = world }: { as?: Record<string, string>; at?: World } = {},
): Promise<Made> {
  const response = await at.server.request('POST', path, body, { ...as, 'idempotency-key': key });
  const text = await response.text();
  const read: unknown = JSON.parse(text);
  const { id, code } = isRecord(read) ? read : {};
  return {
    status: response.status,
    id: Number(id),
    code: String(code),
    text,
    location: response.headers.get('location'),
    repeated: response.headers.get('idempotent-replayed') === 'true',
  };
}
const create = (body: unknown, key: string, options = {}): Promise<Made> =>
  post('/events', body, key, options);
const events = async (): Promise<number> => Number((await world.counts()).event);
const keys = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from idempotency_key`.execute(
    kysely(world.server.orm.em.fork()),
  );
  return rows[0]?.n ?? 0;
};

test('the same key and body get the same response, and one record, even after the record has changed', async () => {
  const key = randomUUID();
  const first = await create(JAZZ, key);
  expect([first.status, first.repeated]).toEqual([201, false]);
  const before = await events();
  expect(await create(JAZZ, key)).toEqual({ ...first, repeated: true });
  expect(first.location).toBe(`${world.server.rest}/events/${first.id}`);
  await world.send('PATCH', `/events/${first.id}`, { title: 'Blues' });
  await world.send('DELETE', `/events/${first.id}`);
  expect(await create(JAZZ, key)).toEqual({ ...first, repeated: true });
  expect(await events()).toBe(before);
});

test('a request with a key gets the same response as one without', async () => {
  const body = {
    ...JAZZ,
    categories: ['new term'],
    venue: { venue: 'New Hall' },
    image: 'https://pics.example/a.png',
  };
  const plain = await world.send('POST', '/events', body);
  const keyed = JSON.parse((await create({ ...body, venue: { venue: 'Other Hall' } }, randomUUID())).text);
  expect(Object.keys(keyed)).toEqual(Object.keys(plain.body));
  expect(keyed.venue.venue).toBe('Other Hall');
  expect(keyed.categories).toEqual([expect.objectContaining({ name: 'new term', count: 2 })]);
  expect((await world.get(`/events/${keyed.id}`)).body).toMatchObject({ title: 'Jazz', slug: keyed.slug });
});

test.each([
  ['/events', JAZZ],
  ['/events', { ...JAZZ, venue: { venue: 'Barn' }, organizer: [{ organizer: 'Club' }], tags: ['late'] }],
  ['/venues', { venue: 'Twenty' }],
  ['/organizers', { organizer: 'Twenty' }],
  ['/categories', { name: 'Twenty' }],
  ['/tags', { name: 'Twenty' }],
])('twenty concurrent requests at %s create one record: %j', async (path, body) => {
  const key = randomUUID();
  const before = await world.counts();
  const other = await world.beside({});
  try {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => post(path, body, key, { at: at % 2 ? other : world })),
    );
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
  } finally {
    await other.stop();
  }
  const after = await world.counts();
  const table = { '/events': 'event', '/venues': 'venue', '/organizers': 'organizer' }[path] ?? 'term';
  expect(Number(after[table]) - Number(before[table])).toBe(1);
});

test('twenty keys with one title create twenty events, with slugs of their own', async () => {
  const at = await world.beside({ DATABASE_POOL_SIZE: '20' });
  const crowd = { ...JAZZ, title: 'Crowd' };
  const all = await Promise.all(Array.from({ length: 20 }, () => create(crowd, randomUUID(), { at })));
  await at.stop();
  expect(all.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(new Set(all.map(({ text }) => JSON.parse(text).slug)).size).toBe(20);
});

test('another body, address or query is rejected', async () => {
  const key = randomUUID();
  await create(JAZZ, key);
  const before = await events();
  for (const other of [
    await create({ ...JAZZ, title: 'Blues' }, key),
    await post('/venues', { venue: 'Barn' }, key),
    await post('/events?_fields=id', JAZZ, key),
  ])
    expect([other.status, other.code]).toEqual([422, 'idempotency_key_reused']);
  expect(await events()).toBe(before);
});

test('each caller has separate keys', async () => {
  const key = randomUUID();
  const editor = await create(JAZZ, key, { as: world.headers('editor') });
  const author = await create({ ...JAZZ, title: 'Blues' }, key, { as: world.headers('author') });
  expect([editor.status, author.status]).toEqual([201, 201]);
  expect((await create(JAZZ, key, { as: world.headers('editor') })).id).toBe(editor.id);
  expect((await create(JAZZ, key, { as: {} })).status).toBe(401);
  expect((await create(JAZZ, key, { as: world.headers('subscriber') })).status).toBe(403);
});

test('keys of anonymous callers count where they may write', async () => {
  const open = await world.beside({ ALLOW_ANONYMOUS_WRITES: 'true', ALLOWED_HOSTS: '' });
  try {
    const key = randomUUID();
    const ask = (title: string): Promise<Made> => create({ ...JAZZ, title }, key, { as: {}, at: open });
    const [one, two] = await Promise.all([ask('Open'), ask('Open')]);
    expect([one.status, one.id]).toEqual([201, two.id]);
    expect((await ask('Shut')).status).toBe(422);
  } finally {
    await open.stop();
  }
});

test('keys survive a restart', async () => {
  const key = randomUUID();
  const first = await world.beside({});
  const made = await create(JAZZ, key, { at: first });
  await first.stop();
  const second = await world.beside({});
  const again = await create(JAZZ, key, { at: second });
  await second.stop();
  expect(again).toMatchObject({ id: made.id, text: made.text, repeated: true });
});

test('a failed request uses no key: the next attempt may succeed', async () => {
  const key = randomUUID();
  const used = await keys();
  const taken = await post('/categories', { name: 'Only once' }, randomUUID());
  const failed = await post('/categories', { name: 'Only once' }, key);
  expect([failed.status, failed.code]).toEqual([400, 'term_exists']);
  const wrong = await create({ ...JAZZ, venue: [{ venue: 'Half made' }, 999_999] }, key);
  expect(wrong.status).toBe(400);
  expect(await keys()).toBe(used + 1);
  await world.send('DELETE', `/categories/${taken.id}`);
  const made = await post('/categories', { name: 'Only once' }, key);
  expect([made.status, made.repeated]).toEqual([201, false]);
});

test('after a day a key can be used again', async () => {
  const start = world.moveTo('2031-04-01 12:00:00');
  const key = randomUUID();
  const first = await create(JAZZ, key);
  world.moveTo('2031-04-02 11:59:59');
  expect((await create(JAZZ, key)).id).toBe(first.id);
  world.moveTo('2031-04-02 12:00:00');
  const second = await create(JAZZ, key);
  expect([second.repeated, second.id > first.id]).toEqual([false, true]);
  expect((await create(JAZZ, key)).id).toBe(second.id);
  world.moveTo(start);
});

test.each(['', ' ', 'x'.repeat(256), 'schlüssel'])('%j is not a key', async (key) => {
  const before = await events();
  const { status, code } = await create(JAZZ, key);
  expect([status, code]).toEqual([400, 'invalid_idempotency_key']);
  expect(await events()).toBe(before);
});

test('a key of 255 characters is accepted', async () => {
  expect((await create(JAZZ, 'x'.repeat(255))).status).toBe(201);
});

test('changes ignore keys', async () => {
  const key = randomUUID();
  const { id } = await create(JAZZ, key);
  expect((await post(`/events/${id}`, { title: 'Blues' }, key)).status).toBe(200);
});

test('a cached list shows the record of a keyed request', async () => {
  const list = async (): Promise<unknown> => (await world.get('/events?search=unheard')).body.total;
  expect(await list()).toBe(0);
  await create({ ...JAZZ, title: 'Unheard' }, randomUUID());
  expect(await list()).toBe(1);
});
