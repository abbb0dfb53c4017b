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

describe('recurring events', () => {
  const weekly = (...lines: string[]): string =>
    event('weekly', 'DTSTART;TZID=Europe/Berlin:20310325T190000', 'DURATION:PT2H', ...lines);

  test('are imported whole with their rule, if one of their dates is within the requested days', async () => {
    const text = calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=3'));
    await take(text, { days: { from: '2031-05-01', to: '2031-06-01' } });
    expect(await ours.events()).toEqual([]);
    expect(sums(await take(text, { days: { from: '2031-04-01', to: '2031-06-01' } }))).toMatchObject({
      created: 1,
    });
    const events = await ours.events();
    expect(starts(events)).toEqual(['2031-03-25 18:00:00', '2031-04-01 17:00:00', '2031-04-08 17:00:00']);
    expect(events[0]).toMatchObject({ recurrence: 'FREQ=WEEKLY;COUNT=3', timezone: 'Europe/Berlin' });
    expect(events[0]?.global_id_lineage).toEqual([expect.any(String), 'weekly']);
    expect(sums(await take(text))).toMatchObject({ created: 0, changed: 0, refused: 0 });
  });

  test('are single events if no event can follow their rule, within the days', async () => {
    // Its rule excludes the start.
    const text = calendarOf(weekly('RRULE:FREQ=WEEKLY;BYDAY=WE'));
    await take(text, { days: { from: '2031-03-26', to: '2031-04-09' } });
    expect(starts(await ours.events())).toEqual([
      ...['2031-03-26 18:00:00', '2031-04-02 17:00:00', '2031-04-09 17:00:00'],
    ]);
    await take(text, { days: { from: '2031-03-14', to: '2031-04-02' } });
    const events = await ours.events();
    expect(starts(events)).toEqual([
      ...['2031-03-25 18:00:00', '2031-03-26 18:00:00', '2031-04-02 17:00:00', '2031-04-09 17:00:00'],
    ]);
    expect(events[0]).not.toHaveProperty('recurrence_id');
  });

  test('stay single events if an earlier import stored them so', async () => {
    const text = calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=3'));
    await take(text.replace('RRULE', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=1\r\nRRULE'));
    const before = starts(await ours.events());
    expect(before).toHaveLength(4);
    expect(sums(await take(text))).toMatchObject({ created: 0, changed: 0 });
    expect(starts(await ours.events())).toEqual(before);
  });

  test("without an end continue, and apply the file's changes to all events", async () => {
    const text = calendarOf(weekly('RRULE:FREQ=MONTHLY;BYDAY=-1TU'));
    await take(text);
    const [first] = await ours.events();
    expect(first).toMatchObject({ recurrence: 'FREQ=MONTHLY;BYDAY=-1TU', start_date: '2031-03-25 19:00:00' });
    expect(await ours.events()).toHaveLength(24);
    const renamed = text.replace('SUMMARY:weekly', 'SUMMARY:Other').replace('-1TU', '4TU');
    expect(sums(await take(renamed))).toMatchObject({ changed: 1, refused: 0 });
    const events = await ours.events();
    expect(new Set(events.map(({ title }) => title))).toEqual(new Set(['Other']));
    expect(starts(events).slice(0, 3)).toEqual([
      ...['2031-03-25 18:00:00', '2031-04-22 17:00:00', '2031-05-27 17:00:00'],
    ]);
    expect(sums(await take(renamed))).toMatchObject({ created: 0, changed: 0 });
  });

  test('with a list of dates are one series', async () => {
    await take(calendarOf(weekly('RDATE;TZID=Europe/Berlin:20310402T120000,20310403T120000')));
    const events = await ours.events();
    expect(starts(events)).toEqual([
      ...['2031-03-25 18:00:00', '2031-04-02 10:00:00', '2031-04-03 10:00:00'],
    ]);
    expect(events[0]).toMatchObject({
      recurrence: '2031-03-25 19:00:00,2031-04-02 12:00:00,2031-04-03 12:00:00',
    });
  });

  test('stay deleted in a second run', async () => {
    const text = calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=4'));
    await take(text);
    const [, second] = await ours.events();
    await ours.server.request('DELETE', `/events/${second?.id}`);
    expect(sums(await take(text))).toMatchObject({ created: 0, changed: 0 });
    const more = text.replace('RRULE', 'EXDATE:20310408T170000Z\r\nRRULE');
    expect(sums(await take(more))).toMatchObject({ created: 0, changed: 1 });
    expect(starts(await ours.events())).toEqual(['2031-03-25 18:00:00', '2031-04-15 17:00:00']);
  });

  test('end as specified: by count, by an instant in UTC, by a day', async () => {
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

  test('lack excluded dates, have added dates, and keep overridden values', async () => {
    // An excluded date that was never imported does not count.
    expect(sums(await take(calendarOf(...SERIES)))).toMatchObject({ created: 4, changed: 2, refused: 0 });
    const events = await ours.events();
    expect(starts(events)).toEqual(EXPECTED);
    expect(events[3]).toMatchObject({ title: 'moved', venue: { venue: 'Elsewhere' } });
    expect(events.map(({ event_status }) => event_status)).toEqual(
      events.map(({ utc_start_date }) =>
        String(utc_start_date).startsWith('2031-04-15') ? 'canceled' : 'scheduled',
      ),
    );
    expect(events[0]?.global_id_lineage).toEqual([expect.any(String), 'weekly']);
    expect(events[3]).toMatchObject({ recurrence_id: '2031-04-08 19:00:00', is_detached: true });
    expect(events[3]?.global_id_lineage).toEqual([expect.any(String), 'weekly#20310408T170000Z']);
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(6);
    expect(sums(await take(calendarOf(...SERIES.toReversed())))).toMatchObject({ created: 0, changed: 0 });
  });

  test('move to the trash when excluded, and stay when canceled', async () => {
    await take(calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=5')));
    expect(await ours.events()).toHaveLength(5);
    expect(sums(await take(calendarOf(...SERIES)))).toMatchObject({ created: 3, changed: 3, refused: 0 });
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
    ['RRULE:FREQ=SECONDLY', 'has too many occurrences'],
    ['RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31', 'takes longer than 5 s to read'],
    ['RRULE:FREQ=NEVER', 'is not valid iCalendar'],
  ])('%s is rejected', async (rule, reason) => {
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
