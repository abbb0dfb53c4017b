import { parse } from 'csv-parse/sync';
import { loadConfig } from '../../src/app/config.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import type { Context } from '../../src/domain/context/context.ts';
import type { RecordKind } from '../../src/lib/kinds.ts';
import * as kinds from '../../src/lib/kinds.ts';
import { exportCalendar, exportCsv, type Pieces } from '../../src/transfer/export/export-lists.ts';
import { exportQuery } from '../../src/transfer/export/export-query.ts';
import { inSnapshot, operationsOf } from '../../src/transfer/import/operations.ts';
import { byIcalJs } from '../feeds/readers.ts';
import { failure } from '../support/context.ts';
import { replacing } from '../support/replacing.ts';
import { openWorld, type World } from '../support/world.ts';

const { settings } = loadConfig({
  DATABASE_URL: 'postgresql://x/y',
  TIMEZONE: 'Europe/Berlin',
  MAX_PER_PAGE: '3',
});
const operations = operationsOf(schemasOf(settings));
const place = { settings, site: 'https://cal.example.net', host: 'cal.example.net' };
const now = new Date('2031-03-14T12:00:00Z');
let world: World;

async function taken(make: (context: Context) => Pieces): Promise<string> {
  return inSnapshot(
    world.server.orm,
    place,
    async (context) => (await Array.fromAsync(make(context))).join(''),
    now,
  );
}
const query = (kind: RecordKind, filters: string[]): string => {
  const parsed = exportQuery(kind, filters);
  if (parsed.invalid !== null) throw new Error(parsed.invalid);
  return parsed.query;
};
const csv = (kind: RecordKind, ...filters: string[]): Promise<string> =>
  taken((context) => exportCsv(operations, kind, query(kind, filters), context));
const rows = async (kind: RecordKind, ...filters: string[]): Promise<Record<string, string>[]> =>
  parse(await csv(kind, ...filters), { columns: true });

beforeAll(async () => {
  world = await openWorld({ env: { TIMEZONE: 'Europe/Berlin' } });
  await world.make('venue', {
    venue: 'Hall, big',
    city: 'Ulm',
    geo_lat: -48.4,
    geo_lng: -9.99,
    phone: '+49 731',
  });
  const times = { timezone: 'Europe/Berlin', venue: { venue: 'Hall, big' } };
  await world.event('Long ago', '1999-05-01 10:00', times);
  await world.event('=SUM(A1:A9)', '2031-05-01 10:00', {
    ...times,
    description: '<p>One</p>\n<p>"Two"</p>',
    cost: 0,
    categories: ['Talks, long'],
    tags: ['a', 'b'],
    website: 'https://x.example/',
    organizer: [{ organizer: 'Ann, Bob' }, { organizer: 'Carl' }],
  });
  await world.make('event', {
    title: 'Night',
    start_date: '2031-10-26T01:30:00Z',
    end_date: '2031-10-26 04:00',
    ...times,
  });
  await world.make('event', {
    title: 'Whole days',
    all_day: true,
    start_date: '2031-07-02',
    end_date: '2031-07-04',
    ...times,
  });
  await world.event('Draft', '2031-06-01 10:00', { status: 'draft' });
  await world.event('Hidden', '2031-06-02 10:00', { hide_from_listings: true });
  for (let n = 1; n <= 7; n++) await world.make('organizer', { organizer: `Choir ${n}` });
});
afterAll(() => world.stop());

test('events are rows with the columns of The Events Calendar, of all days, as the public sees them', async () => {
  const [first, second, ...others] = await rows('event');
  expect(first).toMatchObject({ 'EVENT NAME': 'Long ago', 'EVENT START DATE': '1999-05-01' });
  expect(second).toMatchObject({
    'EVENT NAME': "'=SUM(A1:A9)",
    'EVENT DESCRIPTION': '<p>One</p>\n<p>"Two"</p>',
    'EVENT START DATE': '2031-05-01',
    'EVENT START TIME': '10:00:00',
    'EVENT TIME ZONE': 'Europe/Berlin',
    'ALL DAY EVENT': 'FALSE',
    'EVENT VENUE NAME': '"Hall, big"',
    'EVENT ORGANIZER NAME': '"Ann, Bob", Carl',
    'EVENT CATEGORY': '"Talks, long"',
    'EVENT TAGS': 'a, b',
    'EVENT COST': '0',
    'EVENT CURRENCY SYMBOL': '$',
    'EVENT WEBSITE': 'https://x.example/',
  });
  expect(others.map((row) => row['EVENT NAME'])).toEqual(['Whole days', 'Night']);
});

test('whole days have no time of day, and the second of two equal hours has its offset', async () => {
  const [whole, night] = await rows('event', 'start_date=2031-06-20');
  expect(whole).toMatchObject({
    'ALL DAY EVENT': 'TRUE',
    'EVENT START DATE': '2031-07-02',
    'EVENT START TIME': '',
    'EVENT END DATE': '2031-07-04',
    'EVENT END TIME': '',
  });
  expect(night).toMatchObject({ 'EVENT START TIME': '02:30:00 +01:00', 'EVENT END TIME': '04:00:00' });
});

test('the filters are those of the list, with the same errors', async () => {
  const titles = async (...filters: string[]) =>
    (await rows('event', ...filters)).map((row) => row['EVENT NAME']);
  expect(await titles('search=night')).toEqual(['Night']);
  expect(await titles('categories=talks-long', 'start_date=+1 week')).toEqual(["'=SUM(A1:A9)"]);
  expect(await titles('status=draft')).toEqual(['Draft']);
  expect(await titles('hidden=true')).toEqual(['Hidden']);
  for (const [filter, name] of [
    ['categroies=music', 'categroies'],
    ['start_date=never', 'start_date'],
    ['status=trash', 'status'],
    ['page=2', 'page'],
  ] as const)
    expect(await failure(csv('event', filter))).toMatchObject({ status: 400, problems: [name] });
  expect(exportQuery('event', ['music'])).toEqual({ invalid: 'music' });
});

test('venues and organizers, in the order of their creation', async () => {
  const [venue] = await rows('venue');
  expect(venue).toMatchObject({
    'VENUE NAME': 'Hall, big',
    'VENUE CITY': 'Ulm',
    'VENUE PHONE': "'+49 731",
    'VENUE SLUG': 'hall-big',
    // Numbers are not formulas.
    'VENUE LATITUDE': '-48.4',
    'VENUE LONGITUDE': '-9.99',
  });
  const names = (await rows('organizer')).map((row) => row['ORGANIZER NAME']);
  expect(names).toEqual(['Ann, Bob', 'Carl', ...[1, 2, 3, 4, 5, 6, 7].map((n) => `Choir ${n}`)]);
  expect(await rows('organizer', 'search=choir', 'has_events=true')).toEqual([]);
});

test('the calendar is that of the feeds, of all days', async () => {
  const text = await taken((context) => exportCalendar(operations, query('event', []), context));
  expect([...byIcalJs(text).values()].map(({ summary }) => summary)).toEqual([
    ...['Long ago', '=SUM(A1:A9)', 'Whole days', 'Night'],
  ]);
  expect(text).toContain('UID:cal.example.net?id=');
});

test('records without links from events are exported as well', async () => {
  const importing = replacing(import.meta.resolve('../../src/lib/kinds.ts'), {
    ...kinds,
    isLinked: () => false,
  });
  const lists = await importing<typeof import('../../src/transfer/export/export-lists.ts')>(
    import.meta.resolve('../../src/transfer/export/export-lists.ts'),
  );
  const text = await taken((context) => lists.exportCsv(operations, 'venue', query('venue', []), context));
  expect(text).toBe(await csv('venue'));
});
