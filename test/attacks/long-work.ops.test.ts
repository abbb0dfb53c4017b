import { type IncomingMessage, request } from 'node:http';
import { sampled } from '../support/sample.ts';
import { createSeededDatabase } from '../support/seeded.ts';
import { during, startVictim, type Victim } from './victim.ts';

/**
 * A client on another network keeps 40 connections busy with the most expensive requests. For a larger world:
 * `EVENTS=60000 npm test -- test/attacks/long-work`.
 */
const EVENTS = Number(process.env.EVENTS ?? 10_000);
const CONNECTIONS = 40;
const ATTACK_MS = 3_000;
/** The bystander is at 127.0.0.1. */
const ELSEWHERE = '127.0.0.2';
const EVERYTHING = 'start_date=0001-01-01&end_date=9999-12-31';

let victim: Victim;

beforeAll(async () => {
  const database = await createSeededDatabase(EVENTS);
  victim = await startVictim({ env: { DEMO_DATA: 'false' }, database });
});
afterAll(async () => {
  await victim.stop();
  await victim.database.drop();
});

let requests = 0;
/** Makes each request unique. */
const different = (): string => `r=${requests++}`;

/**
 * Sends a request, and reads its response until it ends or time runs out.
 * @returns the status
 */
function ask(path: string, body: string | null, end: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const headers = body === null ? {} : { 'content-type': 'application/json' };
    const options = { method: body === null ? 'GET' : 'POST', headers, localAddress: ELSEWHERE, signal: end };
    const asking = request(victim.url + path, { ...options, agent: false }, (answer: IncomingMessage) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => {});
    });
    asking.on('error', () => resolve(0));
    asking.end(body ?? undefined);
  });
}

/** @returns the number of responses by status; 0 counts those cut off by the end of the attack */
async function flood(make: () => [path: string, body: string | null]): Promise<Record<number, number>> {
  const end = AbortSignal.timeout(ATTACK_MS);
  const seen: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (!end.aborted) {
        const status = await ask(...make(), end);
        seen[status] = (seen[status] ?? 0) + 1;
      }
    }),
  );
  return seen;
}

const deep = (): number => Math.floor((EVENTS / 10) * (0.3 + 0.5 * Math.random()));
/** New search words, each in quotes, without spaces between them. */
const words = (count: number): string =>
  Array.from({ length: count }, (_, at) => `"${(requests++ + at).toString(36)}e"`).join('');
const LISTS = `/calendar/events/v1/events?${EVERYTHING}&per_page=10`;

const FLOODS: [string, () => [path: string, body: string | null]][] = [
  ['sort by title at deep offsets', () => [`${LISTS}&orderby=title&page=${deep()}&${different()}`, null]],
  [
    'sort by title among a category',
    () => [`${LISTS}&orderby=title&categories=category-1&order=desc&${different()}`, null],
  ],
  ['lists at deep offsets', () => [`${LISTS}&page=${deep()}&${different()}`, null]],
  ['feeds of everything', () => [`/feeds/events.ics?${EVERYTHING}&${different()}`, null]],
  ['RSS of everything', () => [`/feeds/events.rss?${EVERYTHING}&${different()}`, null]],
  ['searches with 48 words', () => [`${LISTS}&search=${encodeURIComponent(words(48))}`, null]],
  [
    'searches with 48 quoted words in 14 aliases',
    () => {
      const lists = Array.from(
        { length: 14 },
        (_, at) =>
          `a${at}: events(filter: { search: ${JSON.stringify(words(48))}, startsFrom: "0001-01-01", endsUntil: "9999-12-31" }, first: 1) { totalCount }`,
      );
      return ['/graphql', JSON.stringify({ query: `{ ${lists.join(' ')} }` })];
    },
  ],
];

test.each(sampled('long work', FLOODS, 2))('%s', async (_name, make) => {
  let statuses: Record<number, number> = {};
  const seen = await during(victim, async () => {
    statuses = await flood(make);
  });
  if (process.env.EVENTS) console.info(_name, seen, statuses);
  expect(victim.isAlive).toBe(true);
  // The maximum wait for a connection.
  expect(seen.list).toBeLessThan(10_000);
  // The service responds to as many as it can and refuses the rest properly.
  expect(Object.keys(statuses).filter((status) => !['0', '200', '400', '503'].includes(status))).toEqual([]);
});
