import { COURSE } from '../series/series.world.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const MANY = Array.from({ length: 1_001 }, (_, day) =>
  new Date(Date.UTC(2031, 2, 18 + day)).toISOString().slice(0, 10),
);

test.each<[string, unknown, RegExp]>([
  ['too many dates', MANY, /^must have at most 1000 elements$/],
  ['too many dates as text', MANY.join(','), /^must have at most 1000 elements$/],
  ['too many dates in the form of GraphQL', { dates: MANY }, /^must have at most 1000 elements$/],
  ['too long a rule', `FREQ=${'x'.repeat(2_000)}`, /^must be at most 2000 characters long$/],
  ['an invalid date', ['2031-03-20', '2031-02-30'], /"2031-02-30" is not a date: /],
])('REST names the problem: %s', async (_name, recurrence, message) => {
  const { status, body, failing } = await world.create('REST', 'event', { ...COURSE, recurrence });
  expect({ status, failing }).toEqual({ status: 400, failing: ['recurrence'] });
  expect(body).toMatchObject({ data: { params: { recurrence: expect.stringMatching(message) } } });
});

test('GraphQL names the field', async () => {
  const { named } = await world.create('GraphQL', 'event', { ...COURSE, recurrence: MANY });
  expect(named).toEqual(['input.recurrence.dates']);
});
