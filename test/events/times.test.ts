import { APIS, type Body } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';
import { ALL_DAY, base, CHANGED, CREATED, day } from './times.data.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const pick = (body: Body): Body => {
  const { start_date, end_date, utc_start_date, utc_end_date, timezone, all_day } = body;
  return { start_date, end_date, utc_start_date, utc_end_date, timezone, all_day };
};
describe.each(APIS)('through %s', (api) => {
  beforeEach(() => world.moveTo(NOW));

  test.each(CREATED)('a new event with %j has %j', async (sent, times) => {
    const { status, body } = await world.create(api, 'event', { ...base, ...sent });
    expect(status).toBe(201);
    expect(body).toMatchObject(times);
  });

  test.each(CHANGED)('a change %j gives %j', async (sent, times) => {
    const before = await world.make('event', base);
    const { status, body } = await world.change(api, 'event', before.id, sent);
    expect(status).toBe(200);
    expect(pick(body)).toEqual({ ...pick(before), ...times });
  });

  test.each(ALL_DAY)('a change %j of whole days gives %j', async (sent, times) => {
    const before = await world.make('event', {
      ...base,
      all_day: true,
      start_date: day,
      end_date: '2031-04-06',
    });
    const { status, body } = await world.change(api, 'event', before.id, sent);
    expect(status).toBe(200);
    expect(pick(body)).toEqual({ ...pick(before), ...times });
  });

  test.each([
    [{ start_date: `${day} 16:00:01` }, 'start_date'],
    [{ end_date: `${day} 13:59:59` }, 'end_date'],
    [{ end_date: '2031-04-04' }, 'end_date'],
    [{ start_date: '2031-04-06', all_day: true }, 'start_date'],
    [{ start_date: `${day} 15:00`, end_date: `${day} 14:59` }, 'end_date'],
  ])('an event would end before it starts with %j: %s', async (sent, name) => {
    const before = await world.make('event', base);
    expect(await world.change(api, 'event', before.id, sent)).toMatchObject({
      status: 400,
      failing: [name],
    });
    expect(await world.read('event', before.id)).toEqual(before);
  });

  test.each([
    ['Europe/Rome', 'CEST'],
    ['America/New_York', 'EDT'],
    ['Asia/Kolkata', 'IST'],
    ['America/Sao_Paulo', '-03'],
    ['Australia/Sydney', 'AEDT'],
    ['UTC+5.5', 'UTC+5.5'],
    ['UTC', 'UTC'],
  ])('the abbreviation of %s is %s', async (timezone, abbreviation) => {
    expect((await world.create(api, 'event', { ...base, timezone })).body.timezone_abbr).toBe(abbreviation);
  });
});

test('the site has its own zone for new events and publication dates', async () => {
  const tokyo = await openWorld({ env: { TIMEZONE: 'Asia/Tokyo' } });
  try {
    const { title, start_date, end_date } = base;
    const event = await tokyo.make('event', { title, start_date, end_date, date: '2031-03-01 09:00' });
    expect(event).toMatchObject({
      timezone: 'Asia/Tokyo',
      utc_start_date: `${day} 05:00:00`,
      date: '2031-03-01 09:00:00',
      date_utc: '2031-03-01 00:00:00',
      modified: '2031-03-14 21:00:00',
      modified_utc: NOW,
    });
    const other = await tokyo.make('event', { ...base, date: '2031-03-01 09:00' });
    expect(other).toMatchObject({
      timezone: 'Europe/Rome',
      utc_start_date: `${day} 12:00:00`,
      date_utc: '2031-03-01 00:00:00',
    });
    expect(await tokyo.make('event', { ...base, date_utc: '2031-03-01 09:00' })).toMatchObject({
      date: '2031-03-01 18:00:00',
    });
  } finally {
    await tokyo.stop();
  }
});
