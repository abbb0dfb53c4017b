import { siteTimes } from '../../src/transfer/tec-import/times.ts';

const START = { start_date: '2031-06-01 10:00:00', utc_start_date: '2031-06-01 08:00:00' };
const END = { end_date: '2031-06-01 12:00:00', utc_end_date: '2031-06-01 10:00:00' };

test.each<[string, Parameters<typeof siteTimes>[0], string, string, string?]>([
  [
    'zone and instants agree',
    { timezone: 'Europe/Rome', ...START, ...END },
    '2031-06-01T08:00:00Z',
    '2031-06-01T10:00:00Z',
    'Europe/Rome',
  ],
  [
    'zone and instants disagree',
    { timezone: 'Asia/Tokyo', ...START, ...END },
    START.start_date,
    END.end_date,
    'Asia/Tokyo',
  ],
  ['the zone is missing', { ...START, ...END }, START.start_date, END.end_date, 'America/Lima'],
  [
    'the zone is unknown',
    { timezone: 'Nowhere', ...START, ...END },
    START.start_date,
    END.end_date,
    'America/Lima',
  ],
  [
    'the end is missing',
    { timezone: 'Europe/Rome', ...START },
    '2031-06-01T08:00:00Z',
    '2031-06-01T08:00:00Z',
    'Europe/Rome',
  ],
  [
    'only instants are given',
    {
      timezone: 'Europe/Rome',
      utc_start_date: START.utc_start_date,
      utc_end_date: END.utc_end_date,
    },
    '2031-06-01T08:00:00Z',
    '2031-06-01T10:00:00Z',
    'Europe/Rome',
  ],
  [
    'only local times are given',
    { timezone: 'Europe/Rome', start_date: START.start_date, end_date: END.end_date },
    START.start_date,
    END.end_date,
    'Europe/Rome',
  ],
  [
    'the instant is invalid',
    { timezone: 'Europe/Rome', ...START, utc_start_date: '0000', ...END },
    START.start_date,
    '2031-06-01T10:00:00Z',
    'Europe/Rome',
  ],
  [
    'days are whole',
    { timezone: 'Europe/Rome', all_day: true, ...START, ...END, end_date: '2031-06-03 23:59:59' },
    '2031-06-01',
    '2031-06-03',
    'Europe/Rome',
  ],
  [
    'whole days have no end',
    { timezone: 'Europe/Rome', all_day: true, ...START },
    '2031-06-01',
    '2031-06-01',
    'Europe/Rome',
  ],
])('when %s', (_what, event, startDate, endDate, timezone) => {
  expect(siteTimes(event, 'America/Lima')).toEqual({
    timezone,
    all_day: event.all_day ?? false,
    start_date: startDate,
    end_date: endDate,
  });
});

test('without any zone the instants are kept, and days stay days', () => {
  const timezone = undefined;
  expect(siteTimes({ ...START, ...END }, undefined)).toEqual({
    timezone,
    all_day: false,
    start_date: '2031-06-01T08:00:00Z',
    end_date: '2031-06-01T10:00:00Z',
  });
  expect(siteTimes({ all_day: true, ...START, ...END }, undefined)).toEqual({
    timezone,
    all_day: true,
    start_date: '2031-06-01',
    end_date: '2031-06-01',
  });
});
