import { loadConfig } from '../../src/app/config.ts';
import { exportJson } from '../../src/transfer/backup/export-json.ts';
import { restore } from '../../src/transfer/backup/restore.ts';
import { commandContext } from '../../src/transfer/import/operations.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

const LAST = 2 ** 31 - 1;
const EVENT = { title: 'Fair', start_date: '2031-04-01 10:00', end_date: '2031-04-01 12:00' };

let server: TestServer;
let saved: Record<string, unknown>[];
beforeEach(async () => {
  server = await startTestServer();
  await server.request('POST', '/events', { ...EVENT, categories: ['Music'], venue: { venue: 'Hall' } });
  saved = [];
  await exportJson(server.orm.em.fork(), null, async (line) => void saved.push({ ...line }));
});
afterEach(() => server.stop());

/** Restores an export, each line of which may be changed first. */
async function bring(change: (line: Record<string, unknown>) => object): Promise<Report> {
  async function* lines(): AsyncGenerator<string> {
    for (const line of saved) yield JSON.stringify({ ...line, ...change(line) });
  }
  return restore(await commandContext(server.orm, loadConfig({})), lines(), {});
}

const creations = () =>
  Promise.all([
    server.request('POST', '/events', EVENT),
    server.request('POST', '/categories', { name: 'Jazz' }),
    server.request('POST', '/venues', { venue: 'Room', image: 'https://img.example/a.png' }),
  ]);

test.each(['lastId', 'lastTermId'])(
  'a file whose %s leaves no ids is refused, and sets nothing',
  async (name) => {
    await expect(bring(({ kind }) => (kind === 'calendar' ? { [name]: LAST } : {}))).rejects.toThrow(
      `${name} is beyond 2000000000, which leaves too few for new records`,
    );
    expect((await creations()).map(({ status }) => status)).toEqual([201, 201, 201]);
  },
);

test('nor does a line with such an id, of a user either', async () => {
  const added = { kind: 'user', login: 'amy', role: 'author', createdUtc: '2031-01-01 00:00:00' };
  saved.push({ ...added, id: LAST });
  const { refused } = await bring(({ kind }) => (kind === 'event' ? { id: LAST } : {}));
  expect(refused.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^id is beyond 2000000000/),
    expect.stringMatching(/^id is beyond 2000000000/),
  ]);
  expect((await creations()).map(({ status }) => status)).toEqual([201, 201, 201]);
});

test('ids beyond the last one that the file names are not kept, so no later record meets them', async () => {
  const event = saved.find(({ kind }) => kind === 'event');
  const venue = saved.find(({ kind }) => kind === 'venue');
  const category = saved.find(({ kind }) => kind === 'category');
  const next = (line: object | undefined, slug: string) => ({
    ...line,
    id: Number(Reflect.get(Object(line), 'id')) + 2,
    slug,
  });
  saved.push(next(event, 'later'), next(venue, 'later'), next({ ...category, name: 'Later' }, 'later'));
  expect((await bring(() => ({}))).refused).toEqual([]);
  expect((await creations()).map(({ status }) => status)).toEqual([201, 201, 201]);
  const twice = await server.orm.em
    .fork()
    .execute(
      'select id from (select id from event union all select id from venue) as record group by id having count(*) > 1',
    );
  expect(twice).toEqual([]);
});

test('once ids are used up, every API says so in a sentence', async () => {
  const sequences = ['record_id_seq', 'term_id_seq', "pg_get_serial_sequence('user_account', 'id')"];
  for (const name of sequences)
    await server.orm.em.fork().execute(`select setval(${name.includes('(') ? name : `'${name}'`}, ${LAST})`);
  for (const response of await creations())
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'ids_used_up', message: expect.stringContaining('no ids are left') }),
    ]);
  for (const field of [
    'createVenue(input: { name: "X" })',
    'createUser(input: { login: "x", role: AUTHOR })',
  ])
    expect((await server.graphql(`mutation { ${field} { id } }`)).errors).toMatchObject([
      { extensions: { code: 'ids_used_up', status: 409 } },
    ]);
  expect((await server.request('GET', '/events')).status).toBe(200);
});

test('a report says which users came with which rights', async () => {
  const user = (login: string, role: string, id: number) => ({
    ...{ kind: 'user', id, login, role, createdUtc: '2031-01-01 00:00:00' },
  });
  saved.push(user('eve', 'administrator', 70), user('admin', 'subscriber', 71), user('amy', 'author', 72));
  const { users } = await bring(() => ({}));
  expect(users).toEqual([
    { login: 'eve', role: 'administrator' },
    { login: 'amy', role: 'author' },
  ]);
});
