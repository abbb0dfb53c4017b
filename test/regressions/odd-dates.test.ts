import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** Dates in the forms of users, and dates that no wall calendar has (rules#dates, rules#date-words). */
let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { TIMEZONE: 'America/New_York' } });
});
afterAll(() => world.stop());

const event = (start_date: string, fields = {}) => ({
  title: 'x',
  start_date,
  end_date: '2032-01-01',
  timezone: 'Europe/Berlin',
  ...fields,
});

describe.each(APIS)('through %s', (api) => {
  test.each([
    ['15.01.2027', '2027-01-15 00:00:00', '2027-01-14 23:00:00'],
    ['5. 1. 2027 18:30', '2027-01-05 18:30:00', '2027-01-05 17:30:00'],
    ['15.01.2027 18:30:15 Europe/London', '2027-01-15 19:30:15', '2027-01-15 18:30:15'],
    ['2027-07-01 10:00 Europe/Berlin', '2027-07-01 10:00:00', '2027-07-01 08:00:00'],
    ['2027-07-01T10:00:00 america/new_york', '2027-07-01 16:00:00', '2027-07-01 14:00:00'],
    ['2027-07-01 10:00 America/Argentina/Buenos_Aires', '2027-07-01 15:00:00', '2027-07-01 13:00:00'],
    ['2027-03-28 02:30 Europe/Berlin', '2027-03-28 03:30:00', '2027-03-28 01:30:00'],
  ])('%s is %s', async (sent, start_date, utc_start_date) => {
    const { status, body } = await world.create(api, 'event', event(sent));
    expect([status, body.start_date, body.utc_start_date]).toEqual([201, start_date, utc_start_date]);
  });

  test.each([
    ['2027-01', 'DD.MM.YYYY'],
    ['2027-W03-1', 'DD.MM.YYYY'],
    ['2027-015', 'DD.MM.YYYY'],
    ['15.01.27', 'DD.MM.YYYY'],
    ['01.15.2027', 'With points the day comes first'],
    ['31.02.2027', 'has no day 31'],
    ['2027-07-01 Europe/Berlin', 'Use a zone only after a date with a time of day'],
    ['2027-07-01 10:00+02:00 Europe/Berlin', 'without an offset'],
    ['2027-07-01 10:00 Europe/Munich', 'did you mean Europe/Zurich'],
  ])('%s is rejected: %s', async (sent, reason) => {
    const { status, body } = await world.create(api, 'event', event(sent));
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(reason)]);
    expect(JSON.stringify(body)).not.toContain('ISO');
  });

  test('an unknown zone gets suggestions with a similar name', async () => {
    for (const [timezone, near] of [
      ['Europe/Berln', 'Europe/Berlin'],
      ['New York', 'America/New_York'],
      ['Asia/Berlin', 'Europe/Berlin'],
    ]) {
      const { status, body } = await world.create(api, 'event', event('2027-01-15', { timezone }));
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`did you mean ${near}`)]);
    }
    const { body } = await world.create(api, 'event', event('2027-01-15', { timezone: 'Mars/Base' }));
    expect(JSON.stringify(body)).not.toContain('did you mean');
  });
});

test('filters read local dates in the zone of the site, and dates with a zone as instants', async () => {
  await world.make('event', event('2029-06-01 12:00', { title: 'noon', end_date: '2029-06-01 13:00' }));
  const total = async (query: string) => (await world.get(`/events?${query}`)).body.total;
  expect(await total('start_date=01.06.2029&end_date=01.06.2029')).toBe(1);
  expect(await total('start_date=02.06.2029&end_date=03.06.2029')).toBe(0);
  const strict = 'end_date=2030-01-01&strict_dates=true&start_date=2029-06-01';
  expect(await total(`${strict}+12:00+Europe/Berlin`)).toBe(1);
  expect(await total(`${strict}+12:01+Europe/Berlin`)).toBe(0);
});

test('an instant before standard time is the same everywhere', async () => {
  const { id, utc_start_date } = await world.make(
    'event',
    event('1900-06-30 00:30:00', { end_date: '1900-06-30 01:30:00', timezone: 'Europe/Dublin' }),
  );
  expect(utc_start_date).toBe('1900-06-30 00:55:21');
  await world.settled();
  const data = await world.query(`{ event(by: { databaseId: ${id} }) { startsAt endsAt slug jsonLd } }`);
  expect(data.event).toMatchObject({
    startsAt: '1900-06-30T00:55:21Z',
    endsAt: '1900-06-30T01:55:21Z',
    jsonLd: { startDate: '1900-06-30T00:55:21Z' },
  });
  const { url } = world.server;
  const list = await fetch(`${url}/feeds/events.rss?start_date=1900-01-01&end_date=1900-12-31`);
  expect(await list.text()).toContain('>1900-06-30T00:55:21Z<');
  const page = await fetch(`${url}/event/x/`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  const { body } = await world.get(`/events/${id}`);
  const own = await (await fetch(String(body.url).replace(/^https?:\/\/[^/]+/, url))).text();
  expect(own).toContain('datetime="1900-06-30T00:55:21Z"');
});
