import { each, type Row, table } from '../support/table.ts';
import { at, openWorlds, stopWorlds, utc } from './date-filters.world.ts';

const TOMORROW_TEN = Date.parse('2031-05-15 10:00:00') / 1000;

beforeAll(openWorlds);
afterAll(stopWorlds);

const PAST = 'longago spring yesterday overnight';
const TODAY = 'allday morning running now evening';
const SOON = 'midnight fair tomorrow tokyo newyork kolkata autumn';
const ALL = `${PAST} ${TODAY} ${SOON} lastday edge beyond`;

table('whole days', utc, [
  ['', `${TODAY} ${SOON} lastday`],
  ['start_date=2031-05-14&end_date=2031-05-14', TODAY],
  ['start_date=2031-05-15&end_date=2031-05-15', 'midnight tomorrow'],
  ['start_date=2031-05-15 18:00&end_date=2031-05-15 01:00', 'midnight tomorrow'],
  ['start_date=2031-05-15&end_date=2031-05-16', 'midnight tomorrow tokyo newyork'],
  ['start_date=2031-05-15&end_date=2031-05-17', 'midnight fair tomorrow tokyo newyork'],
  ['start_date=2031-05-15', `${SOON} lastday`],
  ['start_date=2031-05-15 23:59:59', `${SOON} lastday`],
  ['start_date=2031-05-16', 'newyork kolkata autumn lastday'],
  ['start_date=2000-01-01', `${PAST} ${TODAY} ${SOON} lastday`],
  ['start_date=2031-05-01&end_date=2031-05-13', 'yesterday'],
  ['start_date=2031-05-13&end_date=2031-05-14', `yesterday overnight ${TODAY}`],
  ['end_date=2031-05-14', TODAY],
  ['end_date=2033-05-15', `${TODAY} ${SOON} lastday edge beyond`],
  ['start_date=2031-05-16&end_date=2031-05-14', ''],
  ['starts_before=2031-05-14', `${PAST} ${TODAY}`],
  ['starts_before=2031-05-13', PAST],
  ['starts_before=2031-05-12', 'longago spring'],
  ['starts_before=2031-05-13 00:00', PAST],
  ['starts_after=2031-05-14', `${SOON} lastday edge beyond`],
  ['starts_after=2031-05-14 23:00', `${SOON} lastday edge beyond`],
  ['starts_after=2031-05-15', 'newyork kolkata autumn lastday edge beyond'],
  ['starts_after=2033-05-14', 'beyond'],
  ['starts_after=2033-05-15', ''],
  ['ends_before=2031-05-13', 'longago spring yesterday'],
  ['ends_before=2031-05-14', `${PAST} ${TODAY}`],
  ['ends_before=2031-05-15', `${PAST} ${TODAY} midnight tomorrow`],
  ['ends_after=2031-05-14', `${SOON} lastday edge beyond`],
  ['ends_after=2031-05-13', `overnight ${TODAY} ${SOON} lastday edge beyond`],
  ['ends_after=2031-05-16', 'fair kolkata autumn lastday edge beyond'],
]);

table('all bounds count', utc, [
  ['starts_after=2031-05-13&starts_before=2031-05-14', TODAY],
  ['starts_after=2031-05-14&starts_before=2031-05-14', ''],
  ['starts_after=2031-05-14&start_date=2031-05-16', 'newyork kolkata autumn lastday edge beyond'],
  ['starts_after=2031-05-16&start_date=2031-05-14', 'kolkata autumn lastday edge beyond'],
  ['start_date=2031-05-16&ends_before=2031-05-19', 'newyork kolkata'],
  ['end_date=2031-05-15&starts_before=2031-05-13', PAST],
  ['ends_after=2031-05-13&ends_before=2031-05-14', `overnight ${TODAY}`],
  ['ends_after=2031-05-13&starts_before=2031-05-13', 'overnight'],
  ['starts_before=2031-05-15&ends_after=2031-05-16', 'fair'],
  [
    'starts_after=2031-05-14&starts_before=2031-05-20&ends_before=2031-05-16&ends_after=2031-05-15',
    'tokyo newyork',
  ],
]);

const STRICT = 'strict_dates=true';
table('strict dates', utc, [
  [STRICT, 'now evening midnight fair tomorrow tokyo newyork kolkata autumn'],
  [`start_date=2031-05-15 10:00&end_date=2031-05-15 12:00&${STRICT}`, 'tomorrow'],
  [`start_date=2031-05-15 10:00:01&end_date=2031-05-15 12:00&${STRICT}`, ''],
  [`start_date=2031-05-15 10:00&end_date=2031-05-15 11:59:59&${STRICT}`, ''],
  [`start_date=2031-05-14&end_date=2031-05-14&${STRICT}`, ''],
  [`start_date=2031-05-14&end_date=2031-05-15&${STRICT}`, TODAY],
  [`end_date=2031-05-14 12:30&${STRICT}`, 'now'],
  [`starts_before=2031-05-14 12:00&${STRICT}`, `${PAST} allday morning running`],
  [`starts_before=2031-05-14 12:00:01&${STRICT}`, `${PAST} allday morning running now`],
  [`starts_before=2031-05-14&${STRICT}`, PAST],
  [`starts_after=2031-05-14 12:00&${STRICT}`, `evening ${SOON} lastday edge beyond`],
  [`starts_after=2031-05-14 11:59:59&${STRICT}`, `now evening ${SOON} lastday edge beyond`],
  [`ends_before=2031-05-14 13:00&${STRICT}`, `${PAST} morning now`],
  [`ends_before=2031-05-14 13:00:01&${STRICT}`, `${PAST} morning running now`],
  [`ends_after=2031-05-14 13:00&${STRICT}`, `allday evening ${SOON} lastday edge beyond`],
  [`ends_after=2031-05-14 12:59:59&${STRICT}`, `allday running evening ${SOON} lastday edge beyond`],
  [`ends_after=2031-05-14 23:59:59&${STRICT}`, `${SOON} lastday edge beyond`],
  [`starts_after=2031-05-14 23:59:59&starts_before=2031-05-15 00:00:01&${STRICT}`, 'midnight'],
  [`starts_after=now&ends_before=+1 day&${STRICT}`, 'evening midnight'],
]);

const onlyIfStrict = (word: string) =>
  `start_date=2031-05-15 10:00:01&end_date=2031-05-15&strict_dates=${word}`;
table('strict_dates', utc, [
  ...each(['true', 'TRUE', '1', 'yes', 'Yes', 'on', 'y'], onlyIfStrict, ''),
  ...each(['false', '0', 'no', 'off', 'bogus', '2'], onlyIfStrict, 'midnight tomorrow'),
]);

const fromTen = (form: string) => `start_date=${form}&end_date=2031-05-15T12:00Z&${STRICT}`;
table('forms of one moment', utc, [
  ...each(
    [
      '2031-05-15 10:00',
      '2031-05-15 10:00:00',
      '2031-05-15T10:00',
      '2031-05-15T10:00:00',
      '2031-05-15 10:00:00',
      '2031-05-15T10:00:00.000Z',
      '2031-05-15T12:00:00+02:00',
      '2031-05-15T12:00+0200',
      '2031-05-15T05:00:00-05:00',
      '2031-05-15 15:30 +05:30',
      String(TOMORROW_TEN),
      `@${TOMORROW_TEN}`,
      'tomorrow 10am',
      'tomorrow 10:00',
      '15 May 2031 10:00',
      'May 15, 2031 10am',
      '05/15/2031 10:00',
      '2031/05/15 10:00',
      '+22 hours',
      '+1 day 10am',
      'thursday 10am',
      'next thursday 10am',
    ],
    fromTen,
    'tomorrow',
  ),
  ...each(
    [
      '2031-05-15 10:00:01',
      '2031-05-15T11:00:01+01:00',
      String(TOMORROW_TEN + 1),
      '+23 hours',
      'next friday 10am',
    ],
    fromTen,
    '',
  ),
  ['start_date=today&end_date=today', TODAY],
  ['start_date=tomorrow&end_date=tomorrow', 'midnight tomorrow'],
  ['start_date=yesterday&end_date=yesterday', 'yesterday'],
  ['start_date=-1 day&end_date=now', `yesterday overnight ${TODAY}`],
  ['starts_before=-2 weeks', 'longago spring'],
]);

const NONSENSE = [
  '2031-02-30',
  '2029-02-29',
  '2031-04-31',
  '2031-13-01',
  '2031-00-10',
  '2031-05-32',
  '2031-05-00',
  '2031-05-14 25:00',
  '2031-05-14 10:60',
  '2031-05-14 10:00:60',
  '2031-05-14T10:00+25:00',
  'bogus',
  'x',
  'next',
  '0',
  '-5',
  '10000-01-01',
  '99999999999999999',
  ' ',
];
const PARAMETERS = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const;
table('dates that are none', utc, [
  ...PARAMETERS.flatMap((name) => each(NONSENSE, (value) => `${name}=${value}`, 400, name)),
  ['start_date=bogus&end_date=2031-02-30&starts_after=x', 400, 'end_date start_date starts_after'],
  ['include={tomorrow}&start_date=bogus', 400, 'start_date'],
]);

table('include lifts dates, and shows what is hidden', utc, [
  ['include={longago}', 'longago'],
  ['include={beyond},{longago}', 'longago beyond'],
  ['include={hidden}', 'hidden'],
  ['include={hidden}&start_date=2040-01-01', 'hidden'],
  ['include={longago}&starts_after=2031-01-01&ends_before=1999-01-01', 'longago'],
  ['include={longago},{tomorrow}&search=tomorrow', 'tomorrow'],
  ['include={draft}', ''],
  ['include=999999', ''],
  ['include={tomorrow},999999', 'tomorrow'],
  ['include={tomorrow},{tomorrow}', 'tomorrow'],
]);
table('ids that are none', { ...utc, apis: ['REST'] }, [
  ['include=0', 400, 'include'],
  ['include=-1', 400, 'include'],
]);
table('nobody is shown what is hidden without asking for it', { ...utc, as: 'editor' }, [
  ['start_date=2031-05-15&end_date=2031-05-15', 'midnight tomorrow draft'],
  ['include={hidden},{draft}', 'hidden draft'],
]);

table('the ends of the calendar are no bounds', utc, [
  ['end_date=9999-12-31', `${TODAY} ${SOON} lastday edge beyond`],
  ['starts_before=9999-12-31', ALL],
  ['ends_before=9999-12-31', ALL],
  ['starts_after=9999-12-31', ''],
  ['ends_after=9999-12-31', ''],
  ['start_date=9999-12-31', ''],
  ['start_date=0001-01-01', `${PAST} ${TODAY} ${SOON} lastday`],
  ['starts_after=0001-01-01', ALL],
  ['starts_before=0001-01-01', ''],
]);
table('also where the clock differs from UTC', { ...utc, world: at('rome') }, [
  ['starts_before=9999-12-31', ALL],
  ['start_date=0001-01-01&end_date=9999-12-31', ALL],
]);
table('and on the other side of it', { ...utc, world: at('newYork') }, [
  ['starts_before=9999-12-31', ALL],
  ['ends_after=0001-01-01&end_date=9999-12-31', ALL],
  [`ends_before=9999-12-31 23:00&${STRICT}`, ALL],
]);

table('revision A: the default window bounds the start', { ...utc, world: at('revisionA') }, [
  ['', `${TODAY} ${SOON} lastday edge`],
  ['start_date=2031-05-16', 'newyork kolkata autumn lastday edge'],
  ['start_date=bogus', 400, 'start_date'],
]);
table('revision A: both bound the start', { ...utc, world: at('revisionA'), apis: ['REST'] }, [
  ['start_date=2031-05-14&end_date=2031-05-14', TODAY],
  ['start_date=2031-05-15&end_date=2031-05-15', 'midnight fair tomorrow tokyo'],
  ['start_date=2031-05-13&end_date=2031-05-13', 'yesterday overnight'],
  ['end_date=2033-05-14', `${TODAY} ${SOON} lastday edge`],
]);
table('GraphQL has one meaning of the end in both', { ...utc, world: at('revisionA'), apis: ['GraphQL'] }, [
  ['start_date=2031-05-15&end_date=2031-05-15', 'midnight tomorrow'],
  ['start_date=2031-05-13&end_date=2031-05-13', 'yesterday'],
  ['starts_before=2031-05-13', PAST],
]);
table('revision A does not know what came later', { ...utc, world: at('revisionA'), apis: ['REST'] }, [
  ['starts_before=2031-05-13', `${TODAY} ${SOON} lastday edge`],
  ['starts_after=bogus', `${TODAY} ${SOON} lastday edge`],
  ['strict_dates=1', `${TODAY} ${SOON} lastday edge`],
  ['ticketed=bogus', `${TODAY} ${SOON} lastday edge`],
]);

table('days of a site in New York', { ...utc, world: at('newYork') }, [
  [
    '',
    'allday morning running now evening midnight fair tomorrow tokyo newyork kolkata autumn lastday edge beyond',
  ],
  ['start_date=2031-05-14&end_date=2031-05-14', 'allday morning running now evening midnight'],
  ['start_date=today&end_date=today', 'allday morning running now evening midnight'],
  ['start_date=2031-05-15&end_date=2031-05-15', 'tomorrow tokyo newyork'],
  ['start_date=2031-05-16T02:00Z&end_date=2031-05-15', 'tomorrow tokyo newyork'],
  [`start_date=2031-05-15 06:00&end_date=2031-05-15 08:00&${STRICT}`, 'tomorrow'],
  [`start_date=2031-05-15T10:00Z&end_date=2031-05-15T12:00Z&${STRICT}`, 'tomorrow'],
  [`start_date=tomorrow 6am&end_date=tomorrow 8am&${STRICT}`, 'tomorrow'],
  [`start_date=${TOMORROW_TEN}&end_date=${TOMORROW_TEN + 7200}&${STRICT}`, 'tomorrow'],
  ['starts_before=2031-05-13', 'longago spring yesterday overnight'],
  ['starts_after=2031-05-14&ends_before=2031-05-15', 'tomorrow tokyo newyork'],
]);
table('days of a site in Auckland, where it is Thursday', { ...utc, world: at('auckland') }, [
  ['start_date=today&end_date=today', 'now evening midnight'],
  ['start_date=2031-05-15&end_date=2031-05-15', 'now evening midnight'],
  ['start_date=yesterday&end_date=yesterday', 'overnight allday morning'],
  [`start_date=2031-05-15 22:00&end_date=2031-05-16 00:00&${STRICT}`, 'tomorrow'],
  ['starts_before=2031-05-14', `${PAST} allday morning running`],
  ['starts_before=2031-05-13', 'longago spring yesterday'],
  ['ends_before=2031-05-14', `${PAST} allday morning`],
  ['start_date=2031-05-14&end_date=2031-05-14', 'overnight allday morning'],
]);
table('days of 23 and 25 hours in Rome', { ...utc, world: at('rome') }, [
  ['start_date=2031-03-30&end_date=2031-03-30', 'spring'],
  ['start_date=2031-03-31&end_date=2031-03-31', ''],
  ['start_date=2031-10-26&end_date=2031-10-26', 'autumn'],
  ['start_date=2031-10-27&end_date=2031-10-27', ''],
  ['starts_after=2031-03-29&starts_before=2031-03-30', 'spring'],
  ['starts_after=2031-10-25&ends_before=2031-10-26', 'autumn'],
] satisfies Row[]);
