import { p } from '@mikro-orm/core';
import { type Fields, field, flag, optionalNumber, plain, title } from '../../src/domain/content/fields.ts';
import { FIELDS as event } from '../../src/domain/events/event.fields.ts';
import { FIELDS as organizer } from '../../src/domain/organizers/organizer.fields.ts';
import { FIELDS as venue } from '../../src/domain/venues/venue.fields.ts';
import { RECORD_KINDS, type RecordKind } from '../../src/lib/kinds.ts';
import { csvText } from '../../src/transfer/csv/cells.ts';
import { csvColumns, inputOf, selectionOf } from '../../src/transfer/csv/column.ts';
import { dateCellReader } from '../../src/transfer/csv/dates.ts';
import { RowCells } from '../../src/transfer/csv/row.ts';
import { tableOf } from '../../src/transfer/csv/table.ts';
import { CSV_COLUMNS } from '../../src/transfer/csv/tables.ts';
import { CONFIG, inPieces } from './calendar.ts';

const OPTIONS = { readDateCell: dateCellReader(), currency: CONFIG.settings.currency };

/** What a table of stored fields says of a record, written as CSV and read again. */
async function roundTrip(fields: Fields, record: Readonly<Record<string, unknown>>): Promise<object> {
  const columns = csvColumns('event', fields, [], {});
  const text = csvText([columns.map(({ name }) => name), columns.map(({ show }) => show(record))]);
  const [, row] = await Array.fromAsync(tableOf(inPieces(text)));
  const cells = new RowCells(
    columns.map(({ field }) => field),
    row?.cells ?? [],
  );
  return inputOf(columns, cells, OPTIONS);
}

test('a stored field that is new has a column, and comes back as it was', async () => {
  const fields = {
    title: title(),
    capacity: optionalNumber(p.integer().nullable()),
    doorCode: plain(),
    isOutdoors: flag(true),
    languages: field({ column: p.json().$type<string[]>(), read: (value: string[]) => value, initial: [] }),
    priority: field({ column: p.integer().default(0), read: (value: number) => value, initial: 0 }),
  };
  expect(selectionOf(csvColumns('event', fields, [], {}))).toBe(
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
  expect(await roundTrip(fields, record)).toEqual(record);
  const empty = { ...record, capacity: null, doorCode: '', languages: [] };
  expect(await roundTrip(fields, empty)).toEqual(empty);
});

test('its heading is made of its name, behind the columns that are listed', () => {
  const fields = { doorCode: plain(), name: title() };
  const columns = csvColumns('venue', fields, [{ key: 'name', also: ['PLACE'] }], {});
  expect(columns.map(({ name, field, also }) => [name, field, ...also])).toEqual([
    ['VENUE NAME', 'name', 'PLACE'],
    ['VENUE DOOR CODE', 'door_code'],
  ]);
});

/** Stored fields that CSV leaves out, for the reasons that stand beside their columns. */
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
  for (const names of [fields, CSV_COLUMNS[kind].flatMap(({ name, also }) => [name, ...also])])
    expect(new Set(names).size).toBe(names.length);
});
