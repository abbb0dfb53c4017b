import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from '../support/world.ts';

/** The events before and after another one. */
let world: World;
const ids: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld({ roles: true });
  const event = async (title: string, start: string, more: object = {}) => {
    ids[title] = (await world.make('event', { title, start_date: start, end_date: start, ...more })).id;
  };
  await event('first', '2020-05-01 10:00');
  await event('twin', '2031-05-01 10:00');
  await event('draft', '2031-05-01 10:00', { status: 'draft' });
  await event('hidden', '2031-05-01 10:00', { hide_from_listings: true });
  await event('scheduled', '2031-05-01 10:00', { date: '2031-03-20 10:00' });
  await event('other twin', '2031-05-01 10:00');
  await event('last', '2040-05-01 10:00');
});
afterAll(() => world.stop());

const BESIDE = 'title previous { title } next { title }';
const beside = async (title: string, as: 'anonymous' | 'editor' = 'anonymous') => {
  const { event } = await world.query(`{ event(by: { databaseId: ${ids[title]} }) { ${BESIDE} } }`, as);
  const { previous, next } = Object(event);
  return [previous?.title, next?.title];
};

test('published events link to each other, even at the same instant', async () => {
  expect(await beside('first')).toEqual([undefined, 'twin']);
  expect(await beside('twin')).toEqual(['first', 'other twin']);
  expect(await beside('other twin')).toEqual(['twin', 'last']);
  expect(await beside('last')).toEqual(['other twin', undefined]);
  expect(await beside('hidden')).toEqual(['twin', 'other twin']);
  expect(await beside('draft', 'editor')).toEqual(['twin', 'other twin']);
});

test('a list loads them together', async () => {
  const { events } = await world.query(
    `{ events(filter: { startsFrom: "2020-01-01", endsUntil: "2050-01-01" }) { nodes { ${BESIDE} } } }`,
  );
  expect(Object(events).nodes).toEqual([
    { title: 'first', previous: null, next: { title: 'twin' } },
    { title: 'twin', previous: { title: 'first' }, next: { title: 'other twin' } },
    { title: 'other twin', previous: { title: 'twin' }, next: { title: 'last' } },
    { title: 'last', previous: { title: 'other twin' }, next: null },
  ]);
});

test('an event that is published on time is between them from then on', async () => {
  world.moveTo('2031-03-20 10:00:00');
  await eventually('it stands there', async () => (await beside('twin'))[1] === 'scheduled');
});
