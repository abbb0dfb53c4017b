import { loadConfig } from '../../src/app/config.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import { importRecords } from '../../src/transfer/import/import-records.ts';
import { commandContext, Operations } from '../../src/transfer/import/operations.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import type { SourceEntry } from '../../src/transfer/import/source-records.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';
import { sums } from './sums.ts';

const HOST = 'ours.example.net';
const config = loadConfig({ BASE_URL: `https://${HOST}`, TIMEZONE: 'Europe/Berlin' });
const operations = new Operations(schemasOf(config.settings));
const clock = () => new Date('2031-03-14T12:00:00Z');

let ours: TestServer;
beforeEach(async () => {
  ours = await startTestServer({ env: { BASE_URL: `https://${HOST}`, TIMEZONE: 'Europe/Berlin' }, clock });
});
afterEach(() => ours.stop());

async function* each(records: readonly SourceEntry[]): AsyncGenerator<SourceEntry> {
  yield* records;
}

/** Imports records as the command does; waits until the service has read the log of changes. */
async function take(records: readonly SourceEntry[], dryRun = false): Promise<Report> {
  const context = await commandContext(ours.orm, config, clock());
  const report = await importRecords(context, operations, each(records), { host: HOST, dryRun });
  await settled(ours);
  return report;
}

const get = async (path: string) => JSON.parse(await (await ours.request('GET', path)).text());
const post = async (path: string, body: object): Promise<{ id: number }> =>
  JSON.parse(await (await ours.request('POST', path, body)).text());

const TIMES = { startDate: '2031-04-01 10:00', endDate: '2031-04-01 12:00' };
const MUSIC: SourceEntry = { kind: 'category', at: '1', key: '5', input: { name: 'Music', slug: 'music' } };
const JAZZ: SourceEntry = { kind: 'category', at: '2', key: '6', parent: '5', input: { name: 'Jazz' } };
const hall = (id: number, city: string): SourceEntry => ({
  kind: 'venue',
  at: String(id),
  externalIds: [`there.example?id=${id}`],
  input: { name: 'Hall', slug: 'hall', city },
});
const concert: SourceEntry = {
  kind: 'event',
  at: '9',
  externalIds: ['there.example?id=9', 'first.example?id=2'],
  input: { title: 'Concert', slug: 'concert', ...TIMES },
  venues: ['there.example?id=8'],
  categories: ['6'],
};
const ALL = [MUSIC, JAZZ, hall(7, 'Rome'), hall(8, 'Oslo'), concert];

test('records come with what they name, once, and say where they were', async () => {
  expect(sums(await take(ALL))).toEqual({ created: 5, changed: 0, unchanged: 0, refused: 0 });
  const { events } = await get('/events?start_date=2031-01-01');
  expect(events).toMatchObject([
    {
      title: 'Concert',
      start_date: '2031-04-01 10:00:00',
      timezone: 'Europe/Berlin',
      global_id_lineage: [expect.stringMatching(HOST), 'there.example?id=9', 'first.example?id=2'],
      venue: { venue: 'Hall', city: 'Oslo', slug: 'hall-2' },
      categories: [{ name: 'Jazz', parent: expect.any(Number) }],
    },
  ]);
  const modified = events[0].modified_utc;
  expect(sums(await take(ALL))).toEqual({ created: 0, changed: 0, unchanged: 5, refused: 0 });
  expect((await get('/events?start_date=2031-01-01')).events[0].modified_utc).toBe(modified);
  expect((await get('/venues')).total).toBe(2);
});

test('what has changed there changes here, by whichever name it is known', async () => {
  await take(ALL);
  const moved: SourceEntry = {
    kind: 'event',
    at: '1',
    externalIds: ['elsewhere.example?id=1', 'first.example?id=2'],
    input: { title: 'Concert, later', startDate: '2031-04-02 10:00', endDate: '2031-04-02 12:00' },
    venues: [],
  };
  expect(await take([moved])).toMatchObject({ counts: { event: { created: 0, changed: 1, unchanged: 0 } } });
  const { events } = await get('/events?start_date=2031-01-01');
  expect(events).toMatchObject([{ title: 'Concert, later', slug: 'concert', venue: [] }]);
  expect(events[0].global_id_lineage.slice(1)).toEqual([
    ...['there.example?id=9', 'first.example?id=2', 'elsewhere.example?id=1'],
  ]);
});

test('ids of other calendars are not taken for ours, and our own come home', async () => {
  const own = await post('/events', { title: 'Ours', start_date: TIMES.startDate, end_date: TIMES.endDate });
  const stranger: SourceEntry = {
    kind: 'event',
    at: '1',
    externalIds: [`there.example?id=${own.id}`],
    input: { title: 'Theirs', slug: 'ours', ...TIMES },
  };
  const returned: SourceEntry = {
    kind: 'event',
    at: '2',
    externalIds: ['there.example?id=77', `${HOST}?id=${own.id}`],
    input: { title: 'Ours, seen there', ...TIMES },
  };
  const report = await take([stranger, returned]);
  expect(report.counts.event).toEqual({ created: 1, changed: 1, unchanged: 0 });
  expect(await get(`/events/${own.id}`)).toMatchObject({
    title: 'Ours, seen there',
    slug: 'ours',
    global_id_lineage: [`${HOST}?id=${own.id}`, 'there.example?id=77'],
  });
  expect(await get('/events/by-slug/ours-2')).toMatchObject({ title: 'Theirs' });
});

test('a slug leads to what it names here, if all else agrees', async () => {
  await post('/events', {
    title: 'Same',
    slug: 'same',
    start_date: '2031-04-01 10:00',
    end_date: '2031-04-01 12:00',
  });
  await post('/events', { title: 'Other', slug: 'other', start_date: '2031-05-01', end_date: '2031-05-01' });
  const of = (id: number, title: string, slug: string): SourceEntry => ({
    kind: 'event',
    at: String(id),
    externalIds: [`there.example?id=${id}`],
    input: { title, slug, ...TIMES },
  });
  const report = await take([of(1, 'SAME', 'same'), of(2, 'Other', 'other'), of(3, 'Same', 'same')]);
  expect(report.counts.event).toEqual({ created: 2, changed: 1, unchanged: 0 });
});

test('a source without ids knows records by their slugs, or by what they are called', async () => {
  const rows: SourceEntry[] = [
    { kind: 'event', at: '1', externalIds: [], input: { title: 'By slug', slug: 'one', ...TIMES } },
    { kind: 'event', at: '2', externalIds: [], input: { title: 'By title', ...TIMES } },
    { kind: 'venue', at: '3', externalIds: [], input: { name: 'Hall', city: 'Rome' } },
    { kind: 'venue', at: '4', externalIds: [], input: { name: 'Hall', city: 'Oslo' } },
    { kind: 'organizer', at: '5', externalIds: [], input: { name: 'Ada' } },
  ];
  expect(sums(await take(rows))).toMatchObject({ created: 5 });
  expect(sums(await take(rows))).toMatchObject({ created: 0, changed: 0, unchanged: 5 });
  const renamed: SourceEntry = {
    kind: 'event',
    at: '1',
    externalIds: [],
    input: { title: 'New', slug: 'one', ...TIMES },
  };
  expect(sums(await take([renamed]))).toMatchObject({ created: 0, changed: 1 });
});

test('what is in the trash here stays there', async () => {
  await take(ALL);
  const [{ id }] = (await get('/events?start_date=2031-01-01')).events;
  const oslo = (await get('/venues?search=oslo')).venues[0];
  await ours.request('DELETE', `/events/${id}`);
  await ours.request('DELETE', `/venues/${oslo.id}`);
  expect(sums(await take(ALL))).toEqual({ created: 0, changed: 0, unchanged: 5, refused: 0 });
  expect((await get('/events?start_date=2031-01-01')).total).toBe(0);
});

test('what cannot be stored is refused with its reasons, and takes nothing along', async () => {
  const wrong: SourceEntry = {
    kind: 'event',
    at: 'page 1',
    externalIds: ['there.example?id=1'],
    input: { title: ' ', startDate: '2031-02-30', endDate: '2031-03-01', website: 'javascript:alert(1)' },
  };
  const lost: SourceEntry = { ...concert, venues: ['there.example?id=99'], categories: [] };
  const { refused, counts } = await take([wrong, lost, hall(7, 'Rome')]);
  expect(refused).toEqual([
    { kind: 'event', at: 'page 1', what: ' ', reason: expect.stringMatching(/website .*http/) },
    {
      kind: 'event',
      at: '9',
      what: 'Concert',
      reason: 'names the venue there.example?id=99, which has not come',
    },
  ]);
  expect(counts).toEqual({ venue: { created: 1, changed: 0, unchanged: 0 } });
});

test('a child can come before its parent', async () => {
  const child: SourceEntry = {
    kind: 'event',
    at: '1',
    externalIds: ['there.example?id=20'],
    parent: 'there.example?id=9',
    input: { title: 'Part', ...TIMES },
  };
  await take([MUSIC, JAZZ, hall(8, 'Oslo'), child, concert]);
  const parent = await get('/events/by-slug/concert');
  expect(await get(`/events?start_date=2031-01-01&post_parent=${parent.id}`)).toMatchObject({
    events: [{ title: 'Part' }],
  });
  expect(sums(await take([MUSIC, JAZZ, hall(8, 'Oslo'), child, concert]))).toMatchObject({ changed: 0 });
});

test('a dry run tells the same, and stores nothing', async () => {
  expect(sums(await take(ALL, true))).toEqual({ created: 5, changed: 0, unchanged: 0, refused: 0 });
  expect([
    (await get('/events')).total,
    (await get('/venues')).total,
    (await get('/categories?hide_empty=false')).total,
  ]).toEqual([...[0, 0, 0]]);
});

test('a value that its field cannot hold is refused with its record, and the next one is stored', async () => {
  const event = (title: string, parentId: number): SourceEntry => ({
    kind: 'event',
    at: title,
    externalIds: [],
    input: { title, ...TIMES, parentId },
  });
  const { refused, counts } = await take([
    event('Half', 1.5),
    event('Huge', 3_000_000_000),
    event('Whole', 0),
  ]);
  expect(counts.event).toMatchObject({ created: 1 });
  expect(refused.map(({ at, reason }) => `${at}: ${reason}`)).toEqual([
    'Half: parentId Int cannot represent non-integer value: 1.5',
    'Huge: parentId Int cannot represent non 32-bit signed integer value: 3000000000',
  ]);
});
