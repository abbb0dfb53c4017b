import { APIS, type Body, isRecord } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** In Berlin, 02:00 to 03:00 occurs twice on 31 October 2027, first +02:00, then +01:00. */
const BERLIN = { title: 'Night', timezone: 'Europe/Berlin' };
const night = (time: string): string => `2027-10-31 ${time}:00`;
const times = (body: Body): unknown[] => [
  body.start_date,
  body.utc_start_date,
  body.end_date,
  body.utc_end_date,
];

/** Start and end as sent -> wall clock and UTC of both. */
const OVERLAP: [start: unknown, end: unknown, times: string[]][] = [
  [
    '2027-10-31T02:30:00+01:00',
    '2027-10-31T03:30:00+01:00',
    [night('02:30'), night('01:30'), night('03:30'), night('02:30')],
  ],
  [
    '2027-10-31T01:45:00Z',
    '2027-10-31T02:45:00Z',
    [night('02:45'), night('01:45'), night('03:45'), night('02:45')],
  ],
  [1_824_946_200, '1824949800', [night('02:30'), night('01:30'), night('03:30'), night('02:30')]],
  [
    '2027-10-31T02:45+02:00',
    '2027-10-31T02:15+01:00',
    [night('02:45'), night('00:45'), night('02:15'), night('01:15')],
  ],
  [
    '2027-10-31T02:30:00+02:00',
    '2027-10-31T02:30:00+01:00',
    [night('02:30'), night('00:30'), night('02:30'), night('01:30')],
  ],
  // A wall clock alone means the first of the two.
  ['2027-10-31 02:30', '2027-10-31 02:45', [night('02:30'), night('00:30'), night('02:45'), night('00:45')]],
];

const linkedDates = async (id: unknown): Promise<unknown[]> => {
  const body: Body = await (await world.server.request('GET', `/events/${id}`)).json();
  return isRecord(body.json_ld) ? [body.json_ld.startDate, body.json_ld.endDate] : [];
};

describe.each(APIS)('an instant with an offset, through %s', (api) => {
  test.each(OVERLAP)('%s to %s is stored to the second', async (start_date, end_date, expected) => {
    const created = await world.create(api, 'event', { ...BERLIN, start_date, end_date });
    expect([created.status, times(created.body)]).toEqual([201, expected]);
    const other = await world.make('event', {
      ...BERLIN,
      start_date: '2027-05-01 10:00',
      end_date: '2027-05-01 12:00',
    });
    const changed = await world.change(api, 'event', other.id, { start_date, end_date });
    expect([changed.status, times(changed.body)]).toEqual([200, expected]);
  });

  test('survives every change of other fields, and being sent back as read', async () => {
    const [start_date, end_date, expected] = [
      '2027-10-31T02:30:00+01:00',
      '2027-10-31T02:50:00+01:00',
      ['01:30', '01:50'].map(night),
    ];
    const event = await world.make('event', { ...BERLIN, start_date, end_date });
    const dates = { start_date: event.start_date, end_date: event.end_date };
    const all = { title: 'Night', ...dates, timezone: event.timezone, all_day: false };
    for (const sent of [
      { title: 'Late night' },
      { timezone: 'Europe/Berlin' },
      dates,
      all,
      { end_date: dates.end_date },
      { all_day: false },
    ]) {
      const { status, body } = await world.change(api, 'event', event.id, sent);
      expect([sent, status, body.utc_start_date, body.utc_end_date]).toEqual([sent, 200, ...expected]);
    }
    expect((await world.change('REST', 'event', event.id, event)).body).toMatchObject({
      utc_start_date: expected[0],
    });
    expect(await linkedDates(event.id)).toEqual(['2027-10-31T02:30:00+01:00', '2027-10-31T02:50:00+01:00']);
    // Another zone keeps the wall clock.
    const moved = await world.change(api, 'event', event.id, { timezone: 'UTC' });
    expect(times(moved.body)).toEqual([night('02:30'), night('02:30'), night('02:50'), night('02:50')]);
  });

  test('a whole day starts and ends at its bounds, whatever the instant', async () => {
    const [start_date, end_date] = ['2027-10-31T02:30:00+01:00', '2027-10-31T02:50:00+01:00'];
    const { body } = await world.create(api, 'event', { ...BERLIN, start_date, end_date, all_day: true });
    expect(times(body)).toEqual([
      night('00:00'),
      '2027-10-30 22:00:00',
      '2027-10-31 23:59:59',
      '2027-10-31 22:59:59',
    ]);
  });
});

describe.each(APIS)('the spring gap, through %s', (api) => {
  const gap = (time: string): string => `2027-03-28 ${time}:00`;
  test.each([
    ['02:30', '03:00', '03:30', '04:00'],
    ['02:30', '03:29', '03:30', '04:29'],
    ['02:00', '02:00', '03:00', '03:00'],
    ['02:30', '03:30', '03:30', '03:30'],
    ['02:30', '06:00', '03:30', '06:00'],
    ['01:30', '02:30', '01:30', '03:30'],
    ['01:59', '03:00', '01:59', '03:00'],
  ])('%s to %s becomes %s to %s', async (start, end, from, to) => {
    const { status, body } = await world.create(api, 'event', {
      ...BERLIN,
      start_date: gap(start),
      end_date: gap(end),
    });
    expect([status, body.start_date, body.end_date]).toEqual([201, gap(from), gap(to)]);
  });

  test('changing the start moves the end along, changing the end moves only the end, changing the zone moves both', async () => {
    const event = await world.make('event', { ...BERLIN, start_date: gap('01:00'), end_date: gap('03:00') });
    const started = await world.change(api, 'event', event.id, { start_date: gap('02:30') });
    expect([started.body.start_date, started.body.end_date]).toEqual([gap('03:30'), gap('04:00')]);
    const other = await world.make('event', { ...BERLIN, start_date: gap('01:00'), end_date: gap('03:00') });
    const ended = await world.change(api, 'event', other.id, { end_date: gap('02:15') });
    expect([ended.body.start_date, ended.body.end_date]).toEqual([gap('01:00'), gap('03:15')]);
    const abroad = await world.make('event', {
      ...BERLIN,
      timezone: 'UTC',
      start_date: gap('02:30'),
      end_date: gap('03:00'),
    });
    const moved = await world.change(api, 'event', abroad.id, { timezone: 'Europe/Berlin' });
    expect([moved.status, moved.body.start_date, moved.body.end_date]).toEqual([
      200,
      gap('03:30'),
      gap('04:00'),
    ]);
  });

  test('an end before the start is still refused', async () => {
    const wrong = [
      { start_date: gap('02:30'), end_date: gap('02:29') },
      { start_date: gap('02:30'), end_date: '2027-03-28T01:00:00Z' },
      { start_date: gap('03:30'), end_date: gap('03:00') },
    ];
    for (const dates of wrong)
      expect(await world.create(api, 'event', { ...BERLIN, ...dates })).toMatchObject({
        status: 400,
        failing: ['end_date'],
      });
  });
});

describe.each(APIS)('digits alone, through %s', (api) => {
  test.each(['20271224', 20_271_224])('%j is a day', async (date) => {
    const { status, body } = await world.create(api, 'event', {
      ...BERLIN,
      start_date: date,
      end_date: date,
      all_day: true,
    });
    expect([status, body.start_date, body.end_date]).toEqual([
      201,
      '2027-12-24 00:00:00',
      '2027-12-24 23:59:59',
    ]);
  });

  test.each(['2027', 2027, '202712', '2027122', '20271324', 1])('%j is not a date', async (date) => {
    const answer = await world.create(api, 'event', {
      ...BERLIN,
      start_date: date,
      end_date: '2027-12-24 10:00',
    });
    expect(answer).toMatchObject({ status: 400, failing: ['start_date'] });
  });
});
