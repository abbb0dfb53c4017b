import { request } from 'node:http';
import { freePort } from '../../bench/support/service.ts';
import { ADMIN, startVictim, type Victim } from '../attacks/victim.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { eventually, pause } from '../support/eventually.ts';

const PROCESSES = 4;
/** The longest time that a process may serve older data, in milliseconds. */
const BOUND_MS = 1_000;
const API = '/calendar/events/v1';

let database: TestDatabase;
let port: string;
const running: Victim[] = [];

const startOne = (): Promise<Victim> =>
  startVictim({
    database,
    env: { PORT: port, REUSE_PORT: 'true', METRICS: '0', DATABASE_POOL_SIZE: '4' },
  });

beforeAll(async () => {
  database = await createEmptyDatabase();
  port = String(await freePort());
  // All at once: each one migrates, creates the administrator and the demo calendar, or waits for the others.
  running.push(...(await Promise.all(Array.from({ length: PROCESSES }, startOne))));
});
afterAll(async () => {
  for (const process of running) await process.stop();
  await database.drop();
});

interface Asked {
  method?: string;
  path: string;
  body?: object;
}

/** A request on its own connection, so that any process may get it. */
const ask = ({ method = 'GET', path, body }: Asked): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { ...ADMIN, 'content-type': 'application/json' };
    const sent = request(
      { host: '127.0.0.1', port, method, path: API + path, agent: false, headers },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += String(chunk);
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject).end(body && JSON.stringify(body));
  });

const askOften = (times: number, asked: Asked) =>
  Promise.all(Array.from({ length: times }, () => ask(asked)));

/** The number of requests with a 404 response. */
async function missed({ log }: Victim): Promise<number> {
  const line = await eventually('the address of the metrics', () =>
    log.find((one) => one.includes('metrics available at')),
  );
  const text = await (await fetch(String(JSON.parse(line).url))).text();
  const counts = text.matchAll(/^http_request_duration_seconds_count\{.*status="404".*\} (\d+)$/gm);
  return Array.from(counts, ([, count]) => Number(count)).reduce((all, one) => all + one, 0);
}

test('processes that start at the same time create one administrator and one demo calendar', async () => {
  const query = encodeURIComponent('{ users { totalCount } }');
  const answer = await fetch(`${running[0]?.url}/graphql?query=${query}`, {
    headers: { ...ADMIN, 'apollo-require-preflight': 'yes' },
  });
  expect(await answer.json()).toEqual({ data: { users: { totalCount: 1 } } });
  const { text } = await ask({ path: '/venues?per_page=50' });
  const names = JSON.parse(text).venues.map(({ venue }: { venue: string }) => venue);
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(names.length);
});

test('all of them respond', async () => {
  const path = '/events/5000000';
  expect((await askOften(200, { path })).filter(({ status }) => status !== 404)).toEqual([]);
  await eventually('each has answered some', async () =>
    (await Promise.all(running.map(missed))).every((count) => count > 0),
  );
});

test('all processes show a write within a second', async () => {
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
  const body = { title: 'Version 0', ...times };
  const { id } = JSON.parse((await ask({ method: 'POST', path: '/events', body })).text);
  for (let version = 1; version <= 5; version++) {
    await askOften(16, { path: `/events/${id}` });
    await ask({ method: 'PATCH', path: `/events/${id}`, body: { title: `Version ${version}` } });
    await pause(BOUND_MS);
    const titles = (await askOften(24, { path: `/events/${id}` })).map(({ text }) => JSON.parse(text).title);
    expect([...new Set(titles)]).toEqual([`Version ${version}`]);
  }
});

test('when one is killed the others continue, and a new one replaces it', async () => {
  const [killed] = running.splice(0, 1);
  if (!killed) throw new Error('there is no process');
  killed.kill('SIGKILL');
  await killed.ended;
  const list = { path: '/events?per_page=1' };
  expect((await askOften(60, list)).filter(({ status }) => status !== 200)).toEqual([]);
  const starting = startOne();
  let started = false;
  starting.finally(() => {
    started = true;
  });
  // While it starts, it accepts no connection that it cannot serve.
  while (!started) expect((await askOften(8, list)).filter(({ status }) => status !== 200)).toEqual([]);
  running.push(await starting);
  expect((await askOften(60, list)).filter(({ status }) => status !== 200)).toEqual([]);
});

test('a signal ends all of them', async () => {
  for (const process of running) process.kill('SIGTERM');
  expect(await Promise.all(running.map(({ ended }) => ended))).toEqual(running.map(() => 0));
});
