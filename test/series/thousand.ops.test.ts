import { openWorld, type World } from '../support/world.ts';
import { at, makeSeries, seriesOf } from './series.world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const MANY = {
  title: 'Every day',
  recurrence: 'FREQ=DAILY;COUNT=1000',
  venue: { venue: 'Boathouse' },
  organizer: [{ organizer: 'Rowers' }],
  categories: ['Sports', 'Water'],
  tags: ['outdoors'],
};
test('a thousand events are stored, counted, listed, changed and deleted at once', async () => {
  const { get } = world;
  const total = async (): Promise<unknown> =>
    (await get.call(world, '/events?search=every&starts_after=2000-01-01')).body.total;
  expect((await get.call(world, '/events?search=every')).body.total).toBe(0);
  const made = await makeSeries(world, MANY);
  const [first = 0] = made;
  expect(made).toHaveLength(1_000);
  expect(await total()).toBe(1_000);
  const { body } = await world.get('/categories?search=water');
  expect(body.categories).toMatchObject([{ count: 1_000 }]);

  const changed = await world.change(
    'REST',
    'event',
    at(made, 500),
    { start_date: '2032-07-30 19:00', tags: ['late'], title: 'Every night' },
    undefined,
    { scope: 'all' },
  );
  expect(changed.status).toBe(200);
  const events = await seriesOf(world, first);
  expect(
    events.filter(({ start, title }) => start.endsWith('19:00:00') && title === 'Every night'),
  ).toHaveLength(1_000);
  expect((await world.get('/tags?search=late')).body.tags).toMatchObject([{ count: 1_000 }]);

  const deleted = await world.remove('REST', 'event', first, { scope: 'all' });
  expect(deleted.status).toBe(200);
  expect(await total()).toBe(0);
});
