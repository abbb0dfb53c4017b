import { Socket } from 'node:net';
import pg from 'pg';
import { invalidateCaches } from '../support/invalidate-caches.ts';
import { watchStatements } from '../support/statements.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
/** Long enough to be noticed where it was not selected. */
const TEXT = 'A long evening of songs. '.repeat(100).trim();
const counted = watchStatements();

beforeAll(async () => {
  world = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  const music = (await world.make('category', { name: 'Music' })).id;
  // One more than any page has, so that totals have to be counted.
  for (let i = 0; i <= 50; i++) {
    await world.event(`Concert ${i}`, `2031-06-01 ${String(i % 24).padStart(2, '0')}:00`, {
      image: `https://pictures.example.org/${i}.png`,
      // Every event has its own linked records, so that no read is shared.
      venue: { venue: `Hall ${i}`, image: `https://pictures.example.org/hall-${i}.png` },
      organizer: [{ organizer: `Band ${i}` }, { organizer: `Crew ${i}` }],
      categories: [music, `Kind ${i}`],
      tags: [`tag ${i}`, `mark ${i}`],
      end_date: '2031-06-02',
      description: TEXT,
    });
  }
  await world.settled();
});
afterAll(async () => {
  counted.restore();
  await world.stop();
});

const forget = (): Promise<void> => invalidateCaches(world.server);

/** The number of statements of some work. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  counted.clear();
  await work();
  return counted.seen().length;
}

const SIZES = [1, 10, 50];
let other = 0;
/** The same list at another address, to bypass the response cache. */
const page = (size: number) => async (): Promise<void> => {
  const { names } = await world.list('REST', 'event', `per_page=${size}&other=${other++}`);
  expect(names).toHaveLength(size);
};
const NESTED = `query($n: Int!, $other: Int!) {
  venues(first: $n) { nodes { name events(first: $other) { totalCount nodes {
    title image { url } venues { name image { url } } organizers { name } categories { name eventCount parent { name } }
    tags { name events { totalCount } }
  } } } }
}`;
const nested = (size: number) => () =>
  world.query(NESTED, 'anonymous', { n: Math.ceil(size / 3), other: (other++ % 5) + 5 });
const TERMS = `query($n: Int!, $other: Int!) {
  categories(first: $n) { nodes {
    name url children { nodes { name } } events(first: $other) { totalCount nodes { title venue { name } } }
  } }
}`;
const terms = (size: number) => () =>
  world.query(TERMS, 'anonymous', { n: size, other: (other++ % 50) + 10 });

test.each([
  ['a page of events, REST', page, 12],
  ['events of venues, GraphQL', nested, 14],
  ['events of categories, GraphQL', terms, 12],
])('%s: the number of statements does not grow with the records', async (_name, ask, most) => {
  const cold: number[] = [];
  const warm: number[] = [];
  await ask(50)();
  for (const size of SIZES) {
    await forget();
    cold.push(await cost(ask(size)));
    warm.push(await cost(ask(size)));
  }
  expect(new Set(cold).size).toBe(1);
  expect(new Set(warm).size).toBe(1);
  expect(cold[0]).toBeGreaterThan(0);
  expect(cold[0]).toBeLessThanOrEqual(most);
  expect(warm[0]).toBeLessThanOrEqual(cold[0] ?? 0);
});

test('one event costs no more than a page of events', async () => {
  const { body } = await world.get('/events?per_page=1');
  const [first] = Array.isArray(body.events) ? body.events : [];
  await forget();
  expect(await cost(() => world.get(`/events/${first.id}`))).toBeLessThanOrEqual(12);
});

/** The bytes that PostgreSQL sends for each event of a list: the difference between long and short lists. */
async function bytesPerEvent(
  ask: (size: number) => () => Promise<unknown>,
  before: () => Promise<unknown>,
): Promise<number> {
  const received = (): number => {
    const streams = [...new Set(counted.seen().map(({ client }) => client))].map((client) =>
      client instanceof pg.Client ? client.connection.stream : undefined,
    );
    return streams.reduce(
      (sum, stream) => sum + (stream instanceof Socket ? stream.bytesRead : Number.NaN),
      0,
    );
  };
  const once = async (size: number): Promise<number> => {
    await ask(size)();
    await before();
    const start = received();
    await ask(size)();
    return received() - start;
  };
  /** The minimum: background reads on the same connections only add to it. */
  const bytes = async (size: number): Promise<number> =>
    Math.min(await once(size), await once(size), await once(size));
  counted.clear();
  return ((await bytes(50)) - (await bytes(10))) / 40;
}

const TITLES =
  'query($n: Int!, $other: Int!) { events(first: $n) { nodes { title start: localStart } } other: tags(first: $other) { totalCount } }';
const titles = (size: number) => () =>
  world.query(TITLES, 'anonymous', { n: size, other: (other++ % 50) + 10 });

test("rows carry an event's own data once, and linked data only on request", async () => {
  const cold = await bytesPerEvent(titles, forget);
  // The text and the other columns. Linked records are ids.
  expect(cold).toBeGreaterThan(TEXT.length);
  expect(cold).toBeLessThan(TEXT.length + 500);
  // A venue, two organizers, two terms and two images per event.
  expect(await bytesPerEvent(page, forget)).toBeLessThan(TEXT.length + 2_500);
});
