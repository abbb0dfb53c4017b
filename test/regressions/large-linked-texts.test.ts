import { CHANGES, numbered, walkerOf } from '../feeds/walking.ts';
import { openWorld, type World } from '../support/world.ts';

/*
 * An event repeats the texts of its venues and organizers, and a series repeats them in each event: a few megabytes in
 * the database became gigabytes in the change feed, in webhook messages and in single records.
 */

let world: World;
const ORGANIZERS = 24;
const TEXT = 'a'.repeat(199_000);
let event: number;

beforeAll(async () => {
  world = await openWorld({ roles: true });
  const organizers: number[] = [];
  for (let at = 0; at < ORGANIZERS; at++)
    organizers.push((await world.make('organizer', { organizer: `Club ${at}`, description: TEXT })).id);
  event = await world.event('Heavy', '2031-05-01', {
    organizer: organizers,
    recurrence: 'FREQ=DAILY;COUNT=12',
  });
  await numbered(world);
});
afterAll(() => world.stop());

test('a page of the change feed has at most a million characters and its last item, and paging reaches the end', async () => {
  const walker = walkerOf(world);
  const items = await walker.walk();
  expect(new Set(items.map(({ id }) => id)).size).toBe(12 + ORGANIZERS);
  let path = CHANGES;
  for (let pages = 0; pages < 10; pages++) {
    const text = await (await world.server.send('GET', path)).text();
    expect(text.length).toBeLessThan(1_200_000);
    const { next }: { next: string } = JSON.parse(text);
    path = next.slice(new URL(next).origin.length);
  }
});

test('an event of the change feed names its organizers without their texts', async () => {
  const walker = walkerOf(world);
  await walker.walk();
  const heavy = Object.entries(walker.data).find(([id]) => id === `event-${event}`)?.[1];
  expect(heavy).toMatchObject({ title: 'Heavy' });
  const text = JSON.stringify(heavy);
  expect(text).toContain('Club 23');
  expect(text.length).toBeLessThan(200_000);
});

test('the response of a write has its organizers without their texts, too', async () => {
  const { body, status } = await world.change('REST', 'event', event, { title: 'Heavy', scope: 'all' });
  expect(status).toBe(200);
  const text = JSON.stringify(body);
  expect(text).toContain('Club 23');
  expect(text.length).toBeLessThan(200_000);
});

test('the change feed reports events with different long texts one by one', async () => {
  // By SQL, because clients would have to send 15 MB.
  const { em } = world.server.orm;
  const many = 3;
  const ids: number[] = [];
  for (let at = 0; at < many; at++) ids.push(await world.event(`Fair ${at}`, '2032-05-01'));
  await em.getConnection().execute(`
    insert into organizer overriding system value
      select (jsonb_populate_record(one, jsonb_build_object('id', 100000 + n, 'slug', 'copy-' || n, 'description', repeat('a', 100000)))).*
      from organizer one, generate_series(1, ${many * 50}) n where one.id = (select min(id) from organizer)`);
  await em.getConnection().execute(`
    insert into event_organizer (event_id, organizer_id, position)
      select event.id, 100000 + 50 * (dense_rank() over (order by event.id) - 1) + n, n
      from event, generate_series(1, 50) n where event.id in (${ids.join()})`);
  await numbered(world);
  const walker = walkerOf(world);
  await walker.walk();
  const told = Object.entries(walker.data).filter(([id]) => ids.some((one) => id === `event-${one}`));
  expect(told).toHaveLength(many);
  for (const [, data] of told) expect(JSON.stringify(data).length).toBeLessThan(200_000);
});

test('a single event above the limit is rejected with the remedy, which works', async () => {
  const path = `/calendar/events/v1/events/${event}`;
  const refused = await world.server.send('GET', path);
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: 'answer_too_large', message: expect.stringContaining('_fields=') },
  ]);
  const narrow = await world.server.send('GET', `${path}?_fields=id,title,organizer.organizer`);
  expect(narrow.status).toBe(200);
  expect(await narrow.text()).toContain('Club 23');
});

test.each(['venue', 'organizer'])('an event links at most fifty records: %s', async (kind) => {
  const fifty = Array.from({ length: 51 }, (_, at) => ({ [kind]: `New ${kind} ${at}` }));
  const body = { title: 'Many', start_date: '2031-05-01', end_date: '2031-05-01', [kind]: fifty };
  const response = await world.server.send(
    'POST',
    '/calendar/events/v1/events',
    body,
    world.headers('administrator'),
  );
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain('At most 50');
});
