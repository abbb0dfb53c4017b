import { Agent, request } from 'node:http';
import { sampled } from '../support/sample.ts';
import { during, expectUnharmed, startVictim, type Victim } from './victim.ts';

/** Cached responses take a bounded number of bytes, for any request. */
let victim: Victim;
const MB = 1024 * 1024;
/** Few, so that memory shows cached responses, not those in progress. */
const AT_ONCE = 4;
/** Characters of a header: some 70 MB altogether, if every header were cached. */
const LONG = 14_000;

beforeAll(async () => {
  victim = await startVictim();
  // The memory the process needs for this many requests of any kind; these types are too long to be cached, too.
  await flood(3_000, (i) => ({ path: `${TAGS}&warm=${i % 200}`, headers: { 'x-nothing': fill(LONG, i) } }));
  await flood(3_000, (i) => ({ path: GRAPHQL, headers: { accept: `application/json, ${fill(1_100, i)}` } }));
});
afterAll(() => victim.stop());

const fill = (length: number, i: number): string => `${i}-`.padEnd(length, 'x');

interface Asked {
  path: string;
  headers: Record<string, string>;
}

/**
 * Sends many requests on kept-alive connections.
 * @returns the number of responses by status
 */
async function flood(many: number, of: (i: number) => Asked): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const { hostname, port } = new URL(victim.url);
  const statuses = new Map<number, number>();
  let next = 0;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const { path, headers } = of(next++);
      request({ agent, hostname, port, path, headers }, (answer) => {
        const status = answer.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        answer.on('end', resolve).resume();
      })
        .on('error', reject)
        .end();
    });
  const worker = async (): Promise<void> => {
    while (next < many) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  return statuses;
}

const TAGS = '/calendar/events/v1/tags?search=zzz';
const GRAPHQL = '/graphql?query={__typename}';

const FLOODS: [string, number, number, (i: number) => Asked][] = [
  ['Accept', 8_000, 45, (i: number) => ({ path: TAGS, headers: { accept: fill(LONG, i) } })],
  ['Prefer', 5_000, 55, (i: number) => ({ path: TAGS, headers: { prefer: fill(LONG, i) } })],
  [
    'Accept of GraphQL',
    5_000,
    55,
    (i: number) => ({
      path: GRAPHQL,
      headers: { accept: `application/json, ${fill(LONG, i)}` },
    }),
  ],
  ['the address', 5_000, 80, (i: number) => ({ path: `${TAGS}&x=${fill(900, i)}`, headers: {} })],
];

test.each(sampled('memory of the cache', FLOODS, 1))('%s of many kinds', async (_name, many, limit, of) => {
  const before = await victim.memory();
  let statuses = new Map<number, number>();
  const seen = await during(victim, async () => {
    statuses = await flood(many, of);
  });
  expect(statuses.get(200)).toBeGreaterThanOrEqual(many);
  expect(((await victim.memory()) - before) / MB).toBeLessThan(limit);
  await expectUnharmed(victim, seen);
});
