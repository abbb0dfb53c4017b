import { readRule } from '../../src/lib/recurrence.ts';
import { datesText, ruleText } from '../../src/lib/recurrence-words.ts';

/** A Monday. */
const start = { startLocal: '2027-01-04 19:00:00', timezone: 'Europe/Berlin', allDay: false };

test.each([
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=10', 'Every 3 days, 10 times'],
  ['FREQ=DAILY;BYMONTH=1', 'Every day in January'],
  ['FREQ=DAILY;BYHOUR=9,14', 'Every day at 09:00 and 14:00'],
  ['FREQ=WEEKLY', 'Every week on Monday'],
  ['FREQ=WEEKLY;COUNT=1', 'Every week on Monday, once'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20310401',
    'Every 2 weeks on Monday and Wednesday, until 1 April 2031',
  ],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
  ['FREQ=MONTHLY', 'Every month on the 4th'],
  ['FREQ=MONTHLY;BYDAY=2TU', 'Every month on the 2nd Tuesday'],
  ['FREQ=MONTHLY;BYDAY=-1FR,1MO', 'Every month on the last Friday and the 1st Monday'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'Every month on the last weekday'],
  ['FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3', 'Every month on the 3rd Tuesday, Wednesday or Thursday'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15,-1', 'Every month on the 1st, 15th and last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=-2', 'Every month on the 2nd to last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR', 'Every month on the 13th where that is a Friday'],
  [
    'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
    'Every month on the 28th, 29th and 30th, of these the last of each month',
  ],
  ['FREQ=YEARLY', 'Every year on 4 January'],
  ['FREQ=YEARLY;BYMONTH=6,7', 'Every year in June and July on the 4th'],
  ['FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4', 'Every year on 4 July'],
  ['FREQ=YEARLY;BYMONTHDAY=1', 'Every year on the 1st of every month'],
  ['FREQ=YEARLY;BYDAY=20MO', 'Every year on the 20th Monday of the year'],
  ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'Every year in November on the 4th Thursday'],
  ['FREQ=YEARLY;BYWEEKNO=20', 'Every year in week 20 on Monday'],
  ['FREQ=YEARLY;BYYEARDAY=1,100,-1', 'Every year on the 1st, 100th and last day of the year'],
])('%s is "%s"', (text, words) => expect(ruleText(readRule(text, start), 'en_GB')).toBe(words));

test('dates and times have the local form if the language is English', () => {
  const rule = readRule('FREQ=DAILY;BYHOUR=9,19;UNTIL=20310401', start);
  // The space before PM is a narrow one.
  expect(ruleText(rule, 'en-US').replaceAll('\u202f', ' ')).toBe(
    'Every day at 9:00 AM and 7:00 PM, until April 1, 2031',
  );
  expect(ruleText(rule, 'de-AT')).toBe(ruleText(rule, 'en'));
});

test('a short list of dates is written out', () => {
  const dates = Array.from({ length: 9 }, (_, index) => `2031-04-0${index + 1} 19:00:00`);
  expect(datesText(dates.slice(0, 2), 'en-GB')).toBe('On 1 April 2031 and 2 April 2031');
  expect(datesText(dates, 'en-GB')).toBe('On 9 days until 9 April 2031');
});
