import { icsSource } from '../../src/transfer/icalendar/ics-source.ts';
import { recordName, type SourceEntry } from '../../src/transfer/import/source.ts';
import { splitLines } from '../../src/transfer/import/text-stream.ts';
import { inPieces } from '../transfer/calendar.ts';
import { calendarOf, event } from '../transfer/ics-files.ts';

const DAYS = { from: '2031-01-01', to: '2032-01-01' };

/** The entries of a calendar file. */
async function entries(...lines: string[]): Promise<SourceEntry[]> {
  const text = inPieces(calendarOf(...lines), 4_096);
  const records: SourceEntry[] = [];
  for await (const one of icsSource(splitLines(text), { timezone: 'UTC', days: DAYS, venues: new Map() }))
    records.push(one);
  return records;
}

/** The same, as titles or as reasons for unreadable entries. */
const read = async (...lines: string[]): Promise<string[]> =>
  (await entries(...lines)).map((one) => (one.kind === 'unreadable' ? one.reason : recordName(one)));

const timed = async <T>(work: () => Promise<T>): Promise<[T, seconds: number]> => {
  const since = performance.now();
  return [await work(), (performance.now() - since) / 1000];
};

const GOOD = event('good', 'DTSTART:20310401T100000Z');
const MANY = 35_000;

test('an EXDATE that is a day excludes all events that start on it', async () => {
  const said = await entries(
    event(
      'a',
      'DTSTART:20310401T100000Z',
      'RDATE:20310401T120000Z,20310402T120000Z',
      'EXDATE;VALUE=DATE:20310401',
    ),
  );
  expect(said).toMatchObject([
    {
      body: {
        recurrence: ['2031-04-01 10:00:00', '2031-04-01 12:00:00', '2031-04-02 12:00:00'],
        recurrence_exceptions: ['2031-04-01 10:00:00', '2031-04-01 12:00:00'],
      },
    },
  ]);
});

test('many added and as many excluded dates are read within the limit', async () => {
  const local = (at: number): string =>
    new Date(Date.UTC(2029, 0, 1) + at * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '');
  const rdates = Array.from({ length: MANY }, (_, at) => `RDATE:${local(at)}`);
  const exdates = Array.from({ length: MANY }, () => 'EXDATE;VALUE=DATE:20280101');
  expect(
    await read(event('long', 'DTSTART:20310401T100000Z', rdates.join('\r\n'), exdates.join('\r\n')), GOOD),
  ).toEqual(['good', 'long']);
});

test('an event or a zone that takes too long is rejected once, and others are read', async () => {
  const zone = [
    ...['BEGIN:VTIMEZONE', 'TZID:Never', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100'],
    ...['TZOFFSETTO:+0200', 'RRULE:FREQ=SECONDLY', 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:19700601T000000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
    ...['END:DAYLIGHT', 'END:VTIMEZONE'],
  ];
  const [said, seconds] = await timed(() =>
    read(
      ...zone,
      event('a', 'DTSTART;TZID=Never:20310401T100000'),
      event('b', 'DTSTART;TZID=Never:20310401T100000'),
      GOOD,
    ),
  );
  expect(said).toEqual([
    'takes longer than 5 s to read',
    'has a time in a zone whose definition cannot be read',
    'good',
  ]);
  expect(seconds).toBeLessThan(15);
});

test('an endless zone name takes no time', async () => {
  const tzid = `${'Aa/'.repeat(99_000)}!`;
  const said = await read(event('bad', `DTSTART;TZID=${tzid}:20310401T100000`), GOOD);
  expect(said).toEqual([
    'good',
    expect.stringMatching(/^has a time in the unknown zone "(?:Aa\/){19,20}.{0,3}…"/),
  ]);
});

test.each([
  [
    'an invalid offset',
    [
      'BEGIN:VTIMEZONE',
      'TZID:Q',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:abc',
      'END:STANDARD',
      'END:VTIMEZONE',
    ],
    'is not a valid time zone',
  ],
  [
    'a duration beyond all years',
    [event('bad', 'DTSTART:20310401T100000Z', 'DURATION:P999999999D')],
    'has times outside the calendar',
  ],
  [
    'a text as a time',
    [event('bad', 'DTSTART:Am 1. Januar 2031 um 10')],
    'has a DTSTART that is not a time: use the form 20310401T183000',
  ],
  [
    'a text as a day',
    [event('bad', 'DTSTART;VALUE=DATE:1.1.2031')],
    'has a DTSTART that is not a date: use the form 20310401',
  ],
])('%s: rejected with a readable message, and others are read', async (_what, lines, reason) => {
  expect(await read(...lines, GOOD)).toEqual([reason, 'good']);
});
