import { settled, startTestServer, type TestServer } from '../support/service.ts';
import { watchStatements } from '../support/statements.ts';

/** Two instances on one database. Answers are not cached, but records are. */
let server: TestServer;
let other: TestServer;
const clock = () => new Date('2031-03-01T10:00:00Z');
const statements = watchStatements();

beforeAll(async () => {
  server = await startTestServer({ clock, env: { RESPONSE_CACHE: 'off' } });
  other = await startTestServer({ clock, database: server.database, env: { RESPONSE_CACHE: 'off' } });
});
afterAll(async () => {
  statements.restore();
  await other.stop();
  await server.stop();
});

interface Made {
  id: number;
  slug: string;
}
const post = async (path: string, body: object): Promise<Made> => {
  const answer = await other.request('POST', path, body);
  expect([200, 201]).toContain(answer.status);
  const record: Made = await answer.json();
  await settled(server);
  return record;
};
const event = (title: string, fields: object = {}): Promise<Made> =>
  post('/events', { title, start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00', ...fields });
/** What an anonymous caller gets. */
const get = async (path: string) => {
  const response = await fetch(server.rest + path);
  return { status: response.status, body: await response.json() };
};
const countStatements = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
  statements.clear();
  await (await fetch(server.rest + path, { headers })).arrayBuffer();
  return statements.seen().length;
};

test.each([
  ['events', 'title', { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' }],
  ['venues', 'venue', { venue: 'Hall' }],
  ['organizers', 'organizer', { organizer: 'Band' }],
])(
  '%s: who reads one again by id or slug needs no statement, until it changes anywhere',
  async (list, field, body) => {
    const { id, slug } = await post(`/${list}`, body);
    const paths = [`/${list}/${id}`, `/${list}/by-slug/${slug}`, `/${list}/by-slug/${slug.toUpperCase()}`];
    for (const path of paths) await get(path);
    for (const path of paths) expect([path, await countStatements(path)]).toEqual([path, 0]);
    await post(`/${list}/${id}`, { [field]: 'Changed' });
    for (const path of paths) expect((await get(path)).body[field]).toBe('Changed');
    // Who may write starts from what is stored.
    for (const path of paths) expect(await countStatements(path, server.admin)).toBeGreaterThan(0);
  },
);

test('a slug that goes to another record leads there', async () => {
  const first = await event('First', { slug: 'stage' });
  for (let times = 0; times < 3; times++) expect((await get('/events/by-slug/stage')).body.id).toBe(first.id);
  await post(`/events/${first.id}`, { slug: 'former-stage' });
  // Cached again, under what it is called now.
  await get(`/events/${first.id}`);
  expect((await get('/events/by-slug/stage')).status).toBe(404);
  const second = await event('Second', { slug: 'stage' });
  for (let times = 0; times < 3; times++)
    expect((await get('/events/by-slug/stage')).body.id).toBe(second.id);
  expect((await get('/events/by-slug/former-stage')).body.id).toBe(first.id);
});

test('what others may read is not shown to who may not, cached or not, and takes what is missing takes', async () => {
  const { id } = await post('/venues', { venue: 'Secret hall', status: 'draft' });
  const { id: eventId } = await event('Shown', { venue: id });
  const asAdmin = await fetch(`${server.rest}/events/${eventId}`, { headers: server.admin });
  expect((await asAdmin.json()).venue.venue).toBe('Secret hall');
  for (let times = 0; times < 3; times++) {
    expect((await get(`/venues/${id}`)).status).toBe(403);
    expect(await countStatements(`/venues/${id}`)).toBe(await countStatements('/venues/999999'));
  }
});
