import { startTestServer, type TestServer } from '../support/service.ts';

const LAST = 2 ** 31 - 1;
const EVENT = { title: 'Fair', start_date: '2031-04-01 10:00', end_date: '2031-04-01 12:00' };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const creations = () =>
  Promise.all([
    server.request('POST', '/events', EVENT),
    server.request('POST', '/categories', { name: 'Jazz' }),
    server.request('POST', '/venues', { venue: 'Room', image: 'https://img.example/a.png' }),
  ]);

test('once all ids are used, every API reports it in a sentence', async () => {
  const sequences = ['record_id_seq', 'term_id_seq', "pg_get_serial_sequence('user_account', 'id')"];
  for (const name of sequences)
    await server.orm.em.fork().execute(`select setval(${name.includes('(') ? name : `'${name}'`}, ${LAST})`);
  for (const response of await creations())
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'ids_used_up', message: expect.stringContaining('no ids are left') }),
    ]);
  for (const field of [
    'createVenue(input: { name: "X" }) { venue { id } }',
    'createUser(input: { login: "x", role: AUTHOR }) { user { id } }',
  ])
    expect((await server.graphql(`mutation { ${field} }`)).errors).toMatchObject([
      {
        message: expect.stringContaining('no ids are left'),
        extensions: { code: 'CONFLICT', status: 409 },
      },
    ]);
  expect((await server.request('GET', '/events')).status).toBe(200);
});
