import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { eventually, pause } from '../support/eventually.ts';
import { createSeededDatabase } from '../support/seeded.ts';

/** Long feeds are sent to few at a time, because each has a page of its events in memory. */
const ALL = '/feeds/events.ics?start_date=2000-01-01&end_date=2100-01-01';
const PER_CLIENT = 12;
let service: Victim;

beforeAll(async () => {
  const database = await createSeededDatabase(10_000);
  service = await startVictim({ env: { DEMO_DATA: 'false', DATABASE_WAIT_TIMEOUT: '2s' }, database });
});
afterAll(async () => {
  await service.stop();
  await service.database.drop();
});

/** Asks for a feed, and reads nothing of it. */
async function open(path: string, localAddress = '127.0.0.1'): Promise<IncomingMessage> {
  const asking = get(service.url + path, { localAddress, agent: false });
  const [answer] = await once(asking, 'response');
  answer.on('error', () => {});
  return answer;
}

test('of one network as many as it may have; others get theirs; when one ends, the next begins', async () => {
  let begun = 0;
  const first = await Promise.all(
    Array.from({ length: PER_CLIENT }, (_, at) => open(`${ALL}&r=${at}`, '127.0.0.2')),
  );
  expect(first.map(({ statusCode }) => statusCode)).toEqual(Array(PER_CLIENT).fill(200));
  const next = open(`${ALL}&r=next`, '127.0.0.2').then((answer) => {
    begun += 1;
    return answer;
  });
  const other = await open(ALL);
  expect(other.statusCode).toBe(200);
  const short = await fetch(
    `${service.url}/feeds/events.ics?per_page=1&start_date=2000-01-01&end_date=2000-01-02`,
  );
  expect(short.status).toBe(200);
  await pause(500);
  expect(begun).toBe(0);
  first[0]?.destroy();
  expect((await next).statusCode).toBe(200);
  for (const answer of [...first, other, await next]) answer.destroy();
});

test('who waits too long is told when to ask again, and places are free once their clients have gone', async () => {
  const all = await Promise.all(
    Array.from({ length: PER_CLIENT + 1 }, (_, at) => open(`${ALL}&w=${at}`, '127.0.0.3')),
  );
  const refused = all.filter(({ statusCode }) => statusCode === 503);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  for (const answer of all) answer.destroy();
  await eventually('there is a place again', async () => {
    const answer = await open(`${ALL}&again=${Math.random()}`, '127.0.0.3');
    answer.destroy();
    return answer.statusCode === 200;
  });
});

test('of all networks together 24 are sent at once', async () => {
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, at) => open(`${ALL}&all=${at}`, `127.0.0.${4 + (at % 3)}`)),
  );
  const statuses = all.map(({ statusCode }) => statusCode).toSorted();
  expect(statuses).toEqual([...Array(24).fill(200), ...Array(6).fill(503)]);
  for (const answer of all) answer.destroy();
});
