import { freePort } from '../../bench/support/service.ts';
import { ADMIN, startVictim } from '../attacks/victim.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

const API = '/calendar/events/v1';
/** 0 without a listener. */
const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers: { connection: 'close', ...headers } }).catch(() => null);
  return { status: answer?.status ?? 0, text: (await answer?.text()) ?? '' };
};

/** The first responses after `/readyz` reports readiness. */
async function firstAnswers(base: string) {
  const early = new Set<number>();
  const isReady = async (): Promise<boolean> => {
    const { status } = await ask(`${base}/readyz`);
    if (status !== 200) early.add(status);
    return status === 200;
  };
  await eventually('it is ready', isReady);
  const [list, me, page, graphql] = await Promise.all([
    ask(`${base}${API}/events?per_page=1`),
    // Only users see drafts.
    ask(`${base}${API}/events?status=draft`, ADMIN),
    ask(`${base}/events/`),
    ask(`${base}/graphql?query={viewer{login}}`, { ...ADMIN, 'apollo-require-preflight': 'yes' }),
  ]);
  return { early, list, me, page, graphql };
}

test('instances that start at the same time on an empty database report readiness only when ready', async () => {
  const ports = [await freePort(), await freePort()];
  const starting = Promise.all(
    ports.map((port) => startVictim({ database, env: { PORT: String(port), DATABASE_POOL_SIZE: '4' } })),
  );
  const asking = Promise.all(ports.map((port) => firstAnswers(`http://127.0.0.1:${port}`)));
  try {
    for (const { early, list, me, page, graphql } of await asking) {
      expect([...early].filter((status) => status !== 0 && status !== 503)).toEqual([]);
      expect(JSON.parse(list.text).total).toBeGreaterThan(0);
      expect([me.status, page.status]).toEqual([200, 200]);
      expect(JSON.parse(graphql.text)).toEqual({ data: { viewer: { login: 'admin' } } });
    }
  } finally {
    for (const victim of await starting) await victim.stop();
  }
});
