import { loadConfig } from '../../src/app/config.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import { importRecords } from '../../src/transfer/import/import-records.ts';
import { commandContext, operationsOf } from '../../src/transfer/import/operations.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import type { SourceEntry } from '../../src/transfer/import/source.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';
import { sums } from './sums.ts';

const HOST = 'ours.example.net';
const config = loadConfig({ BASE_URL: `https://${HOST}`, TIMEZONE: 'Europe/Berlin' });
const operations = operationsOf(schemasOf(config.settings));
const clock = () => new Date('2031-03-14T12:00:00Z');

let ours: TestServer;
beforeEach(async () => {
  ours = await startTestServer({ env: { BASE_URL: `https://${HOST}`, TIMEZONE: 'Europe/Berlin' }, clock });
});
afterEach(() => ours.stop());

async function* each(records: readonly SourceEntry[]): AsyncGenerator<SourceEntry> {
  yield* records;
}

/** Imports records as the command does; waits until the service has read the change log. */
async function take(records: readonly SourceEntry[], dryRun = false): Promise<Report> {
  const context = await commandContext(ours.orm, config, clock());
  const report = await importRecords(context, operations, each(records), { host: HOST, dryRun });
  await settled(ours);
  return report;
}

const get = async (path: string) => JSON.parse(await (await ours.request('GET', path)).text());
const post = async (path: string, body: object): Promise<{ id: number }> =>
  JSON.parse(await (await ours.request('POST', path, body)).text());

const TIMES = { start_date: '2031-04-01 10:00', end_date: '2031-04-01 12:00' };
const MUSIC: SourceEntry = {
  kind: 'category',
  at: '1',
  externalIds: ['5'],
  body: { name: 'Music', slug: 'music' },
};
const JAZZ: SourceEntry = {
  kind: 'category',
  at: '2',
  externalIds: ['6'],
  links: { parent: ['5'] },
  body: { name: 'Jazz' },
};
const hall = (id: number, city: string): SourceEntry => ({
  kind: 'venue',
  at: String(id),
  externalIds: [`there.example?id=${id}`],
  body: { venue: 'Hall', slug: 'hall', city },
});
const concert: SourceEntry = {
  kind: 'event',
  at: '9',
  externalIds: ['there.example?id=9', 'first.example?id=2'],
  body: { title: 'Concert', slug: 'concert', ...TIMES },
  links: { venue: ['there.example?id=8'], categories: ['6'] },
};
const ALL = [MUSIC, JAZZ, hall(7, 'Rome'), hall(8, 'Oslo'), concert];

test('records are imported with their linked records, once, and store their source', async () => {
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

test('changes of the source apply, under each of its ids', async () => {
  await take(ALL);
  const moved: SourceEntry = {
    kind: 'event',
    at: '1',
    externalIds: ['elsewhere.example?id=1', 'first.example?id=2'],
    body: { title: 'Concert, later', start_date: '2031-04-02 10:00', end_date: '2031-04-02 12:00' },
    links: { venue: [] },
  };
  expect(await take([moved])).toMatchObject({ counts: { event: { created: 0, changed: 1, unchanged: 0 } } });
  const { events } = await get('/events?start_date=2031-01-01');
  expect(events).toMatchObject([{ title: 'Concert, later', slug: 'concert', venue: [] }]);
  expect(events[0].global_id_lineage.slice(1)).toEqual([
    ...['there.example?id=9', 'first.example?id=2', 'elsewhere.example?id=1'],
  ]);
});

test("ids of other calendars are distinguished from the calendar's own ids", async () => {
  const own = await post('/events', {
    title: 'Ours',
    start_date: TIMES.start_date,
    end_date: TIMES.end_date,
  });
  const stranger: SourceEntry = {
    kind: 'event',
    at: '1',
    externalIds: [`there.example?id=${own.id}`],
    body: { title: 'Theirs', slug: 'ours', ...TIMES },
  };
  const returned: SourceEntry = {
    kind: 'event',
    at: '2',
    externalIds: ['there.example?id=77', `${HOST}?id=${own.id}`],
    body: { title: 'Ours, seen there', ...TIMES },
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

test('a slug identifies an existing record, if the other values agree', async () => {
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
    body: { title, slug, ...TIMES },
  });
  const report = await take([of(1, 'SAME', 'same'), of(2, 'Other', 'other'), of(3, 'Same', 'same')]);
  expect(report.counts.event).toEqual({ created: 2, changed: 1, unchanged: 0 });
});

test('without source ids a slug, title or name identifies a record', async () => {
  const rows: SourceEntry[] = [
    { kind: 'event', at: '1', externalIds: [], body: { title: 'By slug', slug: 'one', ...TIMES } },
    { kind: 'event', at: '2', externalIds: [], body: { title: 'By title', ...TIMES } },
    { kind: 'venue', at: '3', externalIds: [], body: { venue: 'Hall', city: 'Rome' } },
    { kind: 'venue', at: '4', externalIds: [], body: { venue: 'Hall', city: 'Oslo' } },
    { kind: 'organizer', at: '5', externalIds: [], body: { organizer: 'Ada' } },
  ];
  expect(sums(await take(rows))).toMatchObject({ created: 5 });
  expect(sums(await take(rows))).toMatchObject({ created: 0, changed: 0, unchanged: 5 });
  const renamed: SourceEntry = {
    kind: 'event',
    at: '1',
    externalIds: [],
    body: { title: 'New', slug: 'one', ...TIMES },
  };
  expect(sums(await take([renamed]))).toMatchObject({ created: 0, changed: 1 });
});

test('trashed records stay in the trash', async () => {
  await take(ALL);
  const [{ id }] = (await get('/events?start_date=2031-01-01')).events;
  const oslo = (await get('/venues?search=oslo')).venues[0];
  await ours.request('DELETE', `/events/${id}`);
  await ours.request('DELETE', `/venues/${oslo.id}`);
  expect(sums(await take(ALL))).toEqual({ created: 0, changed: 0, unchanged: 5, refused: 0 });
  expect((await get('/events?start_date=2031-01-01')).total).toBe(0);
});

test('invalid records are rejected with their reasons, and do not affect others', async () => {
  const wrong: SourceEntry = {
    kind: 'event',
    at: 'page 1',
    externalIds: ['there.example?id=1'],
    body: { title: ' ', start_date: '2031-02-30', end_date: '2031-03-01', website: 'javascript:alert(1)' },
  };
  const lost: SourceEntry = { ...concert, links: { venue: ['there.example?id=99'] } };
  const { refused, counts } = await take([wrong, lost, hall(7, 'Rome')]);
  expect(refused).toEqual([
    { kind: 'event', at: 'page 1', what: ' ', reason: expect.stringMatching(/website .*http/) },
    {
      kind: 'event',
      at: '9',
      what: 'Concert',
      reason: 'links to the venue there.example?id=99, which was not imported',
    },
  ]);
  expect(counts).toEqual({ venue: { created: 1, changed: 0, unchanged: 0 } });
});

test('a child can come before its parent', async () => {
  const child: SourceEntry = {
    kind: 'event',
    at: '1',
    externalIds: ['there.example?id=20'],
    links: { post_parent: ['there.example?id=9'] },
    body: { title: 'Part', ...TIMES },
  };
  await take([MUSIC, JAZZ, hall(8, 'Oslo'), child, concert]);
  const parent = await get('/events/by-slug/concert');
  expect(await get(`/events?start_date=2031-01-01&post_parent=${parent.id}`)).toMatchObject({
    events: [{ title: 'Part' }],
  });
  expect(sums(await take([MUSIC, JAZZ, hall(8, 'Oslo'), child, concert]))).toMatchObject({ changed: 0 });
});

test('a dry run reports the same, and stores nothing', async () => {
  expect(sums(await take(ALL, true))).toEqual({ created: 5, changed: 0, unchanged: 0, refused: 0 });
  expect([
    (await get('/events')).total,
    (await get('/venues')).total,
    (await get('/categories?hide_empty=false')).total,
  ]).toEqual([...[0, 0, 0]]);
});

test('a value that its field cannot store is rejected with its record, and the next record is stored', async () => {
  const event = (title: string, parentId: number): SourceEntry => ({
    kind: 'event',
    at: title,
    externalIds: [],
    body: { title, ...TIMES, post_parent: parentId },
  });
  const { refused, counts } = await take([
    event('Half', 1.5),
    event('Huge', 3_000_000_000),
    event('Whole', 0),
  ]);
  expect(counts.event).toMatchObject({ created: 1 });
  expect(refused.map(({ at, reason }) => `${at}: ${reason}`)).toEqual([
    'Half: parent must be a whole number',
    expect.stringMatching(/^Huge: parent must be between 0 and \d+$/),
  ]);
});
