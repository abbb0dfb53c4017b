import { at, makeSeries } from '../series/series.world.ts';
import { openWorld, type World } from '../support/world.ts';
import { type Listening, subscribe } from './support.ts';

/** All happens within one second, by the clock of the service. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const told = ({ messages }: Listening): string[] =>
  messages.map(({ data }) => {
    const { type, recordId, record } = Object(data?.recordChanged);
    return `${type} ${recordId} ${Object(record).recurrenceText ?? ''}`.trim();
  });

test('who follows is told when a series repeats otherwise, of every event, and of none when it is rolled forward', async () => {
  const ids = await makeSeries(world, { recurrence: 'FREQ=WEEKLY' });
  const query =
    'subscription ($ids: [Int!]) { recordChanged(kinds: [EVENT], ids: $ids) { type recordId record { ... on Event { recurrenceText } } } }';
  const all = await subscribe(world.server.url, query);
  const one = await subscribe(world.server.url, query, { ids: [at(ids, 1)] });
  const event = await subscribe(
    world.server.url,
    `subscription { eventChanged(id: ${at(ids, 2)}) { series { rule parent { id } } } }`,
  );
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
  expect(event.messages[0]?.data).toEqual({
    eventChanged: { series: { rule: 'FREQ=WEEKLY;INTERVAL=2', parent: { id: at(ids, 0) } } },
  });
  // The parent goes, and with it the rule.
  await world.remove('REST', 'event', at(ids, 0), { force: true });
  await event.count(2);
  expect(event.messages[1]?.data).toMatchObject({ eventChanged: { series: { parent: { id: at(ids, 1) } } } });
  await all.count(3 + 2 * ids.length);
  expect(told(all)).toContain(`REMOVED ${at(ids, 0)}`);
  for (const listening of [all, one, event]) listening.close();
});
