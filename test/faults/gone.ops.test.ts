import pg from 'pg';
import { eventually, pause } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/**
 * Whoever hangs up does not want it any more, or sends it again: what waits for its turn or for a lock is not
 * stored later.
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
 * Sends requests that wait for a lock, and hangs up once they do. @returns how many were answered all the
 * same
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
  // These wait for the lock, or one for the other; the others wait for a connection or for the lock.
  await someWait(isOneStatement ? 2 : 1);
  answers.push(...send(requests.slice(2), inQueue));
  // Requests that wait for a connection cannot be seen from outside; nor can what is stored too late.
  await pause(200);
  // A statement can only be given up in PostgreSQL after it has begun there: those that wait for a connection
  // go first, so that none gets one from those that go before it.
  inQueue.abort();
  await pause(200);
  inDatabase.abort();
  const answered = (await Promise.all(answers)).reduce<number>((sum, one) => sum + one, 0);
  // A statement that stores by itself is given up in PostgreSQL; where there is a transaction around it, the
  // commit is.
  if (isOneStatement) await nobodyWaits();
  else await pause(200);
  await holder.query('rollback');
  // Whatever was to be stored has been stored when this has had its turn.
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

test('whoever stays is answered and stored', async () => {
  const id = await make('/events', event({ title: 'Stays' }));
  await holder.query('begin');
  await holder.query(`select from event where id = ${id} for update`);
  const answer = server.request('PATCH', `/events/${id}`, { title: 'Stayed' });
  await someWait();
  await holder.query('rollback');
  expect((await answer).status).toBe(200);
  expect(await stored('Stayed')).toBe(1);
});
