import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

test('titles that end like a numbered slug do not collide with other numbered slugs', async () => {
  const titles = Array.from({ length: 36 }, (_, at) => (at % 3 === 0 ? 'Foo' : `Foo ${(at % 12) + 1}`));
  const made = await Promise.all(
    titles.map((title) =>
      world.create('REST', 'event', { title, start_date: '2031-04-05', end_date: '2031-04-05' }),
    ),
  );
  expect(made.map(({ status }) => status)).toEqual(titles.map(() => 201));
  expect(new Set(made.map(({ body }) => body.slug)).size).toBe(titles.length);
});
