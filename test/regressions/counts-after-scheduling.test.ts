import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const EVENT = { title: 'Recital', start_date: '2031-04-05', end_date: '2031-04-05', categories: ['Music'] };

test('the answer of a write that schedules an event counts it no longer', async () => {
  const { id } = await world.make('event', EVENT);
  const { body } = await world.change('REST', 'event', id, { date: '2031-06-01' });
  expect(body).toMatchObject({ status: 'future', categories: [{ name: 'Music', count: 0 }] });
  expect(await world.make('event', { ...EVENT, date: '2031-06-01' })).toMatchObject({
    categories: [{ count: 0 }],
  });
  expect(await world.make('event', EVENT)).toMatchObject({ categories: [{ count: 1 }] });
});
