import { table } from '../support/table.ts';
import { isRecord, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let hall: number;
const events = { kind: 'event', world: () => world } as const;

beforeAll(async () => {
  world = await openWorld({ roles: true, now: '2031-05-14 12:00:00', env: { TIMEZONE: 'Europe/Rome' } });
  hall = (await world.make('venue', { venue: 'Hall' })).id;
  const event = (
    title: string,
    start_date: string,
    end_date: string,
    date: string,
    fields: object = {},
  ): Promise<unknown> => world.make('event', { title, start_date, end_date, date, ...fields });
  // Rome is two hours ahead of UTC: the clock there shows 14:00.
  await event('past', '2031-05-01 10:00', '2031-05-01 11:00', '2031-01-03');
  await event('Evening', '2031-05-14 20:00', '2031-05-14 23:00', '2031-01-02', { venue: hall });
  await event('running', '2031-05-14 13:00', '2031-05-14 15:00', '2031-01-05', { venue: hall });
  await event('fair', '2031-05-10', '2031-05-20', '2031-01-01', { all_day: true });
  await event('Éclair', '2031-05-15 09:00', '2031-05-15 10:00', '2031-01-04', { categories: ['food'] });
});
afterAll(() => world.stop());

const ALL = 'start_date=2000-01-01&end_date=2099-01-01';

table('events are sorted by what is asked for', events, [
  [ALL, 'past fair running Evening Éclair'],
  [`${ALL}&order=desc`, 'Éclair Evening running fair past'],
  [`${ALL}&orderby=end_date`, 'past running Evening Éclair fair'],
  [`${ALL}&orderby=date&order=desc`, 'running Éclair past Evening fair'],
  [`${ALL}&orderby=title`, 'Éclair Evening fair past running'],
  [`${ALL}&orderby=id&order=desc`, 'Éclair fair running Evening past'],
  [`${ALL}&orderby=title&per_page=2&page=2`, 'fair past'],
  ['end_date=2031-05-14&start_date=2000-01-01&orderby=end_date&order=desc&per_page=1', 'Evening'],
  ['orderby=price', 400, 'orderby'],
  ['order=sideways', 400, 'order'],
]);

table('events that are going on', events, [
  ['ongoing=true', 'fair running'],
  ['ongoing=1&search=fair', 'fair'],
  [`${ALL}&ongoing=false`, 'past Evening Éclair'],
  ['ongoing=perhaps', 400, 'ongoing'],
]);

table('events that have ended, and those that have not', events, [
  ['ended=true', 'past'],
  ['ended=false', 'fair running Evening Éclair'],
  ['ended=false&starts_before=2031-05-14', 'fair running Evening'],
  ['ended=false&end_date=2031-05-14', 'running Evening'],
  ['ended=perhaps', 400, 'ended'],
]);

test("an all-day event ends with the site's day, others at their instant", async () => {
  const names = async (query: string) => (await world.list('REST', 'event', query)).names;
  // In Rome it is 23:59:59 of 20 May, then midnight.
  const before = world.moveTo('2031-05-20 21:59:59');
  expect(await names('ended=false')).toEqual(['fair']);
  world.moveTo('2031-05-20 22:00:00');
  expect(await names('ended=false')).toEqual([]);
  world.moveTo('2031-05-14 12:59:59');
  expect(await names('ended=true')).toEqual(['past']);
  world.moveTo('2031-05-14 13:00:00');
  expect(await names('ended=true')).toEqual(['past', 'running']);
  world.moveTo(before);
});

test('callers with drafts see past ones as past, too', async () => {
  const { id } = await world.make('event', {
    ...{ title: 'Rehearsal', start_date: '2031-05-14 13:30', end_date: '2031-05-14 13:45', status: 'draft' },
  });
  const names = async (query: string, as: 'editor' | 'anonymous') =>
    (await world.list('REST', 'event', query, as)).names;
  expect(await names('ended=true', 'editor')).toEqual(['past', 'Rehearsal']);
  expect(await names('ended=true', 'anonymous')).toEqual(['past']);
  expect(await names('ended=false', 'editor')).not.toContain('Rehearsal');
  await world.send('DELETE', `/events/${id}?force=true`);
});

test('orders by modification, newest first, on request', async () => {
  const { body } = await world.get('/events?search=past&start_date=2000-01-01&end_date=2099-01-01');
  const [past] = recordsIn(body.events);
  world.moveTo('2031-05-14 12:30:00');
  await world.send('PATCH', `/events/${past?.id}`, { sticky: true });
  const answer = await world.list('REST', 'event', `${ALL}&orderby=modified&order=desc&per_page=1`);
  expect(answer.names).toEqual(['past']);
  world.moveTo('2031-05-14 12:00:00');
});

const query = async (text: string): Promise<Record<string, unknown>> => world.query(text);

test('nested lists filter and sort as the root list does', async () => {
  const data = await query(`{
    venue(by: { databaseId: ${hall} }) {
      latest: events(filter: { startsFrom: "2000-01-01", endsUntil: "2099-01-01" }, orderBy: { direction: DESC }) {
        totalCount nodes { title }
      }
      now: events(filter: { isOngoing: true }) { nodes { title } }
      found: events(filter: { search: "evening" }, first: 1) { totalCount pageInfo { hasNextPage } nodes { title } }
      byTitle: events(filter: { startsFrom: "2000-01-01" }, orderBy: { field: TITLE }, last: 1) { nodes { title } }
    }
    category(by: { slug: "food" }) {
      events(filter: { search: "eclair", startsFrom: "tomorrow" }) { totalCount nodes { title } }
    }
  }`);
  expect(data.venue).toEqual({
    latest: { totalCount: 2, nodes: [{ title: 'Evening' }, { title: 'running' }] },
    now: { nodes: [{ title: 'running' }] },
    found: { totalCount: 1, pageInfo: { hasNextPage: false }, nodes: [{ title: 'Evening' }] },
    byTitle: { nodes: [{ title: 'running' }] },
  });
  expect(data.category).toEqual({ events: { totalCount: 1, nodes: [{ title: 'Éclair' }] } });
});

test.each([
  ['first: 0', 'first'],
  ['filter: { search: "" }', 'filter.search'],
  ['filter: { near: { latitude: 1, longitude: 1, radiusKm: -1 } }', 'filter.near.radiusKm'],
  ['filter: { include: [] }', 'filter.include'],
  ['filter: { categories: [{ slug: "nothing" }] }', 'filter.categories'],
])('nested lists refuse %s as the root list does', async (args, name) => {
  const root = await world.server.graphql(`{ events(${args}) { totalCount } }`, {}, {});
  const nested = await world.server.graphql(
    `{ venue(by: { databaseId: ${hall} }) { events(${args}) { totalCount } } }`,
    {},
    {},
  );
  const paramsOf = ({ errors }: typeof root): unknown => errors?.[0]?.extensions.params;
  expect(Object.keys(isRecord(paramsOf(nested)) ? Object(paramsOf(nested)) : {})).toEqual([name]);
  expect(paramsOf(nested)).toEqual(paramsOf(root));
});

test('every date of a record is also an instant, with the offset of its zone', async () => {
  const tokyo = await world.make('event', {
    title: 'Tokyo',
    start_date: '2031-07-01 19:00',
    end_date: '2031-07-01 21:00',
    timezone: 'Asia/Tokyo',
    date_utc: '2031-01-15 12:00:00',
  });
  const data = await query(`{
    event(by: { databaseId: ${tokyo.id} }) { startsAt endsAt publishedAt modifiedAt localStart localEnd timezone }
    venue(by: { databaseId: ${hall} }) { publishedAt modifiedAt }
  }`);
  expect(data.event).toEqual({
    startsAt: '2031-07-01T19:00:00+09:00',
    endsAt: '2031-07-01T21:00:00+09:00',
    publishedAt: '2031-01-15T13:00:00+01:00',
    modifiedAt: '2031-05-14T14:00:00+02:00',
    localStart: '2031-07-01 19:00:00',
    localEnd: '2031-07-01 21:00:00',
    timezone: 'Asia/Tokyo',
  });
  expect(data.venue).toEqual({
    publishedAt: '2031-05-14T14:00:00+02:00',
    modifiedAt: '2031-05-14T14:00:00+02:00',
  });
});

test.each([
  ['draft', null],
  ['pending', null],
  ['private', '2031-05-14T14:00:00+02:00'],
  ['trash', '2031-05-14T14:00:00+02:00'],
])('a record in state %s was published at %s', async (status, publishedAt) => {
  const { id } = await world.make('venue', { venue: `In state ${status}`, status });
  const query = `{ venue(by: { databaseId: ${id} }) { publishedAt } }`;
  expect(await world.query(query, 'editor')).toEqual({ venue: { publishedAt } });
  await world.remove('REST', 'venue', id, { force: true });
});

test('REST shows none of these fields', async () => {
  const { body } = await world.get(`/events?${ALL}&per_page=1`);
  expect(Object.keys(body)).not.toContain('has_next_page');
  expect(Object.keys(recordsIn(body.events)[0] ?? {}).filter((key) => key.endsWith('_at'))).toEqual([]);
});
