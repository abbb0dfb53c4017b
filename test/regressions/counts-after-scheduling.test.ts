import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const EVENT = { title: 'Recital', start_date: '2031-04-05', end_date: '2031-04-05', categories: ['Music'] };

test('the response of a write that schedules an event no longer counts it', async () => {
  const { id } = await world.make('event', EVENT);
  const { body } = await world.change('REST', 'event', id, { date: '2031-06-01' });
  expect(body).toMatchObject({ status: 'future', categories: [{ name: 'Music', count: 0 }] });
  expect(await world.make('event', { ...EVENT, date: '2031-06-01' })).toMatchObject({
    categories: [{ count: 0 }],
  });
  expect(await world.make('event', EVENT)).toMatchObject({ categories: [{ count: 1 }] });
});

test('trashing a scheduled event does not change the count, trashing a counted event does', async () => {
  const fields = { ...EVENT, categories: ['Dance'] };
  const { id } = await world.make('category', { name: 'Dance' });
  const counted = await world.make('event', fields);
  await world.make('event', fields);
  const scheduled = await world.make('event', { ...fields, date: '2031-06-01' });
  const count = async (): Promise<unknown> => (await world.read('category', id)).count;
  expect(await count()).toBe(2);
  expect((await world.remove('REST', 'event', scheduled.id)).body).toMatchObject({
    categories: [{ count: 2 }],
  });
  expect(await count()).toBe(2);
  expect((await world.remove('REST', 'event', counted.id)).body).toMatchObject({
    categories: [{ count: 1 }],
  });
  expect(await count()).toBe(1);
});
