import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { csvSource } from '../../src/transfer/csv/csv-source.ts';
import { decodeText } from '../../src/transfer/import/text-stream.ts';
import { Fetcher } from '../../src/transfer/tec-import/fetcher.ts';
import { Calendar, CONFIG, CONTRACT, inPieces } from './calendar.ts';
import { calendarOf, event, takeIcs, vevent } from './ics-files.ts';

/** Malicious files: each bad part is rejected with a sentence, and the good parts are imported. */
let ours: Calendar;
beforeAll(async () => {
  ours = await Calendar.empty();
});
afterEach(() => ours.clear());
afterAll(() => ours.stop());

const BLANKS = ' '.repeat(200_000);
const GOOD = event('Good', 'DTSTART:20310401T100000Z');
const DEEP = 5_000;

test.each([
  [
    'a rule without an end or a date',
    'DTSTART:20310401T100000Z',
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31',
  ],
  ['a rule of every second', 'DTSTART:19000101T100000Z', 'RRULE:FREQ=SECONDLY'],
  ['a start of spaces', `DTSTART:${BLANKS}`],
  ['a zone that is too long', `DTSTART;TZID=${'Europe/'.repeat(30_000)}Berlin:20310401T100000`],
  ['a duration without an end', 'DTSTART:20310401T100000Z', `DURATION:P${'9'.repeat(100_000)}D`],
  [
    'a description of three megabytes',
    ...Array.from({ length: 30 }, (_, at) => `X-${at}:${'x'.repeat(100_000)}`),
  ],
  ['nested components', ...Array.from({ length: DEEP }, () => 'BEGIN:VALARM')],
])('a calendar file with %s: the rest is imported', async (_, ...lines) => {
  const { refused, counts } = await takeIcs(ours, calendarOf(GOOD, event('Bad', ...lines)));
  expect(counts.event?.created).toBeLessThanOrEqual(2);
  expect(refused.length).toBeLessThanOrEqual(1);
  for (const { reason, at } of refused) expect(`${at}: ${reason}`).toMatch(/^line \d+: .{5,300}$/);
  expect(await ours.events('search=good')).toMatchObject([{ title: 'Good' }]);
});

test('a calendar file with a summary of spaces has an event without one', async () => {
  const { refused } = await takeIcs(
    ours,
    calendarOf(vevent('UID:a', `SUMMARY:${BLANKS}`, 'DTSTART:20310401')),
  );
  expect(refused).toMatchObject([{ reason: 'has no SUMMARY' }]);
});

const options = { contract: CONTRACT, currency: CONFIG.settings.currency };
test.each([
  ['a title of spaces', `"${BLANKS}",2031-04-01`],
  ['a date of spaces', `Bad,"${BLANKS}1"`],
  ['a time of digits', `Bad,2031-04-01 ${'1'.repeat(200_000)}:00`],
  ['many cells', `Bad,2031-04-01${',x'.repeat(100_000)}`],
  ['an unclosed quotation mark', `Bad,"2031-04-01${'x\n'.repeat(1_000_000)}`],
])('a table with %s: the rest is imported', async (_, row) => {
  const text = `title,start_date\nGood,2031-04-01\n${row}\n`;
  const { refused, counts } = await ours.take(csvSource(inPieces(text, 50_000), options));
  expect(counts).toEqual({ event: { created: 1, changed: 0, unchanged: 0 } });
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toMatch(/^.{5,300}$/);
});

test.each([
  ['in another encoding', Buffer.from('title,start_date\nCaf\xe9,2031-04-01\n', 'latin1')],
  ['in UTF-16', Buffer.from('\ufefftitle,start_date\nX,2031-04-01\n', 'utf16le')],
  ['without text', gzipSync('title,start_date')],
])('a table %s is rejected with the remedy', async (_, bytes) => {
  async function* file(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  await expect(ours.take(csvSource(decodeText(file()), options))).rejects.toThrow(
    /is not text in utf-8; set its encoding with --encoding/,
  );
});

test('a site that responds with a decompression bomb is aborted', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const fetcher = new Fetcher({ allowPrivate: true });
  await expect(fetcher.json(new URL(`http://127.0.0.1:${port}/`))).rejects.toThrow(
    /responds with more than \d+ bytes/,
  );
  fetcher.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
