import { Agent, request } from 'node:http';
import pg from 'pg';
import { ADMIN, startVictim, type Victim } from '../attacks/victim.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually, pause } from '../support/eventually.ts';

/** Restarts instances in turn, under load, behind a balancer that checks `/readyz`, without failed requests. */
const API = '/calendar/events/v1';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const instance = (PORT = '0'): Promise<Victim> =>
  startVictim({ database, env: { PORT, DATABASE_POOL_SIZE: '4' } });

interface Asked {
  readonly method?: 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** The failure, or the status. */
const answerOf = (url: string, agent: Agent, { method, path, headers, body }: Asked) =>
  new Promise<string>((resolve) => {
    const sent = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.once('end', () => resolve(`${answer.statusCode} ${(answer.statusCode ?? 0) < 300 ? '' : text}`));
      answer.once('error', ({ message }) => resolve(`broken off: ${message}`));
    });
    sent.once('error', ({ message }) => resolve(message));
    sent.end(body);
  });

const WRITERS = 2;
/** Milliseconds between two requests of a client: the two cores have to start processes, too. */
const THINK_MS = 50;
const json = { 'content-type': 'application/json' };
/** One client for each, on a kept-alive connection. */
const clients: readonly ((at: number) => Asked)[] = [
  () => ({ path: `${API}/events?per_page=5` }),
  (at) => ({ path: `${API}/events?per_page=3&search=${at}` }),
  () => ({ path: '/events/' }),
  (at) => ({
    method: 'POST',
    path: '/graphql',
    headers: json,
    body: JSON.stringify({ query: `{ events(first: ${1 + (at % 9)}) { totalCount nodes { title } } }` }),
  }),
  ...Array.from(
    { length: 2 },
    () =>
      (at: number): Asked => ({
        method: 'POST',
        path: `${API}/events`,
        headers: { ...json, ...ADMIN },
        body: JSON.stringify({ title: `Rolling ${at}`, start_date: '2031-01-01', end_date: '2031-01-02' }),
      }),
  ),
];

interface Load {
  /** Number of responses by kind of request. */
  readonly answered: readonly number[];
  /** Responses other than 2xx. */
  readonly failed: readonly string[];
  stop(): Promise<void>;
}

function underLoad(balancer: Balancer): Load {
  const agents: Agent[] = [];
  const failed: string[] = [];
  const answered = clients.map(() => 0);
  let running = true;
  const all = clients.map(async (ask, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    for (let at = 0; running; at++) {
      const pending = ask(at);
      const answer = await answerOf(balancer.url, agent, pending);
      if (answer.startsWith('20')) answered[client] = (answered[client] ?? 0) + 1;
      else failed.push(`${pending.method ?? 'GET'} ${pending.path}: ${answer}`);
      await pause(THINK_MS);
    }
  });
  return {
    answered,
    failed,
    async stop() {
      running = false;
      await Promise.all(all);
      for (const agent of agents) agent.destroy();
    },
  };
}

async function stored(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from event where title like 'Rolling %'",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

test('two instances, restarted in turn: no request fails, and acknowledged writes are stored', async () => {
  const running = await Promise.all([instance(), instance()]);
  const balancer = await startBalancer(running.map(({ url }) => url));
  const load = underLoad(balancer);
  try {
    for (const [at, old] of [...running.entries()]) {
      const busy = [...load.answered];
      await eventually('everybody was answered', () =>
        load.answered.every((now, of) => now > (busy[of] ?? 0)),
      );
      old.kill('SIGTERM');
      expect(await old.ended).toBe(0);
      await eventually('the balancer leaves it', () => !balancer.ready[at]);
      running[at] = await instance(new URL(old.url).port);
      await eventually('the balancer sees it', () => balancer.ready[at]);
    }
    await load.stop();
    expect(load.failed).toEqual([]);
    const written = load.answered.slice(-WRITERS).reduce((sum, count) => sum + count, 0);
    expect(await stored(database.url)).toBe(written);
  } finally {
    await load.stop();
    await balancer.stop();
    for (const victim of running) await victim.stop();
  }
});
