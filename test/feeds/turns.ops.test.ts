import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { eventually, pause } from '../support/eventually.ts';
import { createSeededDatabase } from '../support/seeded.ts';

/** Only a few long feeds are sent at once, because each has a page of its events in memory. */
const ALL = '/feeds/events.ics?start_date=2000-01-01&end_date=2100-01-01';
const AT_ONCE = 24;
let service: Victim;

beforeAll(async () => {
  const database = await createSeededDatabase(10_000);
  service = await startVictim({ env: { DEMO_DATA: 'false' }, database });
});
afterAll(async () => {
  await service.stop();
  await service.database.drop();
});

/** Requests a feed, and reads nothing of it. */
async function open(): Promise<IncomingMessage> {
  const [answer] = await once(get(service.url + ALL, { agent: false }), 'response');
  answer.on('error', () => {});
  return answer;
}

test('24 long feeds are sent at once, besides short ones; when one ends, the next begins', async () => {
  const first = await Promise.all(Array.from({ length: AT_ONCE }, open));
  expect(first.map(({ statusCode }) => statusCode)).toEqual(Array(AT_ONCE).fill(200));
  let begun = 0;
  const next = open().then((answer) => {
    begun += 1;
    return answer;
  });
  const short = await fetch(`${service.url}/feeds/events.ics?start_date=2000-01-01&end_date=2000-01-02`);
  expect(short.status).toBe(200);
  await pause(500);
  expect(begun).toBe(0);
  first[0]?.destroy();
  expect((await next).statusCode).toBe(200);
  for (const answer of [...first, await next]) answer.destroy();
});

test('a request that waits too long gets Retry-After, and feeds are sent again after clients disconnect', async () => {
  const all = await Promise.all(Array.from({ length: AT_ONCE + 3 }, open));
  const refused = all.filter(({ statusCode }) => statusCode === 503);
  expect(refused).toHaveLength(3);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  for (const answer of all) answer.destroy();
  await eventually('a feed is sent again', async () => {
    const answer = await open();
    answer.destroy();
    return answer.statusCode === 200;
  });
});
