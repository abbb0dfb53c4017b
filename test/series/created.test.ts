import { APIS, type Body } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const COURSE = {
  title: 'Course',
  start_date: '2031-03-18 18:00',
  end_date: '2031-03-18 20:00',
  timezone: 'Europe/Berlin',
};

/** All events of a series. */
async function occurrences(id: number): Promise<Body[]> {
  const path = `/events?post_parent=${id}&starts_after=2000-01-01&per_page=2000`;
  const { body } = await world.get(path, world.server.admin);
  const parent = await world.get(`/events/${id}`, world.server.admin);
  return [parent.body, ...(body.events as Body[])];
}

describe.each(APIS)('%s', (api) => {
  test('a rule makes events of their own, on the same clock across the change to summer time', async () => {
    const { body } = await world.create(api, 'event', { ...COURSE, recurrence: 'FREQ=WEEKLY;COUNT=4' });
    const events = await occurrences(Number(body.id));
    expect(events.map(({ start_date, utc_start_date }) => [start_date, utc_start_date])).toEqual([
      ['2031-03-18 18:00:00', '2031-03-18 17:00:00'],
      ['2031-03-25 18:00:00', '2031-03-25 17:00:00'],
      ['2031-04-01 18:00:00', '2031-04-01 16:00:00'],
      ['2031-04-08 18:00:00', '2031-04-08 16:00:00'],
    ]);
    expect(events.map(({ recurrence }) => recurrence)).toEqual([
      'FREQ=WEEKLY;COUNT=4',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
