import type { Report } from '../../src/transfer/import/report.ts';
import { Calendar } from './calendar.ts';
import { calendarOf, event, type IcsOptions, starts, takeIcs } from './ics-files.ts';
import { sums } from './sums.ts';

let ours: Calendar;
beforeAll(async () => {
  ours = await Calendar.empty();
});
beforeEach(() => ours.clear());
afterAll(() => ours.stop());

const take = (text: string, options: IcsOptions = {}): Promise<Report> => takeIcs(ours, text, options);

describe('events that recur', () => {
  const weekly = (...lines: string[]): string =>
    event('weekly', 'DTSTART;TZID=Europe/Berlin:20310325T190000', 'DURATION:PT2H', ...lines);

  test('have their hour on both sides of the change, within the days that are asked for', async () => {
    await take(calendarOf(weekly('RRULE:FREQ=WEEKLY')), { days: { from: '2031-03-26', to: '2031-04-09' } });
    expect(starts(await ours.events())).toEqual(['2031-04-01 17:00:00', '2031-04-08 17:00:00']);
    await take(calendarOf(weekly('RRULE:FREQ=WEEKLY')), { days: { from: '2031-03-14', to: '2031-04-02' } });
    expect(starts(await ours.events())).toEqual([
      ...['2031-03-25 18:00:00', '2031-04-01 17:00:00', '2031-04-08 17:00:00'],
    ]);
  });

  test('end as they are said to: by number, by a moment in UTC, by a day', async () => {
    const of = (uid: string, end: string): string =>
      event(uid, 'DTSTART;TZID=Europe/Berlin:20310325T003000', `RRULE:FREQ=DAILY;${end}`);
    await take(calendarOf(of('a', 'COUNT=2'), of('b', 'UNTIL=20310325T233000Z'), of('c', 'UNTIL=20310327')));
    const events = await ours.events();
    expect(['a', 'b', 'c'].map((uid) => events.filter(({ title }) => title === uid).length)).toEqual([
      2, 2, 3,
    ]);
  });

  const SERIES = [
    weekly(
      'RRULE:FREQ=WEEKLY;COUNT=5',
      'EXDATE:20310401T170000Z',
      'RDATE;TZID=Europe/Berlin:20310402T120000,20310403T120000',
    ),
    event(
      'weekly',
      'RECURRENCE-ID;TZID=Europe/Berlin:20310408T190000',
      'DTSTART;TZID=Europe/Berlin:20310409T200000',
      'LOCATION:Elsewhere',
    ).replace('SUMMARY:weekly', 'SUMMARY:moved'),
    event('weekly', 'RECURRENCE-ID:20310415T170000Z', 'DTSTART:20310415T170000Z', 'STATUS:CANCELLED'),
  ];
  const EXPECTED = [
    ...['2031-03-25 18:00:00', '2031-04-02 10:00:00', '2031-04-03 10:00:00', '2031-04-09 18:00:00'],
    ...['2031-04-15 17:00:00', '2031-04-22 17:00:00'],
  ];

  test('lack what is left out, have what is added, and what differs differs', async () => {
    // What is left out, and has never been here, counts as nothing.
    expect(sums(await take(calendarOf(...SERIES)))).toMatchObject({ created: 6, unchanged: 0 });
    const events = await ours.events();
    expect(starts(events)).toEqual(EXPECTED);
    expect(events[3]).toMatchObject({ title: 'moved', venue: { venue: 'Elsewhere' } });
    expect(events.map(({ event_status }) => event_status)).toEqual(
      events.map(({ utc_start_date }) =>
        String(utc_start_date).startsWith('2031-04-15') ? 'canceled' : 'scheduled',
      ),
    );
    expect(events[0]?.global_id_lineage).toEqual([expect.any(String), 'weekly#20310325T180000Z']);
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(6);
    expect(sums(await take(calendarOf(...SERIES.toReversed())))).toMatchObject({ created: 0, changed: 0 });
  });

  test('what is left out goes into the trash, what is canceled does not', async () => {
    await take(calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=5')));
    expect(await ours.events()).toHaveLength(5);
    expect(sums(await take(calendarOf(...SERIES)))).toMatchObject({ created: 2, changed: 3, refused: 0 });
    expect(starts(await ours.events())).toEqual(EXPECTED);
    expect(starts(await ours.events('status=trash'))).toEqual(['2031-04-01 17:00:00']);
    expect(sums(await take(calendarOf(...SERIES)))).toMatchObject({ created: 0, changed: 0 });
  });

  test('whole days', async () => {
    const text = calendarOf(
      event(
        'days',
        ...['DTSTART;VALUE=DATE:20310328', 'DTEND;VALUE=DATE:20310330', 'RRULE:FREQ=MONTHLY;COUNT=3'],
        'EXDATE;VALUE=DATE:20310428',
      ),
    );
    await take(text);
    expect((await ours.events()).map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ['2031-03-28 00:00:00', '2031-03-29 23:59:59'],
      ['2031-05-28 00:00:00', '2031-05-29 23:59:59'],
    ]);
  });

  test.each([
    ['RRULE:FREQ=SECONDLY', 'recurs too often to be counted'],
    ['RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31', 'takes longer than 5 s to be read'],
    ['RRULE:FREQ=NEVER', 'is not valid iCalendar'],
  ])('%s is refused', async (rule, reason) => {
    const text = calendarOf(
      event('bad', 'DTSTART:19700101T100000Z', rule),
      event('good', 'DTSTART:20310401T100000Z'),
    );
    expect(await take(text)).toMatchObject({
      refused: [{ what: 'bad', reason }],
      counts: { event: { created: 1 } },
    });
  });
});
