import { startTestServer, type TestServer } from '../support/service.ts';
import { watchStatements } from '../support/statements.ts';

/** Each number of ids was a statement of its own, and used up one of the names of prepared statements. */
let server: TestServer;
const statements = watchStatements();
const venues: number[] = [];
const organizers: number[] = [];
const categories: number[] = [];

beforeAll(async () => {
  server = await startTestServer({ env: { RESPONSE_CACHE: 'off' } });
  const make = async (path: string, body: object): Promise<number> =>
    (await (await server.request('POST', path, body)).json()).id;
  for (let n = 0; n < 5; n++) {
    venues.push(await make('/venues', { venue: `Hall ${n}` }));
    organizers.push(await make('/organizers', { organizer: `Band ${n}` }));
    categories.push(await make('/categories', { name: `Kind ${n}` }));
  }
});
afterAll(async () => {
  statements.restore();
  await server.stop();
});

const textsOf = (): Set<string> => new Set(statements.seen().map(({ query }) => query));

test.each([
  ['venue', () => venues],
  ['organizer', () => organizers],
  ['categories', () => categories],
] as const)('one to five ids in ?%s= share a statement', async (name, ids) => {
  const ask = (count: number): Promise<Response> =>
    fetch(`${server.rest}/events?${name}=${ids().slice(0, count).join(',')}`);
  expect((await ask(1)).status).toBe(200);
  statements.clear();
  // A single category uses another index.
  await ask(1);
  await ask(2);
  const before = textsOf();
  expect(before.size).toBeGreaterThan(0);
  for (let count = 3; count <= 5; count++) {
    statements.clear();
    expect((await ask(count)).status).toBe(200);
    expect([...textsOf()].filter((text) => !before.has(text))).toEqual([]);
  }
});
