import { openWorld, type World } from '../support/world.ts';

/** A form without a chosen status sends `status=` (rules#status). */
let world: World;
const DATES = { start_date: '2031-04-05', end_date: '2031-04-05' };

beforeAll(async () => {
  world = await openWorld();
  for (const status of ['publish', 'draft', 'trash']) {
    await world.make('event', { title: status, ...DATES, status });
    await world.make('venue', { venue: status, status });
    await world.make('organizer', { organizer: status, status });
  }
});
afterAll(() => world.stop());

describe.each(['events', 'venues', 'organizers'])('%s', (list) => {
  test.each(['status=', 'status=%20'])('?%s counts as not sent', async (query) => {
    const { admin } = world.server;
    const { status, body } = await world.get(`/${list}?${query}`, admin);
    expect([status, body.total]).toEqual([200, 2]);
    expect((await world.get(`/${list}?${query}`)).body.total).toBe(1);
  });

  test.each(['status=,', 'status=bogus'])('?%s is an invalid value', async (query) => {
    const { status, body } = await world.get(`/${list}?${query}`, world.server.admin);
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
  });
});

test('other filters are still invalid when empty', async () => {
  for (const name of ['start_date', 'categories', 'featured', 'include'])
    expect((await world.get(`/events?${name}=`)).status).toBe(400);
});
