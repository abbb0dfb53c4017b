import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const EVENT = { title: 'River walk', start_date: '2031-04-05', end_date: '2031-04-05' };

test('a trashed record that is sent back with another status gets its old slug', async () => {
  const { id } = await world.make('event', EVENT);
  const { body: trashed } = await world.remove('REST', 'event', id);
  expect(trashed.slug).toBe('river-walk__trashed');
  const { body } = await world.change('REST', 'event', id, { slug: trashed.slug, status: 'publish' });
  expect(body).toMatchObject({ slug: 'river-walk', status: 'publish' });
});

test('a new slug for a trashed record is a plain slug, with the suffix', async () => {
  const { id } = await world.make('event', EVENT);
  await world.remove('REST', 'event', id);
  expect((await world.change('REST', 'event', id, { slug: 'My Walk!/Ünder' })).body.slug).toBe(
    'my-walk-under__trashed',
  );
  expect(await world.change('REST', 'event', id, { slug: '!!!' })).toMatchObject({
    status: 400,
    failing: ['slug'],
  });
  expect((await world.change('REST', 'event', id, { status: 'draft' })).body.slug).toBe('my-walk-under');
});
