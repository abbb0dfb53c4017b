import { expand, readRule } from '../../src/lib/recurrence.ts';

/**
 * The examples of RFC 5545, 3.8.5.3 that do not repeat by the hour: start (9:00 in New York), rule, dates as the RFC
 * lists them (`…` for infinite rules).
 */
const EXAMPLES: readonly (readonly [start: string, rule: string, dates: string])[] = [
  ['1997-09-02', 'FREQ=DAILY;COUNT=10', '1997 9/2-11'],
  ['1997-09-02', 'FREQ=DAILY;UNTIL=19971224T000000Z', '1997 9/2-30 10/1-31 11/1-30 12/1-23'],
  [
    '1997-09-02',
    'FREQ=DAILY;INTERVAL=2',
    '1997 9/2 9/4 9/6 9/8 9/10 9/12 9/14 9/16 9/18 9/20 9/22 9/24 9/26 9/28 9/30 10/2 …',
  ],
  ['1997-09-02', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997 9/2 9/12 9/22 10/2 10/12'],
  [
    '1998-01-01',
    'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    '1998 1/1-31 1999 1/1-31 2000 1/1-31',
  ],
  ['1998-01-01', 'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', '1998 1/1-31 1999 1/1-31 2000 1/1-31'],
  ['1997-09-02', 'FREQ=WEEKLY;COUNT=10', '1997 9/2 9/9 9/16 9/23 9/30 10/7 10/14 10/21 10/28 11/4'],
  [
    '1997-09-02',
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    '1997 9/2 9/9 9/16 9/23 9/30 10/7 10/14 10/21 10/28 11/4 11/11 11/18 11/25 12/2 12/9 12/16 12/23',
  ],
  [
    '1997-09-02',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    '1997 9/2 9/16 9/30 10/14 10/28 11/11 11/25 12/9 12/23 1998 1/6 1/20 2/3 2/17 …',
  ],
  [
    '1997-09-02',
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    '1997 9/2 9/4 9/9 9/11 9/16 9/18 9/23 9/25 9/30 10/2',
  ],
  [
    '1997-09-02',
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    '1997 9/2 9/4 9/9 9/11 9/16 9/18 9/23 9/25 9/30 10/2',
  ],
  [
    '1997-09-01',
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '1997 9/1 9/3 9/5 9/15 9/17 9/19 9/29 10/1 10/3 10/13 10/15 10/17 10/27 10/29 10/31 11/10 11/12 11/14 11/24 11/26 11/28 12/8 12/10 12/12 12/22',
  ],
  [
    '1997-09-02',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '1997 9/2 9/4 9/16 9/18 9/30 10/2 10/14 10/16',
  ],
  ['1997-09-05', 'FREQ=MONTHLY;COUNT=10;BYDAY=1FR', '1997 9/5 10/3 11/7 12/5 1998 1/2 2/6 3/6 4/3 5/1 6/5'],
  ['1997-09-05', 'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR', '1997 9/5 10/3 11/7 12/5'],
  [
    '1997-09-07',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997 9/7 9/28 11/2 11/30 1998 1/4 1/25 3/1 3/29 5/3 5/31',
  ],
  ['1997-09-22', 'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '1997 9/22 10/20 11/17 12/22 1998 1/19 2/16'],
  ['1997-09-28', 'FREQ=MONTHLY;BYMONTHDAY=-3', '1997 9/28 10/29 11/28 12/29 1998 1/29 2/26 …'],
  [
    '1997-09-02',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '1997 9/2 9/15 10/2 10/15 11/2 11/15 12/2 12/15 1998 1/2 1/15',
  ],
  [
    '1997-09-30',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997 9/30 10/1 10/31 11/1 11/30 12/1 12/31 1998 1/1 1/31 2/1',
  ],
  [
    '1997-09-10',
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997 9/10-15 1999 3/10-13',
  ],
  [
    '1997-09-02',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '1997 9/2 9/9 9/16 9/23 9/30 11/4 11/11 11/18 11/25 1998 1/6 1/13 1/20 1/27 3/3 3/10 3/17 3/24 3/31 …',
  ],
  [
    '1997-06-10',
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '1997 6/10 7/10 1998 6/10 7/10 1999 6/10 7/10 2000 6/10 7/10 2001 6/10 7/10',
  ],
  [
    '1997-03-10',
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '1997 3/10 1999 1/10 2/10 3/10 2001 1/10 2/10 3/10 2003 1/10 2/10 3/10',
  ],
  [
    '1997-01-01',
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '1997 1/1 4/10 7/19 2000 1/1 4/9 7/18 2003 1/1 4/10 7/19 2006 1/1',
  ],
  ['1997-05-19', 'FREQ=YEARLY;BYDAY=20MO', '1997 5/19 1998 5/18 1999 5/17 …'],
  ['1997-05-12', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997 5/12 1998 5/11 1999 5/17 …'],
  [
    '1997-03-13',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    '1997 3/13 3/20 3/27 1998 3/5 3/12 3/19 3/26 1999 3/4 3/11 3/18 3/25 …',
  ],
  [
    '1997-06-05',
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    '1997 6/5 6/12 6/19 6/26 7/3 7/10 7/17 7/24 7/31 8/7 8/14 8/21 8/28 1998 6/4 6/11 …',
  ],
  ['1998-02-13', 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1998 2/13 3/13 11/13 1999 8/13 2000 10/13 …'],
  [
    '1997-09-13',
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '1997 9/13 10/11 11/8 12/13 1998 1/10 2/7 3/7 4/11 5/9 6/13 …',
  ],
  [
    '1996-11-05',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996 11/5 2000 11/7 2004 11/2 …',
  ],
  ['1997-09-04', 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997 9/4 10/7 11/6'],
  [
    '1997-09-29',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '1997 9/29 10/30 11/27 12/30 1998 1/29 2/26 3/30 …',
  ],
  ['1997-08-05', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997 8/5 8/10 8/19 8/24'],
  ['1997-08-05', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997 8/5 8/17 8/19 8/31'],
  ['2007-01-15', 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007 1/15 1/30 2/15 3/15 3/30'],
];

/** `1997 9/2-4 1998 1/6` as days. */
function daysOf(dates: string): string[] {
  let year = '';
  return dates.split(' ').flatMap((word) => {
    if (/^\d{4}$/.test(word)) year = word;
    const [, month = '', first = '', last = first] = /^(\d+)\/(\d+)(?:-(\d+))?$/.exec(word) ?? [];
    if (month === '') return [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
      new Temporal.PlainDate(Number(year), Number(month), Number(first) + index).toString(),
    );
  });
}

test.each(EXAMPLES)('from %s on, %s gives %s', (day, text, dates) => {
  const rule = readRule(text, { startLocal: `${day} 09:00:00`, timezone: 'America/New_York', allDay: false });
  const listed = daysOf(dates);
  const until = rule.isOpen ? `${listed.at(-1)} 09:00:00` : '2100-01-01 00:00:00';
  expect(expand(rule, { until })).toEqual(listed.map((date) => `${date} 09:00:00`));
});

test('several times of a day in two notations are the same', () => {
  const start = { startLocal: '1997-09-02 09:00:00', timezone: 'America/New_York', allDay: false };
  const rule = readRule('FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40', start);
  const starts = expand(rule, { until: '1997-09-03 16:40:00' });
  expect(starts).toHaveLength(48);
  expect(starts[2]).toBe('1997-09-02 09:40:00');
});
