import type { Body, Kind } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** `date_utc` silently won over a `date` that is another instant; `date` alone meant the first of two instants. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { TIMEZONE: 'America/New_York' } });
});
afterAll(() => world.stop());

const DAY = { start_date: '2031-05-01', end_date: '2031-05-01' };
const RECORDS: [Kind, Body][] = [
  ['event', { title: 'Fair', ...DAY }],
  ['venue', { venue: 'Barn' }],
  ['organizer', { organizer: 'Club' }],
];
/** GraphQL has a single date of publication, so a contradiction is impossible. */
const CASES = RECORDS.map(([kind, fields]) => ({ kind, fields }));

/**
 * Pairs with the stored values. The clock shows the hour after 1:00 twice on 3 November, and the hour after 2:00 never
 * on 10 March.
 */
const EQUAL: [date: string | number, dateUtc: string | number, date: string, dateUtc: string][] = [
  ['2030-07-01 08:00', '2030-07-01 12:00', '2030-07-01 08:00:00', '2030-07-01 12:00:00'],
  ['2030-07-01T14:00+02:00', '2030-07-01T12:00:00Z', '2030-07-01 08:00:00', '2030-07-01 12:00:00'],
  [1_909_137_600, '1909137600', '2030-07-01 08:00:00', '2030-07-01 12:00:00'],
  ['2030-11-03 01:30:00', '2030-11-03 05:30:00', '2030-11-03 01:30:00', '2030-11-03 05:30:00'],
  ['2030-11-03 01:30:00', '2030-11-03 06:30:00', '2030-11-03 01:30:00', '2030-11-03 06:30:00'],
  ['2030-03-10 02:30:00', '2030-03-10 07:30:00', '2030-03-10 03:30:00', '2030-03-10 07:30:00'],
];
const CONTRADICTING = [
  ['2030-07-01 12:00', '2030-07-01 12:00'],
  ['2030-07-01 08:00', '2030-07-01 12:00:01'],
  ['2030-07-01T08:00Z', '2030-07-01 12:00'],
  ['2030-11-03T01:30-04:00', '2030-11-03 06:30:00'],
  ['2030-11-03 01:30:00', '2030-11-03 07:30:00'],
];

describe.each(CASES)('$kind', ({ kind, fields }) => {
  test.each(EQUAL)('%j and %j are the same instant', async (date, date_utc, shown, shownUtc) => {
    const stored = { status: 200, body: { date: shown, date_utc: shownUtc } };
    const created = await world.create('REST', kind, { ...fields, date, date_utc });
    expect(created).toMatchObject({ ...stored, status: 201 });
    const { id } = await world.make(kind, fields);
    expect(await world.change('REST', kind, id, { date, date_utc })).toMatchObject(stored);
    // Unchanged, as read.
    const { date: read, date_utc: readUtc } = await world.read(kind, id);
    expect(await world.change('REST', kind, id, { date: read, date_utc: readUtc })).toMatchObject(stored);
  });

  test.each(CONTRADICTING)('%j and %j are rejected', async (date, date_utc) => {
    const record = await world.make(kind, fields);
    const before = await world.counts();
    const refused = { status: 400, failing: ['date', 'date_utc'] };
    const created = await world.create('REST', kind, { ...fields, date, date_utc });
    const changed = await world.change('REST', kind, record.id, { date, date_utc, description: 'x' });
    for (const answer of [created, changed]) {
      expect(answer).toMatchObject(refused);
      expect(JSON.stringify(answer.body)).toContain('send only one of them');
    }
    expect(await world.counts()).toEqual(before);
    expect(await world.read(kind, record.id)).toEqual(record);
  });
});

test.each(RECORDS)('a whole %s of the second 1:30 can be sent back as read', async (kind, fields) => {
  const { id } = await world.make(kind, { ...fields, date_utc: '2030-11-03 06:30:00' });
  const record = await world.read(kind, id);
  expect(await world.change('REST', kind, id, record)).toMatchObject({ status: 200, body: record });
  expect(await world.change('REST', kind, id, { date: record.date })).toMatchObject({ body: record });
});

test('dates of a new venue inside an event are compared too', async () => {
  const venue = { venue: 'Shed', date: '2030-07-01 08:00', date_utc: '2030-07-01 08:00' };
  expect(await world.create('REST', 'event', { title: 'Fair', ...DAY, venue })).toMatchObject({
    status: 400,
  });
});

test('an invalid date is reported alone', async () => {
  const dates = { date: 'never', date_utc: '2030-07-01 08:00' };
  expect(await world.create('REST', 'venue', { venue: 'Shed', ...dates })).toMatchObject({
    status: 400,
    code: 'rest_invalid_param',
    failing: ['date'],
  });
});
