import { queryOnce } from '../../bench/support/database.ts';
import { compareResponses, compareStored } from '../../ops/crash/compare.ts';
import { Ledger } from '../../ops/crash/ledger.ts';
import { compareSeries, SeriesLedger, writeSeries } from '../../ops/crash/series.ts';
import { Writer } from '../../ops/crash/writers.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

const ledger = new Ledger();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const isStopped = (): boolean => ledger.acknowledgedCount >= 30;
  expect(await new Writer(ledger).run(server.url, isStopped)).toEqual([]);
});

afterAll(() => server.stop());

/** The differences found, as the first words of each line. */
async function compareAll(): Promise<string[]> {
  const { differences } = await compareStored(server.database.url, ledger);
  const answered = await compareResponses(server.url, server.database.url, ledger);
  return [...new Set([...differences, ...answered].map((line) => line.replace(/[:\d{].*/s, '').trim()))];
}

const newest = (): number =>
  Math.max(...[...ledger.subjects].filter(([, { trashed }]) => !trashed).map(([id]) => id));

test('finds no differences without losses', async () => {
  expect(await compareAll()).toEqual([]);
});

test('an unacknowledged write may be stored, as a whole', async () => {
  const write = { id: null, after: ledger.next() };
  ledger.unanswered.add(write);
  const silent = new Ledger();
  silent.subjects.set(0, write.after);
  const { title, category, tag, venue, organizer } = write.after;
  const body = {
    title,
    categories: category,
    tags: tag,
    venue: { venue },
    organizer: { organizer },
    start_date: '2031-05-01',
    end_date: '2031-05-01',
  };
  expect((await server.request('POST', '/events', body)).status).toBe(201);
  expect(await compareStored(server.database.url, ledger)).toEqual({ differences: [], storedUnanswered: 1 });
});

test.each([
  ['a changed title', `update event set title = 'other' where id = $1`, 'not as acknowledged'],
  [
    'an event back from the trash, or in it',
    `update event set status = 'trash' where id = $1`,
    'not as acknowledged',
  ],
  ['a lost venue', 'delete from event_venue where event_id = $1', 'incomplete record'],
  ['a lost term', 'delete from event_term where event_id = $1', 'incomplete record'],
  ['a lost event', 'delete from event where id = $1', 'lost'],
])('finds %s', async (_name, statement, words) => {
  const id = newest();
  const subject = ledger.subjects.get(id);
  await queryOnce(server.database.url, statement, [id]);
  expect((await compareAll()).some((line) => line.startsWith(words))).toBe(true);
  // The next case starts with an intact world.
  await queryOnce(server.database.url, 'delete from event where id = $1', [id]);
  ledger.subjects.delete(id);
  expect(subject).toBeDefined();
  expect(await compareAll()).toEqual([]);
});

test('finds a wrong count and a duplicate name', async () => {
  await queryOnce(
    server.database.url,
    `insert into venue (status, slug, name, name_key, search_text, author_id, published_utc, modified_utc)
    select status, slug || '-x', name, name_key, search_text, author_id, published_utc, modified_utc from venue limit 1`,
  );
  expect(await compareAll()).toContain('stored twice');
  await queryOnce(
    server.database.url,
    `update term set event_count = event_count + 1 where taxonomy = 'post_tag'`,
  );
  expect(await compareAll()).toContain('tags');
});

test('finds an incomplete, a partly renamed, a lost and an unknown series', async () => {
  const series = new SeriesLedger();
  expect(await writeSeries(server.url, series, () => series.acknowledged >= 4)).toEqual([]);
  const compare = async (): Promise<string[]> =>
    (await compareSeries(server.database.url, series)).differences.map((line) => line.replace(/:.*/s, ''));
  expect(await compare()).toEqual([]);
  const [first, second] = series.titles.keys();
  await queryOnce(server.database.url, 'delete from event where post_parent = $1 and recurrence_id = $2', [
    first,
    '2031-05-03 10:00',
  ]);
  expect(await compare()).toEqual(['incomplete series']);
  await queryOnce(server.database.url, 'delete from series where parent_id = $1', [first]);
  expect(await compare()).toEqual(['lost']);
  series.titles.delete(first ?? 0);
  await queryOnce(server.database.url, `update event set title = 'Z' where id = $1`, [second]);
  expect(await compare()).toEqual(['incomplete series']);
  series.titles.delete(second ?? 0);
  expect(await compare()).toEqual(['incomplete series', 'series not as acknowledged']);
});
