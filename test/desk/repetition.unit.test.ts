import { readRepetition, typedRepetition } from '../../src/api/desk/repetition.ts';
import { Typed } from '../../src/api/desk/typed.ts';
import { readClock, readDay } from '../../src/api/desk/typed-times.ts';

/** The controls of the repetition: a rule that they can express comes out as it went in; others are kept. */
const NOW = new Date('2031-03-14T12:00:00Z');
/** Tuesday, the second one of its month. */
const START = { startLocal: '2031-05-13 18:00:00', timezone: 'Europe/Rome', allDay: false };
/** Friday, the last one of its month, which is also its fifth. */
const LAST = { startLocal: '2031-05-30 18:00:00', timezone: 'Europe/Rome', allDay: false };

const typedOf = (rule: string | null, start = START, exceptions: string[] = []) =>
  typedRepetition({ rule, exceptions, start });
const again = (rule: string | null, start = START, exceptions: string[] = []) =>
  readRepetition(Typed.of(typedOf(rule, start, exceptions)), start, NOW);

test.each([
  ['DAILY', 'FREQ=DAILY', START],
  ['DAILY', 'FREQ=DAILY;INTERVAL=3;COUNT=10', START],
  ['WEEKLY', 'FREQ=WEEKLY;COUNT=10', START],
  ['WEEKLY', 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20311231T235959;BYDAY=TU,TH', START],
  [
    'WEEKLY',
    'FREQ=WEEKLY;UNTIL=20311231;BYDAY=TU',
    { ...START, startLocal: '2031-05-13 00:00:00', allDay: true },
  ],
  ['MONTHLY', 'FREQ=MONTHLY;COUNT=4', START],
  ['NTH', 'FREQ=MONTHLY;BYDAY=2TU', START],
  ['NTH', 'FREQ=MONTHLY;BYDAY=5FR', LAST],
  ['LAST', 'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR', LAST],
  ['YEARLY', 'FREQ=YEARLY;COUNT=3', START],
])('%s: the rule %s stays the same', (repeat, rule, start) => {
  expect(typedOf(rule, start).repeat).toBe(repeat);
  expect(again(rule, start)).toEqual({ rule, exceptions: [], unreadable: [] });
});

test.each([
  'FREQ=DAILY;BYDAY=MO,TU',
  'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
  'FREQ=MONTHLY;BYDAY=3WE',
  'FREQ=MONTHLY;BYDAY=2TU,4TU',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2',
  'FREQ=YEARLY;BYMONTH=5,6',
  'FREQ=WEEKLY;BYHOUR=9,18',
])('the rule %s has no controls, and is kept', (rule) => {
  expect(typedOf(rule).repeat).toBe('own');
  expect(again(rule).rule).toBeUndefined();
});

test('a list of dates is kept, and a single event has no rule', () => {
  expect(again(null).rule).toBeUndefined();
  expect(readRepetition(Typed.of(typedRepetition(null)), START, NOW).rule).toBeNull();
});

test('the 13th of each month is the day of the start, however it is written', () => {
  expect(again('FREQ=MONTHLY;BYMONTHDAY=13').rule).toBe('FREQ=MONTHLY');
});

test('exceptions are days, one per line', () => {
  const exceptions = ['2031-05-20 18:00:00', '2031-06-03 18:00:00'];
  expect(typedOf('FREQ=WEEKLY', START, exceptions).exceptions).toBe('2031-05-20\n2031-06-03');
  expect(again('FREQ=WEEKLY', START, exceptions).exceptions).toEqual(['2031-05-20', '2031-06-03']);
});

const typed = { repeat: 'WEEKLY', every: '1', ends: 'never', exceptions: '' };
test.each([
  ['every', { every: 'two' }],
  ['every', { every: '0' }],
  ['until', { ends: 'until', until: '31.2.' }],
  ['until', { ends: 'until', until: '' }],
  ['count', { ends: 'count', count: '-1' }],
  ['exceptions', { exceptions: '12.6.2031\r\nsoon or later' }],
])('an unreadable value is reported at %s', (name, values) => {
  expect(readRepetition(Typed.of({ ...typed, ...values }), START, NOW)).toMatchObject({
    rule: undefined,
    unreadable: [name],
  });
});

test('an unknown repetition is none', () => {
  expect(readRepetition(Typed.of({ ...typed, repeat: 'HOURLY' }), START, NOW).rule).toBeNull();
});

test.each([
  ['12.6.2031', '2031-06-12'],
  ['2031-06-12', '2031-06-12'],
  ['tomorrow', '2031-03-15'],
  ['31.2.', null],
  ['31.2.2031', null],
  ['2031-06-12 20:00', null],
  ['', null],
])('the day "%s" is %s', (text, day) => expect(readDay(text, NOW)).toBe(day));

test.each([
  ['20:00', '20:00:00'],
  ['9.30', '09:30:00'],
  ['20 Uhr', '20:00:00'],
  ['8:30 pm', '20:30:00'],
  ['12 am', '00:00:00'],
  ['20:00:30', '20:00:30'],
  ['24:00', null],
  ['25:00', null],
  ['13 pm', null],
  ['evening', null],
  ['', null],
])('the time "%s" is %s', (text, time) => expect(readClock(text)).toBe(time));
