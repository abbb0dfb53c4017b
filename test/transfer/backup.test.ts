import { loadConfig } from '../../src/app/config.ts';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { type Orm, openOrm } from '../../src/platform/postgres/orm.ts';
import { exportJson } from '../../src/transfer/backup/export-json.ts';
import { restore } from '../../src/transfer/backup/restore.ts';
import { commandContext } from '../../src/transfer/import/operations.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { sums } from './sums.ts';

const HOST = 'cal.example.net';
const clock = () => new Date('2031-03-14T12:00:00Z');

const opened: { orm: Orm; database: TestDatabase }[] = [];
let source: TestServer;
let saved: string[];

/** An empty calendar. */
async function empty(): Promise<Orm> {
  const database = await createTestDatabase();
  const orm = await openOrm(database.url, 1, DATABASE_SCHEMA.entities);
  opened.push({ orm, database });
  return orm;
}

async function save(orm: Orm, host: string | null = HOST): Promise<string[]> {
  const lines: string[] = [];
  await exportJson(orm.em.fork(), host, async (line) => void lines.push(JSON.stringify(line)));
  return lines;
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const restored = async (orm: Orm, lines: readonly string[], dryRun = false): Promise<Report> =>
  restore(await commandContext(orm, loadConfig({})), each(lines), { host: HOST, dryRun });

const post = async (path: string, body: object): Promise<{ id: number }> => {
  const response = await source.request('POST', path, body);
  expect(response.status).toBe(201);
  return JSON.parse(await response.text());
};

const TIMES = { start_date: '2031-04-01 10:00', end_date: '2031-04-01 12:00' };

/** One of everything that is easily lost: the trash and what hangs on it, drafts, instants, trees, orders. */
beforeAll(async () => {
  source = await startTestServer({ env: { BASE_URL: `https://${HOST}`, TIMEZONE: 'Europe/Berlin' }, clock });
  const music = await post('/categories', { name: 'Music', description: '<b>Loud</b>' });
  await post('/categories', { name: 'Jazz', parent: music.id });
  const hall = await post('/venues', { venue: 'Hall', city: 'Rome', geo_lat: 41.9, geo_lng: 12.5 });
  const closed = await post('/venues', { venue: 'Closed', image: 'https://img.example/closed.png' });
  const second = await post('/organizers', { organizer: 'Second', email: 'b@example.net' });
  const first = await post('/organizers', { organizer: 'First', status: 'draft' });
  const festival = await post('/events', {
    title: 'Festival & "Fair"',
    all_day: true,
    start_date: '2031-07-02',
    end_date: '2031-07-04',
    categories: ['jazz'],
    tags: ['open air'],
    cost: '10 - 20 EUR',
    image: 'https://img.example/f.jpg',
    venue: [closed.id, hall.id],
    organizer: [first.id, second.id],
    featured: true,
  });
  const part = await post('/events', {
    ...TIMES,
    title: 'Part',
    post_parent: festival.id,
    hide_from_listings: true,
    event_status: 'postponed',
    event_status_reason: 'Storm',
    virtual_url: 'https://meet.example/?a=1&b=2',
  });
  await source.request('PATCH', `/events/${part.id}`, { start_date: '2031-04-01 11:00' });
  await post('/events', { ...TIMES, title: 'Undated', status: 'draft' });
  await post('/events', { ...TIMES, title: 'Later', date: '2031-05-01 00:00:00' });
  // The second of the two hours that the clock shows twice.
  const night = { start_date: '2031-10-26T01:30:00Z', end_date: '2031-10-26T02:30:00Z' };
  await post('/events', { title: 'Night', timezone: 'Europe/Berlin', ...night });
  const gone = await post('/events', { ...TIMES, title: 'Gone' });
  await source.request('DELETE', `/events/${gone.id}`);
  const course = {
    ...TIMES,
    title: 'Course',
    recurrence: 'FREQ=WEEKLY;COUNT=4',
    recurrence_exceptions: ['2031-04-15'],
  };
  const { id } = await post('/events', course);
  await source.request('PATCH', `/events/by-slug/course-2031-04-08`, { start_date: '2031-04-08 09:00' });
  await source.request('DELETE', `/events/${id}`);
  await post('/events', { ...TIMES, title: 'Open', recurrence: 'FREQ=YEARLY' });
  await post('/events', { ...TIMES, title: 'Dates', recurrence: ['2031-04-03'] });
  await source.request('DELETE', `/venues/${closed.id}`);
  await source.graphql(
    'mutation { createUser(input: { login: "amy", role: AUTHOR, name: "Amy A." }) { id } }',
  );
  saved = await save(source.orm);
});
afterAll(async () => {
  await source.stop();
  for (const { orm, database } of opened) {
    await orm.close();
    await database.drop();
  }
});

test('a backup that is restored is the same calendar, and saved again the same file', async () => {
  const copy = await empty();
  expect(sums(await restored(copy, saved))).toEqual({
    created: saved.length - 1,
    changed: 0,
    unchanged: 0,
    refused: 0,
  });
  expect(await save(copy)).toEqual(saved);
});

test('everything is in it, and no secrets', () => {
  const titles = saved.map((line) => /"(?:title|name|login)":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1]);
  expect(titles.slice(1)).toEqual([
    ...['admin', 'amy', 'Music', 'Jazz', 'open air', 'Hall', 'Closed', 'Second', 'First'],
    ...['Festival & \\"Fair\\"', 'Part', 'Undated', 'Later', 'Night', 'Gone'],
    ...['Course', 'Course', 'Course', 'Open', 'Open', 'Dates', 'Dates', undefined, undefined, undefined],
  ]);
  expect(saved.join('\n')).not.toMatch(/hash|password/i);
});

test('links are in the order of the event, also those to what lies in the trash', () => {
  const ids = new Map(
    saved.map((line) => JSON.parse(line)).map(({ fields, name, id }) => [fields?.name ?? name, id]),
  );
  const { venues, organizers, terms } = JSON.parse(saved.find((line) => line.includes('Festival')) ?? '');
  expect(venues).toEqual([ids.get('Closed'), ids.get('Hall')]);
  expect(organizers).toEqual([ids.get('First'), ids.get('Second')]);
  expect(terms).toEqual([ids.get('Jazz'), ids.get('open air')]);
});

test('a second run changes nothing, here nor there', async () => {
  const copy = await empty();
  await restored(copy, saved);
  const all = { created: 0, changed: 0, unchanged: saved.length - 1, refused: 0 };
  expect(sums(await restored(copy, saved))).toEqual(all);
  expect(sums(await restored(source.orm, saved))).toEqual(all);
  expect(await save(copy)).toEqual(saved);
});

test('what has been lost since comes back as it was', async () => {
  const copy = await empty();
  await restored(copy, saved);
  const { em } = copy;
  await em.fork().execute(`delete from event where title = 'Part'; update venue set name = 'Hal', city = ''`);
  expect(sums(await restored(copy, saved))).toMatchObject({ created: 1, changed: 2, refused: 0 });
  expect(await save(copy)).toEqual(saved);
});

test('one that is broken off and run again ends equal', async () => {
  const copy = await empty();
  async function* broken(): AsyncGenerator<string> {
    yield* saved.slice(0, 12);
    throw new Error('killed');
  }
  const context = await commandContext(copy, loadConfig({}));
  await expect(restore(context, broken(), { host: HOST })).rejects.toThrow('killed');
  await restored(copy, saved);
  expect(await save(copy)).toEqual(saved);
});

test('a dry run tells the same, and stores nothing', async () => {
  const copy = await empty();
  const before = await save(copy, HOST);
  expect(sums(await restored(copy, saved, true))).toMatchObject({ created: saved.length - 1, refused: 0 });
  expect((await save(copy, HOST)).slice(1)).toEqual(before.slice(1));
});

test('into another calendar everything comes once, under new ids, and says where it was', async () => {
  const other = await startTestServer({ clock });
  try {
    const made = await other.request('POST', '/venues', { venue: 'Ours' });
    const ours: { id: number } = JSON.parse(await made.text());
    const first = await restored(other.orm, saved);
    expect(sums(first)).toMatchObject({ changed: 0, refused: 0 });
    const again = sums(await restored(other.orm, saved));
    expect(again).toMatchObject({ created: 0, changed: 0 });
    const list = '/events?start_date=2031-01-01&search=festival';
    const { events } = JSON.parse(await (await other.request('GET', list)).text());
    const [line = ''] = saved.filter((text) => text.includes('Festival'));
    const { id }: { id: number } = JSON.parse(line);
    expect(events).toMatchObject([
      {
        global_id_lineage: [expect.any(String), `${HOST}?id=${id}`],
        title: 'Festival & "Fair"',
        cost: '10 – 20 EUR',
        all_day: true,
        featured: true,
        image: { url: 'https://img.example/f.jpg' },
        venue: { venue: 'Hall', city: 'Rome' },
        organizer: [{ organizer: 'First' }, { organizer: 'Second' }],
        categories: [{ name: 'Jazz' }],
      },
    ]);
    const venue = JSON.parse(await (await other.request('GET', `/venues/${ours.id}`)).text());
    expect(venue).toMatchObject({ venue: 'Ours' });
  } finally {
    await other.stop();
  }
});

test('a line that is wrong is refused with its reason, and the others come', async () => {
  const copy = await empty();
  const lines = saved.map((line) =>
    line
      .replace('"2031-10-26 01:30:00"', '"2031-02-30 01:30:00"')
      .replace('https://img.example/closed.png', 'javascript:alert(1)')
      .replace('<b>Loud</b>', '<script>alert(1)</script><b>Loud</b>'),
  );
  const { refused, counts } = await restored(copy, [...lines, 'nonsense']);
  expect(refused.map(({ reason }) => reason)).toEqual([
    'image Use an absolute address that starts with http:// or https://.',
    expect.stringContaining('names a venue with the id'),
    'startUtc is not a date',
    'is not JSON',
  ]);
  expect(counts).toMatchObject({ venue: { created: 1 }, event: { created: 11 } });
  expect((await save(copy)).join('\n')).not.toContain('<script');
  const [part] = (await save(copy)).filter((line) => line.includes('"title":"Part"'));
  expect(JSON.parse(part ?? '')).toMatchObject({ fields: { postParent: 0 } });
  await expect(restored(copy, ['{"kind":"user"}'])).rejects.toThrow();
  await expect(restored(copy, saved.slice(1))).rejects.toThrow('does not begin as an export');
});

test('what nobody could have stored of its status is refused, and an export of before has none', async () => {
  const index = saved.findIndex((line) => line.includes('"title":"Part"'));
  const { fields, ...part } = JSON.parse(saved[index] ?? '');
  expect(fields).toMatchObject({ previousStartsAt: '2031-04-01T10:00:00+02:00' });
  const asked = async (changed: object) =>
    restored(
      await empty(),
      saved.with(index, JSON.stringify({ ...part, fields: { ...fields, ...changed } })),
    );
  for (const [name, value] of [
    ['virtualUrl', 'javascript:alert(1)'],
    ['eventStatus', 'moved'],
    ['previousStartsAt', '2031-04-01'],
    ['previousStartsAt', '2031-04-01T10:00:00Z\nEND:VEVENT'],
  ] as const)
    expect((await asked({ [name]: value })).refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining(`has a value of ${name} that cannot be stored: `),
    ]);
  const of = ['eventStatus', 'eventStatusReason', 'previousStartsAt', 'isVirtual', 'virtualUrl'];
  const before = await asked(Object.fromEntries(of.map((name) => [name, undefined])));
  expect(sums(before)).toMatchObject({ created: saved.length - 1, refused: 0 });
});

test('what is no e-mail address is left out and reported; texts and addresses come as they are stored now', async () => {
  const copy = await empty();
  const lines = saved.map((line) =>
    line
      .replace('"b@example.net"', JSON.stringify('b@example.net\nEND:VEVENT'))
      .replace('"Festival & \\"Fair\\""', JSON.stringify('Festival\u2028END:VEVENT'))
      .replace('"city":"Rome"', '"city":"Rome\\n\\tEND:VEVENT"')
      .replace(/("name":"Hall".*?"website":)""/, '$1"https://x.example/{a b}"'),
  );
  const report = await restored(copy, lines);
  expect(report.refused).toEqual([]);
  expect(report.leftOut).toMatchObject([{ kind: 'organizer', field: 'email', count: 1, what: '"Second"' }]);
  const text = (await save(copy)).join('\n');
  expect(text).toContain('"Festival END:VEVENT"');
  expect(text).toContain('"city":"Rome END:VEVENT"');
  expect(text).toContain('"website":"https://x.example/%7Ba%20b%7D"');
  expect(text).not.toContain('b@example.net');
  expect(sums(await restored(copy, lines))).toMatchObject({ created: 0, changed: 0, refused: 0 });
});

describe('series', () => {
  const seriesIn = (lines: readonly string[]) =>
    lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'series');

  test('come with what they plan, what is left out and what was moved', () => {
    expect(seriesIn(saved)).toMatchObject([
      {
        rule: 'FREQ=WEEKLY;COUNT=4',
        exceptions: ['2031-04-01 10:00:00', '2031-04-15 10:00:00'],
        startLocal: '2031-04-01 10:00:00',
        duration: 7_200,
        rolledUntilUtc: null,
        occurrences: [
          { recurrenceId: '2031-04-01 10:00:00', isDetached: false },
          { recurrenceId: '2031-04-08 10:00:00', isDetached: true },
          { recurrenceId: '2031-04-22 10:00:00', isDetached: false },
        ],
      },
      { rule: 'FREQ=YEARLY', rolledUntilUtc: '2033-03-16 00:00:00' },
      { rule: null, dates: ['2031-04-01 10:00:00', '2031-04-03 10:00:00'] },
    ]);
    const [course] = seriesIn(saved);
    expect(course.parent).toBe(course.occurrences[1].event);
  });

  test('into another calendar they come once, with their own events', async () => {
    const other = await startTestServer({ clock });
    try {
      await other.request('POST', '/venues', { venue: 'Ours' });
      await restored(other.orm, saved);
      expect((await restored(other.orm, saved)).counts.series).toEqual({
        created: 0,
        changed: 0,
        unchanged: 3,
      });
      const copied = seriesIn(await save(other.orm));
      const places = (lines: { occurrences: { recurrenceId: string }[] }[]) =>
        lines.map(({ occurrences }) => occurrences.map(({ recurrenceId }) => recurrenceId));
      expect(places(copied)).toEqual(places(seriesIn(saved)));
      expect(copied.map(({ parent }) => parent)).not.toEqual(seriesIn(saved).map(({ parent }) => parent));
    } finally {
      await other.stop();
    }
  });

  test('an earlier state brings back places, and what was rolled forward since stays once', async () => {
    const copy = await empty();
    await restored(copy, saved);
    const { em } = copy;
    await em.fork().execute(`
      update event set recurrence_id = null, is_detached = true where title = 'Open';
      update event set series_id = (select series_id from event where title = 'Open' limit 1), recurrence_id = '2032-04-01 10:00'
        where title = 'Night'`);
    expect((await restored(copy, saved)).counts.series).toEqual({ created: 0, changed: 1, unchanged: 2 });
    expect(await save(copy)).toEqual(saved);
  });

  test.each([
    ['a rule', { rule: 'FREQ=HOURLY' }, 'has a rule that is none'],
    ['a zone', { timezone: 'Europe/Nowhere' }, 'is not a time zone'],
    ['events', { occurrences: [] }, 'has no event'],
    ['a start', { startLocal: '2031-02-30 10:00:00' }, 'startLocal is not a date'],
  ])('%s that cannot be is refused, and the events come', async (_name, wrong, reason) => {
    const at = saved.findIndex((line) => line.includes('"kind":"series"'));
    const line = JSON.stringify({ ...JSON.parse(saved[at] ?? ''), ...wrong });
    const report = await restored(await empty(), saved.with(at, line));
    expect(report.refused).toMatchObject([{ kind: 'series', reason: expect.stringContaining(reason) }]);
    expect(sums(report)).toMatchObject({ created: saved.length - 2, refused: 1 });
  });
});
