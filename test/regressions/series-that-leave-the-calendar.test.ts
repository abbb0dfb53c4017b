import { at, COURSE, makeSeries, stored } from '../series/series.world.ts';
import { openWorld, type World } from '../support/world.ts';

/** An event that was moved ahead, and then moves so far that its series cannot move as far. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const LAST = { start_date: '9999-12-30 18:00', end_date: '9999-12-30 20:00' };

/** The second event of a series, a week ahead of its date. */
async function movedAhead(): Promise<number> {
  const id = at(await makeSeries(world, COURSE), 1);
  const earlier = { start_date: '2031-03-11 18:00', end_date: '2031-03-11 20:00' };
  expect((await world.send('PATCH', `/events/${id}`, earlier)).status).toBe(200);
  return id;
}

test.each(['following', 'all'])('with the scope %s, the start is refused', async (scope) => {
  const id = await movedAhead();
  const { status, body } = await world.send('PATCH', `/events/${id}?scope=${scope}`, LAST);
  expect([status, Object(body.data).params]).toEqual([
    400,
    { start_date: expect.stringContaining('outside the years') },
  ]);
  expect((await stored(world, id)).start).toBe('2031-03-11 18:00:00');
});

test('the event alone may move', async () => {
  const id = await movedAhead();
  expect((await world.send('PATCH', `/events/${id}?scope=this`, LAST)).status).toBe(200);
  expect((await stored(world, id)).start).toBe('9999-12-30 18:00:00');
});
