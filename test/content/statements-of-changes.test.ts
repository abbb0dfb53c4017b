import { startTestServer, type TestServer } from '../support/service.ts';
import { watchStatements } from '../support/statements.ts';

/** The statements of a change: the caller, the record before it, and the transaction with its begin and commit. */
let server: TestServer;
const statements = watchStatements();
let ids: { event: number; linked: number; venue: number };

const make = async (path: string, body: object): Promise<number> =>
  (await (await server.request('POST', path, body)).json()).id;
const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };

beforeAll(async () => {
  server = await startTestServer();
  const venue = await make('/venues', { venue: 'Hall' });
  ids = {
    venue,
    event: await make('/events', { title: 'Plain', ...times }),
    linked: await make('/events', { title: 'Linked', ...times, venue, tags: ['open air'] }),
  };
});
afterAll(async () => {
  statements.restore();
  await server.stop();
});

/** Statements of a request. Its response is compared with a later read. */
async function cost(method: string, path: string, body?: object): Promise<number> {
  // The lists have loaded the published records by now, which does not count.
  await (await server.request('GET', '/events')).text();
  statements.clear();
  const answer = await server.request(method, path, body);
  const shown = await answer.json();
  const sent = statements.seen().length;
  expect(answer.status).toBe(200);
  const read = await (await server.request('GET', path)).text();
  // Only single reads include it.
  expect(shown).toEqual(JSON.parse(read, (key, value) => (key === 'json_ld' ? undefined : value)));
  return sent;
}

/**
 * The minimum of several runs: the service may still be processing the previous change, and then reload the published
 * records.
 */
async function least(once: (at: number) => Promise<number>): Promise<number> {
  const costs: number[] = [];
  for (let at = 0; at < 5; at++) costs.push(await once(at));
  return Math.min(...costs);
}

test('a new title takes six statements', async () => {
  const rename = (at: number) => cost('PATCH', `/events/${ids.event}`, { title: `Title ${at}` });
  expect(await least(rename)).toBe(6);
});

test('a change of a venue takes six statements', async () => {
  const call = (at: number) => cost('PATCH', `/venues/${ids.venue}`, { phone: `${at}` });
  expect(await least(call)).toBe(6);
});

test('the response to a change without links equals a later read', async () => {
  const everything = {
    title: '<b>New</b> & old',
    slug: 'newer',
    description: '<p>x</p>',
    excerpt: 'y',
    status: 'private',
    cost: ['5', '10 EUR'],
    website: 'https://a.example/',
    featured: true,
    sticky: true,
    show_map: false,
    timezone: 'Asia/Tokyo',
    start_date: '2032-01-01 09:00',
    end_date: '2032-01-02',
    all_day: true,
    date: '2026-01-01 10:00',
    image: 'https://a.example/a.png',
    hide_from_listings: true,
  };
  await cost('PATCH', `/events/${ids.linked}`, everything);
  await cost('PATCH', `/events/${ids.linked}`, { image: null, website: null, venue: [], tags: ['x'] });
});

test('the trash takes seven statements', async () => {
  const trash = async () => cost('DELETE', `/events/${await make('/events', { title: 'Gone', ...times })}`);
  expect(await least(trash)).toBe(7);
});
