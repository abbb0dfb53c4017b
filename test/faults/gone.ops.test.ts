import pg from 'pg';
import { eventually, pause } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/**
 * A client that disconnects no longer wants its request, or repeats it: a request that waits for a slot or a lock is
 * not stored later.
 */
let server: TestServer;
let holder: pg.Client;
beforeAll(async () => {
  server = await startTestServer({
    realLimits: true,
    env: { DATABASE_POOL_SIZE: '6' },
    timeouts: { lock: 20_000, wait: 20_000, statement: 25_000 },
  });
  holder = new pg.Client({ connectionString: server.database.url });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await server.stop();
});

const event = (fields: object): object => ({
  title: 'Waiting',
  start_date: '2031-05-01 10:00',
  end_date: '2031-05-01 12:00',
  ...fields,
});
const make = async (path: string, body: object): Promise<number> =>
  (await (await server.request('POST', path, body)).json()).id;

const waiting = async (): Promise<number> => {
  const { rows } = await holder.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
};
const someWait = (count = 1): Promise<boolean> =>
  eventually(`${count} wait for the lock`, async () => (await waiting()) >= count);
const nobodyWaits = (): Promise<boolean> =>
  eventually('nobody waits for the lock', async () => (await waiting()) === 0);

/**
 * Sends requests that wait for a lock, then disconnects.
 * @returns the number of responses received anyway
 */
async function hangUpOn(
  lock: string,
  requests: readonly [method: string, path: string, body: object][],
  isOneStatement = false,
): Promise<number> {
  await holder.query('begin');
  await holder.query(lock);
  const send = (some: typeof requests, { signal }: AbortController): Promise<number>[] =>
    some.map(([method, path, body]) =>
      fetch(`${server.rest}${path}`, {
        method,
        headers: { ...server.admin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      }).then(
        () => 1,
        () => 0,
      ),
    );
  const [inDatabase, inQueue] = [new AbortController(), new AbortController()];
  const answers = send(requests.slice(0, 2), inDatabase);
  // These wait for the lock, or for each other; the rest wait for a connection or for the lock.
  await someWait(isOneStatement ? 2 : 1);
  answers.push(...send(requests.slice(2), inQueue));
  // Requests that wait for a connection are invisible from outside, and so are late writes.
  await pause(200);
  // PostgreSQL can only cancel a running statement. Requests that wait for a connection are aborted first, so that
  // none gets a connection freed by an abort.
  inQueue.abort();
  await pause(200);
  inDatabase.abort();
  const answered = (await Promise.all(answers)).reduce<number>((sum, one) => sum + one, 0);
  // A single statement is canceled in PostgreSQL; inside a transaction, the commit is.
  if (isOneStatement) await nobodyWaits();
  else await pause(200);
  await holder.query('rollback');
  // Every earlier write has been stored once this one succeeds.
  await make('/events', event({ title: 'Afterwards' }));
  await nobodyWaits();
  await pause(200);
  return answered;
}

const stored = async (title: string): Promise<number> => {
  const { rows } = await holder.query<{ n: number }>(
    'select count(*)::int as n from event where title = $1',
    [title],
  );
  return rows[0]?.n ?? 0;
};

test('changes that wait for a locked event', async () => {
  const id = await make('/events', event({ title: 'Locked' }));
  const requests = Array.from(
    { length: 20 },
    () => ['PATCH', `/events/${id}`, { title: 'Changed' }] as [string, string, object],
  );
  expect(await hangUpOn(`select from event where id = ${id} for update`, requests)).toBe(0);
  expect(await stored('Changed')).toBe(0);
});

test('new events, each one statement, that wait for a locked venue', async () => {
  const venue = await make('/venues', { venue: 'Locked hall' });
  const requests = Array.from(
    { length: 20 },
    (_, n) =>
      ['POST', '/events', event({ title: 'Alone', slug: `alone-${n}`, venue })] as [string, string, object],
  );
  expect(await hangUpOn(`select from venue where id = ${venue} for update`, requests, true)).toBe(0);
  expect(await stored('Alone')).toBe(0);
});

test('new events with new records, while the table of venues is locked', async () => {
  const requests = Array.from(
    { length: 20 },
    (_, n) =>
      ['POST', '/events', event({ title: 'Whole', venue: { venue: `New ${n}` } })] as [
        string,
        string,
        object,
      ],
  );
  expect(await hangUpOn('lock table venue in share mode', requests)).toBe(0);
  expect(await stored('Whole')).toBe(0);
});

test('connected clients get their response, and the change is stored', async () => {
  const id = await make('/events', event({ title: 'Stays' }));
  await holder.query('begin');
  await holder.query(`select from event where id = ${id} for update`);
  const answer = server.request('PATCH', `/events/${id}`, { title: 'Stayed' });
  await someWait();
  await holder.query('rollback');
  expect((await answer).status).toBe(200);
  expect(await stored('Stayed')).toBe(1);
});
