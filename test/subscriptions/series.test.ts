import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { at, makeSeries } from '../series/series.world.ts';
import { openWorld, type World } from '../support/world.ts';
import { type Listening, subscribe } from './support.ts';

/** All happens within one second of the service's clock. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const told = ({ messages }: Listening): string[] =>
  messages.map(({ data }) => {
    const { type, recordDatabaseId, record } = Object(data?.recordChanged);
    return `${type} ${recordDatabaseId} ${Object(record).series?.text ?? ''}`.trim();
  });

test('a new rule of a series is reported for every event, and rolling it forward for none', async () => {
  const ids = await makeSeries(world, { recurrence: 'FREQ=WEEKLY' });
  const query = `subscription ($ids: [ID!]) { recordChanged(kinds: [EVENT], ids: $ids) {
    type recordDatabaseId record { ... on Event { series { rule text parent { databaseId } } } } } }`;
  const follow = (index: number) =>
    subscribe(world.server.url, query, { ids: [encodeGlobalId('Event', at(ids, index))] });
  const all = await subscribe(world.server.url, query);
  const one = await follow(1);
  const event = await follow(2);
  world.moveTo('2031-03-24 12:00:00');
  expect(await world.get('/events')).toMatchObject({ status: 200 });
  await all.count(1);
  expect(told(all)).toEqual([expect.stringMatching(/^ADDED \d+ Every week on Tuesday$/)]);
  expect([one.messages, event.messages]).toEqual([[], []]);
  await world.server.orm.em.getConnection().execute(`update series set rule = 'FREQ=WEEKLY;INTERVAL=2'`);
  await all.count(2 + ids.length);
  await one.count(1);
  await event.count(1);
  expect(
    told(all)
      .slice(1)
      .every((line) => line.endsWith('Every 2 weeks on Tuesday')),
  ).toBe(true);
  expect(told(one)).toEqual([`MODIFIED ${at(ids, 1)} Every 2 weeks on Tuesday`]);
  const seriesIn = ({ messages }: Listening, index: number): unknown =>
    Object(messages[index]?.data?.recordChanged).record.series;
  expect(seriesIn(event, 0)).toMatchObject({
    rule: 'FREQ=WEEKLY;INTERVAL=2',
    parent: { databaseId: at(ids, 0) },
  });
  // The parent is erased, and with it the rule.
  await world.remove('REST', 'event', at(ids, 0), { force: true });
  await event.count(2);
  expect(seriesIn(event, 1)).toMatchObject({ parent: { databaseId: at(ids, 1) } });
  await all.count(3 + 2 * ids.length);
  expect(told(all)).toContain(`REMOVED ${at(ids, 0)}`);
  for (const listening of [all, one, event]) listening.close();
});
