import { snakeCase } from '../../src/api/contract/params.ts';
import { FIELDS as event } from '../../src/domain/events/event.fields.ts';
import { ORGANIZER_FIELDS as organizer } from '../../src/domain/organizers/organizer.entity.ts';
import { VENUE_FIELDS as venue } from '../../src/domain/venues/venue.entity.ts';
import { RECORD_KINDS, type RecordKind } from '../../src/lib/kinds.ts';
import { csvText } from '../../src/transfer/csv/cells.ts';
import { bodyOf, type ColumnParam, csvColumns, selectionOf } from '../../src/transfer/csv/column.ts';
import { csvColumnsOf } from '../../src/transfer/csv/columns.ts';
import { dateCellReader } from '../../src/transfer/csv/dates.ts';
import { RowCells } from '../../src/transfer/csv/row.ts';
import { tableOf } from '../../src/transfer/csv/table.ts';
import { CONFIG, CONTRACT, inPieces } from './calendar.ts';

const OPTIONS = { readDateCell: dateCellReader(), currency: CONFIG.settings.currency };

type Kind = 'string' | 'float' | 'int' | 'boolean';
const param = (name: string, kind: Kind, list = false): ColumnParam => ({
  ...{ name, wire: snakeCase(name), type: { kind }, list, nonEmpty: false, required: false },
});

/** A record with these parameters, written as CSV and read again. */
async function roundTrip(
  params: readonly ColumnParam[],
  record: Readonly<Record<string, unknown>>,
): Promise<object> {
  const columns = csvColumns('event', params, [], []);
  const text = csvText([columns.map(({ name }) => name), columns.map(({ show }) => show(record))]);
  const [, row] = await Array.fromAsync(tableOf(inPieces(text)));
  const cells = new RowCells(
    columns.map(({ field }) => field),
    row?.cells ?? [],
  );
  return bodyOf(columns, cells, OPTIONS);
}

test('a new parameter has a column, and keeps its value', async () => {
  const params = [
    param('title', 'string'),
    param('capacity', 'int'),
    param('doorCode', 'string'),
    param('isOutdoors', 'boolean'),
    param('languages', 'string', true),
    param('priority', 'float'),
  ];
  expect(selectionOf(csvColumns('event', params, [], []))).toBe(
    '{ title capacity doorCode isOutdoors languages priority }',
  );
  const record = {
    title: '=Talk, "long"',
    capacity: 300,
    doorCode: '-1',
    isOutdoors: false,
    languages: ['de', 'a, b'],
    priority: -2,
  };
  const body = (of: object): object =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [snakeCase(name), value]));
  expect(await roundTrip(params, record)).toEqual(body(record));
  const empty = { ...record, capacity: null, doorCode: '', languages: [] };
  expect(await roundTrip(params, empty)).toEqual(body(empty));
});

test('its heading is derived from its name, behind the listed columns', () => {
  const params = [param('doorCode', 'string'), param('name', 'string')];
  const columns = csvColumns('venue', params, [{ key: 'name', aliases: ['PLACE'] }], []);
  expect(columns.map(({ name, field, aliases }) => [name, field, ...aliases])).toEqual([
    ['VENUE NAME', 'name', 'PLACE'],
    ['VENUE DOOR CODE', 'door_code'],
  ]);
});

const CSV_COLUMNS = csvColumnsOf(CONTRACT);
/** Stored fields that CSV omits; the reasons are next to their columns. */
const LEFT_OUT: Readonly<Record<RecordKind, readonly string[]>> = {
  event: ['postParent', 'previousStartsAt', 'lineage'],
  venue: ['lineage'],
  organizer: ['lineage'],
};

test.each(RECORD_KINDS)('every stored field of a kind has one column: %s', (kind) => {
  const stored = Object.keys({ event, venue, organizer }[kind]).filter(
    (name) => !LEFT_OUT[kind].includes(name),
  );
  const fields = CSV_COLUMNS[kind].map(({ field }) => field);
  for (const name of stored)
    expect(fields.filter((one) => one.replaceAll('_', '') === name.toLowerCase())).toHaveLength(1);
  for (const names of [fields, CSV_COLUMNS[kind].flatMap(({ name, aliases }) => [name, ...aliases])])
    expect(new Set(names).size).toBe(names.length);
});
