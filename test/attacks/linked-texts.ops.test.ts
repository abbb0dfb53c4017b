import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { startVictim, type Victim } from './victim.ts';

/** Long texts in every event of a page, through the records that the event embeds. */
const EVENTS = 50;
const ORGANIZERS = 20;
const LENGTH = 200_000;
/** This many events, with all organizers, are just below the response limit of 20 million characters. */
const ALLOWED = 5;
const CLIENTS = 40;
const [MANY_EVENTS, MOST_ORGANIZERS] = [10, 100];
const MEGABYTE = 1024 * 1024;
/** The memory allowed for a refused response: its events and organizers, once; all would be 200 MB. */
const ROOM_REFUSED = 150 * MEGABYTE;
/** The memory allowed for fields that are not selected; reading them would take 200 MB. */
const ROOM_UNREAD = 80 * MEGABYTE;
/** The memory allowed for simultaneous responses; 40 of 20 MB would be 800 MB, and more during serialization. */
const ROOM = 500 * MEGABYTE;
const WINDOW = 'start_date=2031-01-01&end_date=2031-12-31';

let victim: Victim;
let first: number;

beforeAll(async () => {
  victim = await startVictim({ env: { DEMO_DATA: 'false' } });
  const post = async (path: string, body: object): Promise<number> => {
    const response = await victim.request('POST', path, body, victim.admin);
    expect(response.status).toBe(201);
    return ((await response.json()) as { id: number }).id;
  };
  const organizer: number[] = [];
  for (let at = 0; at < ORGANIZERS; at++)
    organizer.push(await post('/organizers', { organizer: `Organizer ${at}`, status: 'publish' }));
  for (let at = 0; at < EVENTS; at++) {
    const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
    const id = await post('/events', { title: `Event ${at}`, ...dates, status: 'publish', organizer });
    first ??= id;
  }
  const client = new pg.Client({ connectionString: victim.database.url });
  await client.connect();
  await client.query('update organizer set description = repeat($1, $2)', ['organizer ', LENGTH / 10]);
  await client.end();
  // Drops the cached responses of the organizer.
  await victim.request(
    'POST',
    `/organizers/${organizer[0]}`,
    { website: 'https://example.org' },
    victim.admin,
  );
});
afterAll(() => victim.stop());

interface Peak<T> {
  readonly result: T;
  /** Growth of the resident memory, in bytes. */
  readonly growth: number;
}

async function measured<T>(work: () => Promise<T>): Promise<Peak<T>> {
  const before = await victim.memory();
  await writeFile(`/proc/${victim.pid}/clear_refs`, '5');
  const result = await work();
  const status = await readFile(`/proc/${victim.pid}/status`, 'utf8');
  const growth = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024 - before;
  if (process.env.FIGURES)
    console.info(expect.getState().currentTestName, Math.round(growth / MEGABYTE), 'MB');
  return { result, growth };
}

const list = (query: string): Promise<Response> => victim.request('GET', `/events?${WINDOW}&${query}`);
const sizeOf = async (response: Response): Promise<number> => (await response.arrayBuffer()).byteLength;

test('a page that repeats long texts 1,000 times is refused before it is built', async () => {
  const { result, growth } = await measured(() => list(`per_page=${EVENTS}`));
  expect(result.status).toBe(400);
  expect(await result.json()).toEqual({
    code: 'answer_too_large',
    message:
      'The response has more than the 20,480,000 characters allowed. Request fewer records with a smaller per_page, ' +
      'or fewer fields with _fields, without the descriptions of linked records: _fields=id,title,start_date,venue.venue,organizer.organizer. In a list, each name begins with "events.", as in events.title.',
    data: { status: 400 },
  });
  expect(growth).toBeLessThan(ROOM_REFUSED);
});

describe('a page that is linked to 1,000 long texts', () => {
  beforeAll(async () => {
    const dates = { start_date: '2033-05-01 10:00', end_date: '2033-05-01 12:00' };
    for (let at = 0; at < MANY_EVENTS; at++)
      await victim.request(
        'POST',
        '/events',
        { title: `Fair ${at}`, ...dates, status: 'publish' },
        victim.admin,
      );
    // By SQL, because clients would have to send 200 MB.
    const client = new pg.Client({ connectionString: victim.database.url });
    await client.connect();
    await client.query(
      `insert into organizer overriding system value
       select (jsonb_populate_record(one, jsonb_build_object('id', 100000 + n, 'slug', 'copy-' || n))).*
       from organizer one, generate_series(1, $1) n where one.id = (select min(id) from organizer)`,
      [MANY_EVENTS * MOST_ORGANIZERS],
    );
    await client.query(
      `insert into event_organizer (event_id, organizer_id, position)
       select event.id, 100000 + $1 * (dense_rank() over (order by event.id) - 1) + n, n
       from event, generate_series(1, $1) n where start_utc > '2033-01-01' order by event.id, n`,
      [MOST_ORGANIZERS],
    );
    await client.end();
  });

  test('is refused before they are read', async () => {
    const { result, growth } = await measured(() =>
      victim.request('GET', '/events?start_date=2033-01-01&end_date=2033-12-31'),
    );
    expect(await result.json()).toMatchObject({ code: 'answer_too_large' });
    expect(growth).toBeLessThan(ROOM_UNREAD);
  });

  test('is returned without the organizers', async () => {
    const window = 'start_date=2033-01-01&end_date=2033-12-31';
    const one = await victim.request('GET', `/events?${window}&per_page=1`);
    expect(await one.json()).toMatchObject({ code: 'answer_too_large' });
    const titles = await victim.request('GET', `/events?${window}&per_page=100&_fields=events.title`);
    expect((await titles.json()).events).toHaveLength(MANY_EVENTS);
  });
});

test('the remedy in the error message works', async () => {
  const one = await victim.request('GET', `/events/${first}`);
  const { code, message } = (await one.json()) as { code: string; message: string };
  expect(code).toBe('answer_too_large');
  const named = /_fields=(\S+)\. In a list/.exec(message)?.[1]?.split(',') ?? [];
  expect(named).toContain('organizer.organizer');
  const names = await victim.request('GET', `/events/${first}?_fields=${named}`);
  expect(JSON.stringify(await names.json())).toContain(`Organizer ${ORGANIZERS - 1}`);
  const smaller = await list(`per_page=${ALLOWED}`);
  expect(smaller.status).toBe(200);
  expect(await sizeOf(smaller)).toBeGreaterThan(ALLOWED * ORGANIZERS * LENGTH);
  const fields = await list(`per_page=${EVENTS}&_fields=${named.map((name) => `events.${name}`)}`);
  expect(fields.status).toBe(200);
  expect(JSON.stringify(await fields.json())).toContain(`Organizer ${ORGANIZERS - 1}`);
});

test('many clients read pages just below the limit at once', async () => {
  const { result, growth } = await measured(() =>
    Promise.all(
      Array.from({ length: CLIENTS }, async (_, at): Promise<[number, number]> => {
        const response = await list(`per_page=${ALLOWED}&client=${at}`);
        return [response.status, await sizeOf(response)];
      }),
    ),
  );
  // A request that waited too long may be repeated.
  expect(result.filter(([status]) => status !== 200 && status !== 503)).toEqual([]);
  expect(result.filter(([, size]) => size > ALLOWED * ORGANIZERS * LENGTH).length).toBeGreaterThan(3);
  expect(growth).toBeLessThan(ROOM);
  expect(victim.isAlive).toBe(true);
});
