import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { sampled } from '../support/sample.ts';
import { createSeededDatabase } from '../support/seeded.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { watchStatements } from '../support/statements.ts';
import { READERS } from './readers.ts';

let server: TestServer;
const ALL = '/feeds/events.ics?start_date=2000-01-01&end_date=2100-01-01';
const year = new Date().getUTCFullYear() + 1;
/** Covers clock changes in Europe, America and Australia. */
const SPRING = `/feeds/events.ics?start_date=${year}-02-20&end_date=${year}-06-10`;

interface Row {
  id: number;
  start: string;
  end: string;
}

const rows = (where = 'true'): Promise<Row[]> =>
  server.orm.em.getConnection().execute<Row[]>(
    `select id, to_char(start_utc, 'YYYY-MM-DD HH24:MI:SS') as start, to_char(end_utc, 'YYYY-MM-DD HH24:MI:SS') as end
     from event where status = 'publish' and not hide_from_listings and ${where} order by start_utc, id`,
  );

async function open(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const request = get(`${server.url}${path}`, { headers });
  const [response] = await once(request, 'response');
  return response;
}

async function wholeOf(response: IncomingMessage): Promise<{ text: string; firstAt: number }> {
  const chunks: Buffer[] = [];
  let firstAt = 0;
  for await (const chunk of response) {
    firstAt ||= performance.now();
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString(), firstAt };
}

beforeAll(async () => {
  const database = await createSeededDatabase(10_000);
  server = await startTestServer({ database });
});

afterAll(async () => {
  await server.stop();
  await server.database.drop();
});

test('10,000 events arrive in order, each once, from the start', async () => {
  const before = await rows();
  const began = performance.now();
  const { text, firstAt } = await wholeOf(await open(ALL));
  const took = performance.now() - began;
  expect(text.match(/^UID:.*(?=\r$)/gm)).toEqual(before.map(({ id }) => `UID:localhost?id=${id}`));
  expect(before.length).toBeGreaterThan(9_000);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  // Streamed, not generated before it is sent.
  expect(firstAt - began).toBeLessThan(took / 2);
});

test.each(READERS)('a thousand events have the right instants for %s', async (_name, read) => {
  const { text } = await wholeOf(await open(SPRING));
  const ids = [...text.matchAll(/^UID:localhost\?id=(\d+)/gm)].map(([, id]) => Number(id));
  expect(ids.length).toBeGreaterThan(800);
  const entries = read(text);
  const wrong = (await rows(`id in (${ids.join(', ')})`)).filter(({ id, start, end }) => {
    const event = entries.get(`localhost?id=${id}`);
    return event?.start !== start || event.end !== end;
  });
  expect(entries.size).toBe(ids.length);
  expect(wrong).toEqual([]);
});

test('an unchanged feed is not sent again, however long; a changed one is', async () => {
  const first = await open(ALL);
  const tag = first.headers.etag ?? '';
  first.destroy();
  expect(tag).toMatch(/^W\/"/);
  const again = await open(ALL, { 'if-none-match': tag });
  expect([again.statusCode, again.headers.etag]).toEqual([304, tag]);
  const other = await open(`${ALL}&search=jazz`, { 'if-none-match': tag });
  expect(other.statusCode).toBe(200);
  other.destroy();
  await server.request('POST', '/events', { title: 'New', start_date: '2031-05-01', end_date: '2031-05-01' });
  const changed = await open(ALL, { 'if-none-match': tag });
  expect(changed.statusCode).toBe(200);
  changed.destroy();
});

test('a disconnected client ends only its own feed', async () => {
  const statements = watchStatements();
  try {
    const first = await open(ALL);
    const second = wholeOf(await open(ALL));
    first.destroy();
    expect((await second).text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const pages = statements
      .seen()
      .filter(({ query }) => /order by .*start_utc/s.test(JSON.stringify(query))).length;
    // A whole feed is read in several hundred pages.
    expect(pages).toBeGreaterThan(90);
    expect(pages).toBeLessThan(150);
  } finally {
    statements.restore();
  }
});

test('short feeds are cached, and compared by their bytes', async () => {
  const path = `/feeds/events.ics?start_date=${year}-05-01&end_date=${year}-05-02`;
  const { headers } = await open(path);
  expect(headers.etag).toMatch(/^"/);
  expect((await open(path, { 'if-none-match': headers.etag ?? '' })).statusCode).toBe(304);
});

test.each(sampled('encodings of feeds', ['gzip', 'br'], 1))(
  'encoded as %s it is the same',
  async (encoding) => {
    const plain = await (
      await fetch(`${server.url}${ALL}`, { headers: { 'accept-encoding': 'identity' } })
    ).text();
    const response = await fetch(`${server.url}${ALL}`, { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toBe(plain);
  },
);

test('HEAD returns only the headers', async () => {
  const response = await fetch(`${server.url}${ALL}`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    '',
  ]);
});
