import { unchangedSince } from '../../src/api/http/unchanged-since.ts';
import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ roles: true });
  await world.event('Fair', '2031-05-01 10:00');
  await world.event('Market', '2031-05-02 10:00');
  await world.settled();
});

afterAll(() => world.stop());

const feed = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${world.server.url}/feeds/events.${query}`, { method, headers });
/** `Last-Modified`, after the second in which the feed was generated. */
const dateOf = (query: string): Promise<string> =>
  eventually('the feed has a date', async () => (await feed(query)).headers.get('last-modified'));
const since = async (query: string, date: string): Promise<number> =>
  (await feed(query, { 'if-modified-since': date })).status;

test.each(['ics?search=fair', 'rss?search=fair'])('%s is not sent again by its date', async (query) => {
  const date = await dateOf(query);
  expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
  expect(await since(query, date)).toBe(304);
  expect(await since(query, new Date(Date.parse(date) - 1_000).toUTCString())).toBe(200);
  expect(await since(query, 'yesterday')).toBe(200);
  const tagged = await feed(query, { 'if-modified-since': date, 'if-none-match': '"another"' });
  expect(tagged.status).toBe(200);
  const head = await feed(query, {}, 'HEAD');
  expect([head.status, head.headers.get('last-modified'), await head.text()]).toEqual([200, date, '']);
});

test('a change and a deletion make it newer, a change elsewhere does not', async () => {
  const query = 'ics?search=market';
  const date = await dateOf(query);
  await world.event('Elsewhere', '2031-05-03 10:00');
  expect([await since(query, date), await dateOf(query)]).toEqual([304, date]);
  const id = await world.event('Other market', '2031-05-04 10:00');
  expect(await since(query, date)).toBe(200);
  const later = await dateOf(query);
  expect(Date.parse(later)).toBeGreaterThan(Date.parse(date));
  // The remaining events are older than the removed one; by their dates the feed would be the previous one.
  await world.remove('REST', 'event', id);
  expect(await since(query, later)).toBe(200);
});

test('lists of REST have no date to compare', async () => {
  const response = await fetch(`${world.server.rest}/events`, {
    headers: { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() },
  });
  expect([response.status, response.headers.get('last-modified')]).toEqual([200, null]);
});

test('a response from the second of a change is not reused afterwards', () => {
  let now = 10_100;
  const seen = unchangedSince(() => now);
  expect(seen('/a', 'one')).toBe(11_000);
  now = 11_000;
  expect(seen('/a', 'two')).toBe(12_000);
  now = 20_000;
  expect([seen('/a', 'two'), seen('/b', 'two')]).toEqual([12_000, 21_000]);
});
