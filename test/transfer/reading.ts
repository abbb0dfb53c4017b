import { US_DOLLAR } from '../../src/lib/currency.ts';
import { csvSource } from '../../src/transfer/csv/csv-source.ts';
import { MAX_LINE_LENGTH } from '../../src/transfer/icalendar/components.ts';
import { icsSource } from '../../src/transfer/icalendar/ics-source.ts';
import { splitLines } from '../../src/transfer/import/text-stream.ts';

/*
 * Reads a large file in the heap of Node, and prints its number of records; run by memory.ops.test.ts.
 * Arguments: the format, and the number of events.
 */

/** Only the listed columns: the schema would fill the heap. */
const contract = { inputs: new Map() };
const MANY = Number(process.argv[3]);
const TEXT = 'word '.repeat(200);
const day = (at: number): string =>
  `2031${String((at % 12) + 1).padStart(2, '0')}${String((at % 28) + 1).padStart(2, '0')}`;

async function* table(): AsyncGenerator<string> {
  yield 'title,start_date,description\n';
  for (let at = 0; at < MANY; at++) yield `Event ${at},${day(at)},"${TEXT}"\n`;
}

async function* calendar(): AsyncGenerator<string> {
  yield 'BEGIN:VCALENDAR\r\n';
  for (let at = 0; at < MANY; at++)
    yield `BEGIN:VEVENT\r\nUID:${at}\r\nSUMMARY:Event ${at}\r\nDTSTART;TZID=Europe/Berlin:${day(at)}T100000\r\nDESCRIPTION:${TEXT}\r\nEND:VEVENT\r\n`;
  yield 'BEGIN:VEVENT\r\nATTACH;ENCODING=BASE64:';
  for (let at = 0; at < MANY; at++) yield TEXT;
  yield '\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
}

const records =
  process.argv[2] === 'csv'
    ? csvSource(table(), { contract, currency: US_DOLLAR })
    : icsSource(splitLines(calendar(), MAX_LINE_LENGTH), {
        timezone: 'Europe/Berlin',
        days: { from: '2031-01-01', to: '2031-12-31' },
        venues: new Map(),
      });
let count = 0;
for await (const { kind } of records) if (kind === 'event') count++;
console.log(count);
