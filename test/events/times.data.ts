import type { Body } from '../support/words.ts';
import { NOW } from '../support/world.ts';

export const day = '2031-04-05';
export const base = {
  title: 'Walk',
  timezone: 'Europe/Rome',
  start_date: `${day} 14:00:00`,
  end_date: `${day} 16:00:00`,
};

/** Fields of a new event -> its times. */
export const CREATED: [sent: Body, times: Body][] = [
  [
    {},
    {
      start_date: `${day} 14:00:00`,
      utc_start_date: `${day} 12:00:00`,
      end_date: `${day} 16:00:00`,
      utc_end_date: `${day} 14:00:00`,
    },
  ],
  [{ start_date: day }, { start_date: `${day} 00:00:00`, utc_start_date: '2031-04-04 22:00:00' }],
  [{ start_date: `${day} 14:05` }, { start_date: `${day} 14:05:00` }],
  [{ start_date: `${day}T14:00:00` }, { start_date: `${day} 14:00:00`, utc_start_date: `${day} 12:00:00` }],
  [{ start_date: `${day}T10:00:00Z` }, { start_date: `${day} 12:00:00`, utc_start_date: `${day} 10:00:00` }],
  [
    { start_date: `${day}T10:00:00-04:00` },
    { start_date: `${day} 16:00:00`, utc_start_date: `${day} 14:00:00` },
  ],
  [{ start_date: '1933149600' }, { start_date: `${day} 12:00:00`, utc_start_date: `${day} 10:00:00` }],
  [{ start_date: 1_933_149_600 }, { start_date: `${day} 12:00:00`, utc_start_date: `${day} 10:00:00` }],
  [
    { start_date: 'now', end_date: '+2 hours' },
    { start_date: '2031-03-14 13:00:00', end_date: '2031-03-14 15:00:00', utc_start_date: NOW },
  ],
  [
    { start_date: 'tomorrow 9am', end_date: 'tomorrow 5pm' },
    { start_date: '2031-03-15 09:00:00', end_date: '2031-03-15 17:00:00' },
  ],
  [
    { start_date: 'next wednesday 4pm', end_date: 'next wednesday 6pm' },
    { start_date: '2031-03-19 16:00:00', end_date: '2031-03-19 18:00:00' },
  ],
  [{ start_date: '+2 weeks', end_date: '+3 weeks' }, { start_date: '2031-03-28 13:00:00' }],
  [{ end_date: `${day} 14:00:00` }, { end_date: `${day} 14:00:00` }],
  [{ end_date: '2031-04-07 01:00:00' }, { end_date: '2031-04-07 01:00:00' }],
  [{ timezone: 'UTC' }, { timezone: 'UTC', utc_start_date: `${day} 14:00:00` }],
  [{ timezone: '' }, { timezone: 'UTC', utc_start_date: `${day} 14:00:00` }],
  [{ timezone: 'europe/rome' }, { timezone: 'Europe/Rome' }],
  [{ timezone: 'America/New_York' }, { utc_start_date: `${day} 18:00:00` }],
  [{ timezone: 'Asia/Kolkata' }, { utc_start_date: `${day} 08:30:00` }],
  [{ timezone: 'Asia/Kathmandu' }, { utc_start_date: `${day} 08:15:00` }],
  [{ timezone: 'Pacific/Kiritimati' }, { utc_start_date: `${day} 00:00:00` }],
  [{ timezone: 'UTC+2' }, { timezone: 'UTC+2', utc_start_date: `${day} 12:00:00` }],
  [
    { timezone: 'UTC+2', start_date: '2031-07-01 10:00', end_date: '2031-07-01 11:00' },
    { utc_start_date: '2031-07-01 08:00:00' },
  ],
  [{ timezone: 'UTC-5' }, { timezone: 'UTC-5', utc_start_date: `${day} 19:00:00` }],
  [{ timezone: 'UTC+5.5' }, { timezone: 'UTC+5.5', utc_start_date: `${day} 08:30:00` }],
  [{ timezone: 'UTC+05:30' }, { timezone: 'UTC+05:30', utc_start_date: `${day} 08:30:00` }],
  [{ timezone: 'UTC+5:45' }, { timezone: 'UTC+5:45', utc_start_date: `${day} 08:15:00` }],
  [{ timezone: 'UTC+14' }, { timezone: 'UTC+14', utc_start_date: `${day} 00:00:00` }],
  [{ timezone: '+02:00' }, { timezone: '+02:00', utc_start_date: `${day} 12:00:00` }],
  // The clock of Rome jumps from 02:00 to 03:00 on 30 March 2031.
  [
    { start_date: '2031-03-30 02:30', end_date: '2031-03-30 05:00' },
    { start_date: '2031-03-30 03:30:00', utc_start_date: '2031-03-30 01:30:00' },
  ],
  [
    { start_date: '2031-03-30 01:59:59', end_date: '2031-03-30 03:00' },
    { utc_start_date: '2031-03-30 00:59:59', utc_end_date: '2031-03-30 01:00:00' },
  ],
  [
    { start_date: '2031-03-30 02:30', end_date: '2031-03-30 03:30' },
    { start_date: '2031-03-30 03:30:00', end_date: '2031-03-30 03:30:00' },
  ],
  // It shows 02:00 to 03:00 twice on 26 October 2031: the first one counts.
  [
    { start_date: '2031-10-26 02:30', end_date: '2031-10-26 03:00' },
    { utc_start_date: '2031-10-26 00:30:00', utc_end_date: '2031-10-26 02:00:00' },
  ],
  [
    { all_day: true },
    {
      all_day: true,
      start_date: `${day} 00:00:00`,
      end_date: `${day} 23:59:59`,
      utc_start_date: '2031-04-04 22:00:00',
    },
  ],
  [
    { all_day: true, end_date: '2031-04-08' },
    { start_date: `${day} 00:00:00`, end_date: '2031-04-08 23:59:59' },
  ],
  [
    { all_day: true, start_date: `${day} 18:00`, end_date: `${day} 10:00` },
    { start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59` },
  ],
  [
    { all_day: true, start_date: '2031-03-30', end_date: '2031-03-30' },
    { utc_start_date: '2031-03-29 23:00:00', utc_end_date: '2031-03-30 21:59:59' },
  ],
  [{ all_day: false }, { all_day: false }],
];

/** Sent to an event from 14:00 to 16:00 in Rome -> its times afterwards. */
export const CHANGED: [sent: Body, times: Body][] = [
  [{ title: 'Other' }, {}],
  [{ start_date: `${day} 15:00` }, { start_date: `${day} 15:00:00`, utc_start_date: `${day} 13:00:00` }],
  [{ end_date: `${day} 18:00` }, { end_date: `${day} 18:00:00`, utc_end_date: `${day} 16:00:00` }],
  [{ end_date: `${day} 14:00` }, { end_date: `${day} 14:00:00`, utc_end_date: `${day} 12:00:00` }],
  // A date without a time does not change a timed event into an all-day one.
  [{ end_date: '2031-04-06' }, { end_date: '2031-04-06 00:00:00', utc_end_date: '2031-04-05 22:00:00' }],
  // The clock of Rome jumps from 02:00 to 03:00: a later start moves the end along.
  [
    { start_date: '2031-03-30 02:30', end_date: '2031-03-30 03:00' },
    {
      start_date: '2031-03-30 03:30:00',
      end_date: '2031-03-30 04:00:00',
      utc_start_date: '2031-03-30 01:30:00',
      utc_end_date: '2031-03-30 02:00:00',
    },
  ],
  [
    { start_date: '2031-03-30 02:15', end_date: '2031-03-30 02:45' },
    {
      start_date: '2031-03-30 03:15:00',
      end_date: '2031-03-30 03:45:00',
      utc_start_date: '2031-03-30 01:15:00',
      utc_end_date: '2031-03-30 01:45:00',
    },
  ],
  [
    { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' },
    {
      start_date: '2031-05-01 10:00:00',
      end_date: '2031-05-01 11:00:00',
      utc_start_date: '2031-05-01 08:00:00',
      utc_end_date: '2031-05-01 09:00:00',
    },
  ],
  [
    { timezone: 'America/New_York' },
    { timezone: 'America/New_York', utc_start_date: `${day} 18:00:00`, utc_end_date: `${day} 20:00:00` },
  ],
  [
    { timezone: 'UTC-3' },
    { timezone: 'UTC-3', utc_start_date: `${day} 17:00:00`, utc_end_date: `${day} 19:00:00` },
  ],
  [{ timezone: '' }, { timezone: 'UTC', utc_start_date: `${day} 14:00:00`, utc_end_date: `${day} 16:00:00` }],
  [
    { timezone: 'Asia/Tokyo', start_date: `${day} 09:00` },
    {
      timezone: 'Asia/Tokyo',
      start_date: `${day} 09:00:00`,
      utc_start_date: `${day} 00:00:00`,
      utc_end_date: `${day} 07:00:00`,
    },
  ],
  [{ start_date: `${day}T11:00:00Z` }, { start_date: `${day} 13:00:00`, utc_start_date: `${day} 11:00:00` }],
  [
    { timezone: 'Asia/Tokyo', start_date: `${day}T00:00:00Z` },
    {
      timezone: 'Asia/Tokyo',
      start_date: `${day} 09:00:00`,
      utc_start_date: `${day} 00:00:00`,
      utc_end_date: `${day} 07:00:00`,
    },
  ],
  [
    { all_day: true },
    {
      all_day: true,
      start_date: `${day} 00:00:00`,
      end_date: `${day} 23:59:59`,
      utc_start_date: '2031-04-04 22:00:00',
      utc_end_date: `${day} 21:59:59`,
    },
  ],
  [
    { all_day: true, end_date: '2031-04-06' },
    {
      all_day: true,
      start_date: `${day} 00:00:00`,
      end_date: '2031-04-06 23:59:59',
      utc_start_date: '2031-04-04 22:00:00',
      utc_end_date: '2031-04-06 21:59:59',
    },
  ],
];

/** Sent to an all-day event of 5 and 6 April in Rome -> its times afterwards (rules#changes). */
export const ALL_DAY: [sent: Body, times: Body][] = [
  [{ title: 'Other' }, {}],
  [
    { timezone: 'UTC' },
    { timezone: 'UTC', utc_start_date: `${day} 00:00:00`, utc_end_date: '2031-04-06 23:59:59' },
  ],
  [{ all_day: true }, {}],
  [
    { all_day: true, start_date: '2031-04-06 10:00' },
    { start_date: '2031-04-06 00:00:00', utc_start_date: '2031-04-05 22:00:00' },
  ],
  [{ all_day: false }, { all_day: false }],
  [{ end_date: '2031-04-07' }, { end_date: '2031-04-07 23:59:59', utc_end_date: '2031-04-07 21:59:59' }],
  [{ end_date: '20310407' }, { end_date: '2031-04-07 23:59:59', utc_end_date: '2031-04-07 21:59:59' }],
  [
    { start_date: '2031-04-04' },
    { start_date: '2031-04-04 00:00:00', utc_start_date: '2031-04-03 22:00:00' },
  ],
  [
    { start_date: '2031-04-04', all_day: null },
    { start_date: '2031-04-04 00:00:00', utc_start_date: '2031-04-03 22:00:00' },
  ],
  [
    { start_date: '5 April 2031', end_date: '2031-04-06 12:00' },
    { all_day: false, end_date: '2031-04-06 12:00:00', utc_end_date: '2031-04-06 10:00:00' },
  ],
  [
    { start_date: `${day} 10:00` },
    { all_day: false, start_date: `${day} 10:00:00`, utc_start_date: `${day} 08:00:00` },
  ],
  [
    { end_date: '2031-04-06 10:00' },
    { all_day: false, end_date: '2031-04-06 10:00:00', utc_end_date: '2031-04-06 08:00:00' },
  ],
];
