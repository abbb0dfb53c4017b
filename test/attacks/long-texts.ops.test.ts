import { readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import pg from 'pg';
import { sampled } from '../support/sample.ts';
import { send, times } from './graphql.ts';
import { startVictim, type Victim } from './victim.ts';

/** A hundred events with the longest possible texts: responses with them must fit into memory. */
const EVENTS = 100;
const LENGTH = 200_000;
const MEGABYTE = 1024 * 1024;
const CLIENTS = 40;
/** The memory allowed for responses while 40 clients request 20 MB each, which would be 800 MB and more. */
const ROOM = 500 * MEGABYTE;

/** In place of a status: the connection closed before the end of the response. */
const CUT = 0;

let victim: Victim;

beforeAll(async () => {
  victim = await startVictim({ env: { DEMO_DATA: 'false' } });
  const first = await victim.request(
    'POST',
    '/events',
    { title: 'Long', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00', status: 'publish' },
    victim.admin,
  );
  expect(first.status).toBe(201);
  const { id } = (await first.json()) as { id: number };
  const client = new pg.Client({ connectionString: victim.database.url });
  await client.connect();
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ',') as names from pg_attribute
     where attrelid = 'event'::regclass and attnum > 0 and not attisdropped
       and attname not in ('id', 'slug', 'description')`,
  );
  const names = rows[0]?.names ?? '';
  // Texts that compress badly, as real ones do.
  const text = `(select string_agg(md5(at::text || number), ' ') from generate_series(1, ${Math.ceil(LENGTH / 33)}) at)`;
  await client.query(
    `insert into event (slug, description, ${names})
     select 'long-' || number, left(${text}, ${LENGTH}), ${names}
     from event, generate_series(1, ${EVENTS - 1}) number where id = $1`,
    [id],
  );
  await client.query(
    `update event set description = left(repeat('a "b" ', ${LENGTH}), ${LENGTH}) where id = $1`,
    [id],
  );
  await client.end();
  const wide = { title: 'Wide', start_date: '2032-05-01', end_date: '2032-05-01', status: 'publish' };
  const made = await victim.request(
    'POST',
    '/events',
    { ...wide, description: '€'.repeat(LENGTH) },
    victim.admin,
  );
  expect(made.status).toBe(201);
});
afterAll(() => victim.stop());

/**
 * Reads a response to its end.
 * @returns the status, and the bytes as received
 */
function download(
  path: string,
  headers: Record<string, string> = {},
): Promise<[status: number, bytes: number]> {
  return new Promise((resolve, reject) => {
    request(victim.url + path, { headers, agent: false }, (answer: IncomingMessage) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.once('end', () => resolve([answer.statusCode ?? 0, bytes]));
      // The service cuts a slow reader while too many responses wait.
      answer.once('error', () => resolve([CUT, bytes]));
    })
      .once('error', reject)
      .end();
  });
}

/** The peak resident memory during some work. */
async function peakDuring(work: () => Promise<unknown>): Promise<number> {
  // Resets the system's peak value.
  await writeFile(`/proc/${victim.pid}/clear_refs`, '5');
  await work();
  const status = await readFile(`/proc/${victim.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

const WINDOW = 'start_date=2031-01-01&end_date=2031-12-31';
const LISTS = `/calendar/events/v1/events?${WINDOW}`;

const page =
  (encoding: string, perPage = EVENTS) =>
  (at: number) =>
    download(`${LISTS}&per_page=${perPage}&${encoding}=${at}`, { 'accept-encoding': encoding });

/** Requests at once, with the number of texts in each response. */
async function expectRoom(
  what: string,
  clients: number,
  ask: (at: number) => ReturnType<typeof download>,
  texts: number,
): Promise<void> {
  const before = await victim.memory();
  let seen: [number, number][] = [];
  const peak = await peakDuring(async () => {
    seen = await Promise.all(Array.from({ length: clients }, (_, at) => ask(at)));
  });
  if (process.env.FIGURES)
    console.info(
      what,
      Math.round(before / MEGABYTE),
      Math.round(peak / MEGABYTE),
      seen.map(([status]) => status).join(),
    );
  expect(peak - before).toBeLessThan(ROOM);
  // A request that waited too long may be repeated.
  expect(seen.filter(([status]) => ![200, 503, CUT].includes(status))).toEqual([]);
  expect(seen.filter(([status]) => status === 200).length).toBeGreaterThan(3);
  for (const [status, bytes] of seen)
    if (status === 200 && !what.includes(', as ')) expect(bytes).toBeGreaterThan(texts * LENGTH);
  expect(victim.isAlive).toBe(true);
}

test('pages of 49 events, large only because of their texts, are read by 200 clients at once', () =>
  expectRoom('pages of 49', 200, page('identity', 49), 49));

const DOWNLOADS: [what: string, clients: number, ask: (at: number) => ReturnType<typeof download>][] = [
  ['pages of a hundred such events', CLIENTS, page('identity')],
  ['such pages, as gzip', CLIENTS, page('gzip')],
  ['such pages, as br', CLIENTS, page('br')],
  ['feeds of them', CLIENTS / 2, (at) => download(`/feeds/events.ics?${WINDOW}&r=${at}`)],
];

test.each(sampled('downloads', DOWNLOADS, 1))('%s are read by %i clients at once', (what, clients, ask) =>
  expectRoom(what, clients, ask, EVENTS),
);

const list = (first: number, fields: string): string =>
  `events(first: ${first}, filter: { startsFrom: "2031-01-01", endsUntil: "2031-12-31" }) { nodes { ${fields} } }`;
const TOO_LARGE = 'The result is larger than the 10 MB allowed';

const TOO_LARGE_QUERIES: [string, string][] = [
  ['a page of them', `{ ${list(EVENTS, 'description')} }`],
  [
    'aliases of lists and texts',
    `{ ${times(
      9,
      (at) =>
        `a${at}: ${list(
          30,
          times(2, (one) => `b${at}${one}: description`),
        )}`,
    )} }`,
  ],
  [
    'the text of one event, often',
    `{ ${list(
      3,
      times(28, (at) => `a${at}: description`),
    )} }`,
  ],
  [
    'letters of three bytes, in few values',
    `{ event(by: { slug: "wide" }) { ${times(20, (at) => `a${at}: description`)} } }`,
  ],
  ['linked data', `{ ${list(EVENTS, 'jsonLd')} }`],
  [
    'keys that are long',
    `{ ${list(
      EVENTS,
      times(20, (at) => `${'k'.repeat(6_000)}${at}: id`),
    )} }`,
  ],
  [
    'descriptions in the schema, under long keys',
    `{ __schema { types { fields { ${times(20, (at) => `${'k'.repeat(3_000)}${at}: name`)} } } } }`,
  ],
];

test.each(sampled('too large', TOO_LARGE_QUERIES, 3))(
  'GraphQL refuses results of more than 10 MB: %s',
  async (_name, query) => {
    const before = await victim.memory();
    let answers: Awaited<ReturnType<typeof send>>[] = [];
    const peak = await peakDuring(async () => {
      answers = await Promise.all(Array.from({ length: 10 }, () => send(victim, { query }, victim.admin)));
    });
    if (process.env.FIGURES)
      console.info(
        _name,
        Math.round(before / MEGABYTE),
        Math.round(peak / MEGABYTE),
        answers[0]?.text.slice(0, 200),
      );
    for (const { status, codes, text } of answers) {
      expect([status, codes]).toEqual([400, ['QUERY_TOO_COMPLEX']]);
      expect(text).toContain(TOO_LARGE);
    }
    expect(peak - before).toBeLessThan(ROOM);
    expect(victim.isAlive).toBe(true);
  },
);

test('GraphQL returns a result just below the limit', async () => {
  const { status, codes, size } = await send(victim, { query: `{ ${list(50, 'description')} }` });
  expect([status, codes]).toEqual([200, []]);
  expect(size).toBeGreaterThan(9 * MEGABYTE);
});
