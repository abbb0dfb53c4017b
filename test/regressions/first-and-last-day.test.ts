import { recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** Strict bounds on the first and the last day of the calendar compare instants, as on any other day (rules#days). */
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.make('event', {
    title: 'first',
    start_date: '0001-01-02 10:00:00',
    end_date: '0001-01-02 12:00:00',
    timezone: 'Pacific/Apia',
  });
  await world.make('event', {
    title: 'last',
    start_date: '9999-12-31 10:00:00',
    end_date: '9999-12-31 12:00:00',
    timezone: 'UTC',
  });
});
afterAll(() => world.stop());

const titles = async (query: string, of: World = world) =>
  recordsIn((await of.get(`/events?${query}`)).body.events).map(({ title }) => title);

test.each([
  ['start_date=0001-01-01T21:26:56Z&end_date=0001-01-01T23:26:56Z&strict_dates=true', ['first']],
  ['start_date=0001-01-01T21:26:57Z&end_date=0001-01-01T23:26:56Z&strict_dates=true', []],
  ['start_date=0001-01-01T21:26:56Z&end_date=0001-01-01T23:26:55Z&strict_dates=true', []],
  ['ends_before=0001-01-01T23:26:57Z&strict_dates=true', ['first']],
  ['start_date=0001-01-01&end_date=0001-01-01', ['first']],
  ['start_date=9999-12-31T10:00:00Z&end_date=9999-12-31T12:00:00Z&strict_dates=true', ['last']],
  ['start_date=9999-12-31T10:00:01Z&end_date=9999-12-31T12:00:00Z&strict_dates=true', []],
  ['start_date=9999-12-31T10:00:00Z&end_date=9999-12-31T11:59:59Z&strict_dates=true', []],
  ['starts_after=9999-12-31T09:59:59Z&strict_dates=true', ['last']],
  ['ends_after=9999-12-31&strict_dates=true', ['last']],
  ['start_date=9999-12-31&end_date=9999-12-31', ['last']],
  ['start_date=0001-01-01&end_date=9999-12-31', ['first', 'last']],
])('%s', async (query, expected) => expect(await titles(query)).toEqual(expected));

test.each(['Pacific/Auckland', 'Pacific/Honolulu'])(
  'in %s, whose clocks reach beyond the calendar',
  async (TIMEZONE) => {
    const there = await world.beside({ TIMEZONE });
    try {
      for (const strict of ['', '&strict_dates=true'])
        expect(await titles(`start_date=0001-01-01&end_date=9999-12-31${strict}`, there)).toContain('first');
      expect(await titles('starts_before=9999-12-31T23:59:59Z&strict_dates=true', there)).toContain('last');
    } finally {
      await there.server.stop();
    }
  },
);
