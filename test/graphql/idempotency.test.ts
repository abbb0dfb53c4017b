import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

interface Answer {
  status: number;
  body: { data?: Record<string, unknown> | null; errors?: { extensions: Record<string, unknown> }[] };
  repeated: boolean;
}

interface SendOptions {
  variables?: Record<string, unknown>;
  as?: Record<string, string>;
  at?: World;
  accept?: string;
}

async function send(query: string, key: string | null, options: SendOptions = {}): Promise<Answer> {
  const { variables = {}, as = world.server.admin, at = world, accept = '*/*' } = options;
  const headers = { ...as, accept, ...(key !== null && { 'idempotency-key': key }) };
  const response = await at.server.send('POST', '/graphql', { query, variables }, headers);
  return {
    status: response.status,
    body: await response.json(),
    repeated: response.headers.get('idempotent-replayed') === 'true',
  };
}
const codeOf = ({ status, body }: Answer): unknown[] => [status, body.errors?.[0]?.extensions.code];
const tag = (name: string): string => `mutation { createTag(input: {name: "${name}"}) { tag { id name } } }`;
const terms = async (): Promise<number> => Number((await world.counts()).term);

const EVENT = `mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { id title slug } } }`;
const JAZZ = { title: 'Jazz', start: '2031-06-01 20:00', end: '2031-06-01 22:00' };

test('the same key and operation return the same result, and create one record, even after it has changed', async () => {
  const key = randomUUID();
  const first = await send(EVENT, key, { variables: { input: JAZZ } });
  expect([first.status, first.repeated, first.body.errors]).toEqual([200, false, undefined]);
  const before = await world.counts();
  expect(await send(EVENT, key, { variables: { input: JAZZ } })).toEqual({ ...first, repeated: true });
  await world.server.graphql(
    'mutation { updateEvent(by: {slug: "jazz"}, input: {title: "Blues"}) { event { id } } }',
  );
  expect(await send(EVENT, key, { variables: { input: JAZZ } })).toEqual({ ...first, repeated: true });
  expect(await world.counts()).toEqual(before);
});

test('twenty concurrent requests to two instances create one record', async () => {
  const key = randomUUID();
  const before = await terms();
  const other = await world.beside({});
  try {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send(tag('Twenty'), key, { at: at % 2 ? other : world })),
    );
    expect(new Set(all.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(all[0]?.body.errors).toBeUndefined();
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
  } finally {
    await other.stop();
  }
  expect(await terms()).toBe(before + 1);
});

test('another operation, other variables, or REST with the same key is refused', async () => {
  const key = randomUUID();
  await send(EVENT, key, { variables: { input: JAZZ } });
  const before = await world.counts();
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    expect(codeOf(await send(tag('other'), key, { accept }))).toEqual([422, 'BAD_USER_INPUT']);
    const input = { ...JAZZ, title: 'Other' };
    expect(codeOf(await send(EVENT, key, { variables: { input }, accept }))).toEqual([422, 'BAD_USER_INPUT']);
  }
  const rest = await world.server.request(
    'POST',
    '/tags',
    { name: 'by rest' },
    {
      ...world.server.admin,
      'idempotency-key': key,
    },
  );
  expect(rest.status).toBe(422);
  expect(await world.counts()).toEqual(before);
});

test('several fields are stored together or not at all, and a failure uses up no key', async () => {
  const key = randomUUID();
  const before = await terms();
  const both = (second: string): string =>
    `mutation { one: createTag(input: {name: "First"}) { tag { id } } two: createTag(input: {name: "${second}"}) { tag { id } } }`;
  const failed = await send(both('First'), key);
  expect([failed.body.data, failed.body.errors?.[0]?.extensions.code]).toEqual([null, 'CONFLICT']);
  expect(await terms()).toBe(before);
  // Without a key the first field is stored.
  const plain = await send(both('First'), null);
  expect(plain.body.data).toEqual({ one: { tag: { id: expect.any(String) } }, two: null });
  expect(await terms()).toBe(before + 1);
  const stored = await send(
    'mutation { one: createTag(input: {name: "Third"}) { tag { id } } two: createTag(input: {name: "Second"}) { tag { id } } }',
    key,
  );
  expect(stored.body.errors).toBeUndefined();
  expect(await terms()).toBe(before + 3);
});

test('an error below the root also rolls back the transaction', async () => {
  const venue = await world.make('venue', { venue: 'Barn' });
  const before = await world.counts();
  const query = `mutation { createEvent(input: {title: "Half", start: "2031-06-01 20:00", end: "2031-06-01 22:00",
    venues: [{databaseId: ${venue.id}}]}) { event { venue { events(first: 0) { totalCount } } } } }`;
  const answer = await send(query, randomUUID());
  expect([answer.body.data, answer.body.errors?.[0]?.extensions.code]).toEqual([null, 'BAD_USER_INPUT']);
  expect(await world.counts()).toEqual(before);
});

test('a repeated deletion gets the stored result, and 410 without a key', async () => {
  const { id } = await world.make('event', {
    title: 'Short',
    start_date: '2031-05-01',
    end_date: '2031-05-01',
  });
  const remove = `mutation { deleteEvent(by: {databaseId: ${id}}) { event { status } } }`;
  const key = randomUUID();
  const first = await send(remove, key);
  expect(first.body).toEqual({ data: { deleteEvent: { event: { status: 'TRASH' } } } });
  expect(await send(remove, key)).toEqual({ ...first, repeated: true });
  expect(codeOf(await send(remove, null))).toEqual([200, 'CONFLICT']);
});

test('rights are checked each time, and keys belong to their caller', async () => {
  const key = randomUUID();
  expect((await send(tag('Mine'), key)).body.errors).toBeUndefined();
  const author = world.headers('author');
  expect(codeOf(await send(tag('Mine'), key, { as: author }))).toEqual([200, 'FORBIDDEN']);
  expect(codeOf(await send(tag('Mine'), key, { as: {} }))).toEqual([200, 'UNAUTHENTICATED']);
});

test('an erased record is not returned again', async () => {
  const key = randomUUID();
  const made = await send(tag('Erased'), key);
  const { id } = Object(made.body.data?.createTag).tag;
  await world.server.graphql(`mutation { deleteTag(by: {id: "${id}"}) { deletedId } }`);
  expect(codeOf(await send(tag('Erased'), key))).toEqual([410, 'CONFLICT']);
});

test('a password is never stored: its mutation takes no key', async () => {
  const create =
    'mutation { createApplicationPassword(input: {name: "Phone"}) { applicationPassword { name } ...P } } fragment P on CreateApplicationPasswordPayload { password }';
  expect(codeOf(await send(create, randomUUID()))).toEqual([400, 'BAD_REQUEST']);
  expect((await send(create, null)).body.errors).toBeUndefined();
  const { rows } = await sql<{
    body: string;
  }>`select body from idempotency_key where body like '%Phone%'`.execute(kysely(world.server.orm.em.fork()));
  expect(rows).toEqual([]);
});

test.each(['', 'a'.repeat(256), 'ü'])('the key %j is invalid', async (key) => {
  const before = await terms();
  expect(codeOf(await send(tag('Never'), key))).toEqual([400, 'BAD_REQUEST']);
  expect(await terms()).toBe(before);
});

test('a query ignores a key', async () => {
  const key = randomUUID();
  expect(await send('{ tags { totalCount } }', key)).toMatchObject({ status: 200, repeated: false });
  expect((await send(tag('After a query'), key)).body.errors).toBeUndefined();
});
