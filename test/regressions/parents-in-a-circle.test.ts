import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const EVENT = { title: 'Festival', start_date: '2041-05-01', end_date: '2041-05-03' };

test.each(APIS)('an event cannot be its own ancestor, through %s', async (api) => {
  const top = await world.make('event', EVENT);
  const middle = await world.make('event', { ...EVENT, post_parent: top.id });
  const low = await world.make('event', { ...EVENT, post_parent: middle.id });
  for (const parent of [top, middle, low])
    expect(await world.change(api, 'event', top.id, { post_parent: parent.id })).toMatchObject({
      status: 400,
      failing: ['post_parent'],
    });
  expect(await world.read('event', top.id)).toEqual(top);
  expect((await world.change(api, 'event', low.id, { post_parent: top.id })).body.post_parent).toBe(top.id);
  expect((await world.change(api, 'event', top.id, { post_parent: 0 })).status).toBe(200);
});

test('two concurrent changes cannot close a cycle', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await world.make('event', EVENT), await world.make('event', EVENT)];
    const answers = await Promise.all([
      world.change('REST', 'event', one.id, { post_parent: two.id }),
      world.change('REST', 'event', two.id, { post_parent: one.id }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});
