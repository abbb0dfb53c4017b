import pg from 'pg';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { eventually, pause } from '../support/eventually.ts';

let victim: Victim;

beforeAll(async () => {
  victim = await startVictim({ env: { LOG_LEVEL: 'debug' } });
});

afterAll(() => victim.stop());

const lines = (): Record<string, unknown>[] =>
  victim.log.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));

/** The line of a request, once it is logged. */
const lineOf = (id: string, words = 'request'): Promise<Record<string, unknown>> =>
  eventually(
    () => `a line "${words}" of ${id} in\n${victim.log.slice(-20).join('\n')}`,
    () => lines().find((line) => line.request === id && line.msg === words),
  );

const idOf = (response: Response): string => response.headers.get('x-request-id') ?? '';

test.each([
  ['computed', '/events?per_page=1'],
  ['cached', '/events?per_page=1'],
  ['an error', '/events/999999'],
  ['an unknown address', '/nothing'],
])('a request keeps its incoming id: %s', async (_name, path) => {
  const id = `trace-${Math.random()}`;
  const response = await victim.request('GET', path, undefined, { 'x-request-id': id });
  expect(idOf(response)).toBe(id);
  expect(await lineOf(id)).toMatchObject({
    status: response.status,
    method: 'GET',
    path: `/calendar/events/v1${path.split('?')[0]}`,
  });
});

test('304 and HEAD have an id, too, and each cached response has its own', async () => {
  const first = await victim.request('GET', '/tags');
  const etag = first.headers.get('etag') ?? '';
  const again = await Promise.all(
    [1, 2].map(() => victim.request('GET', '/tags', undefined, { 'if-none-match': etag })),
  );
  const head = await victim.request('HEAD', '/tags');
  expect(again.map(({ status }) => status)).toEqual([304, 304]);
  const ids = [first, ...again, head].map(idOf);
  expect(new Set(ids).size).toBe(4);
  expect(ids.every((id) => /^[\da-f-]{36}$/.test(id))).toBe(true);
});

test.each([
  ['empty', ''],
  ['too long', 'x'.repeat(101)],
  ['with spaces', 'a b'],
  ['with quotes', 'a"b'],
  ['with markup', '<script>'],
  ['not ASCII', 'é'],
  ['two', 'a, b'],
])('an id that is %s is replaced', async (_name, id) => {
  expect(idOf(await victim.request('GET', '/tags', undefined, { 'x-request-id': id }))).toMatch(
    /^[\da-f-]{36}$/,
  );
});

test('a line has the operation, the caller and the outcome', async () => {
  const response = await victim.request('GET', '/events/999999?search=secret', undefined, victim.admin);
  const { ms, ...line } = await lineOf(idOf(response));
  expect(line).toMatchObject({
    route: '/{namespace}/events/{id}',
    operation: 'Query.event',
    code: 'event-not-found',
    login: 'admin',
    status: 404,
  });
  expect(ms).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(line)).not.toContain('secret');
});

test('a line of GraphQL has them, too', async () => {
  const query = 'query Find($filter: EventFilter) { events(filter: $filter, first: 1) { totalCount } }';
  const id = 'graphql-1';
  await victim.graphql(
    query,
    { filter: { search: 'confidential' } },
    { 'x-request-id': id, ...victim.admin },
  );
  expect(await lineOf(id)).toMatchObject({
    route: '/graphql',
    operation: 'Query.events',
    operationName: 'Find',
    login: 'admin',
  });
  const missing = '{ event(by: { databaseId: 999999 }) { id } viewer { login } }';
  await victim.graphql(missing, {}, { 'x-request-id': 'graphql-2' });
  expect(await lineOf('graphql-2')).toMatchObject({ operation: 'Query, several', code: 'event-not-found' });
  await victim.graphql('{ nonsense }', {}, { 'x-request-id': 'graphql-3' });
  expect(await lineOf('graphql-3')).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED', status: 200 });
  expect(victim.log.join()).not.toContain('confidential');
});

test('the log has no credentials, neither correct nor wrong', async () => {
  const wrong = `Basic ${Buffer.from('admin:wrong password').toString('base64')}`;
  const response = await victim.request('GET', '/events', undefined, { authorization: wrong });
  expect(await lineOf(idOf(response))).toMatchObject({ status: 401, code: 'incorrect_password' });
  for (const secret of [wrong.slice(6), victim.admin.authorization.slice(6), 'wrong password'])
    expect(victim.log.join()).not.toContain(secret);
});

test('a slow statement is logged with the request that waited for it, and without values', async () => {
  const other = new pg.Client({ connectionString: victim.database.url });
  await other.connect();
  try {
    // The statement waits for the end of the lock.
    await other.query('begin; lock table event');
    const id = 'slow-1';
    const answer = victim.request('GET', '/events?search=needle', undefined, { 'x-request-id': id });
    await pause(1_000);
    await other.query('commit');
    expect((await answer).status).toBe(200);
    expect(await lineOf(id, 'slow statement')).toMatchObject({
      level: 40,
      statement: expect.stringMatching(/^select.*\$1/),
    });
    expect(victim.log.join()).not.toContain('needle');
  } finally {
    await other.end();
  }
});
