import { basic, startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
let author: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  await server.graphql('mutation { createUser(input: { login: "ann", role: AUTHOR }) { user { id } } }');
  const { data } = await server.graphql(
    'mutation { createApplicationPassword(input: { user: { login: "ann" }, name: "test" }) { password } }',
  );
  const made = data?.createApplicationPassword as { password: string } | undefined;
  author = basic('ann', made?.password ?? '');
});
afterAll(() => server.stop());

test('a caller that sends a record back as read keeps links that only others see', async () => {
  const fields = {
    title: 'Fair',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 12:00',
    venue: { venue: 'Open hall' },
  };
  const event = await (await server.request('POST', '/events', fields, author)).json();
  const draft = await (
    await server.request('POST', '/venues', { venue: 'Secret hall', status: 'draft' })
  ).json();
  await server.request('PATCH', `/events/${event.id}`, { venue: [event.venue.id, draft.id] });
  const seen = await (await server.request('GET', `/events/${event.id}`, undefined, author)).json();
  expect(seen.venue.venue).toBe('Open hall');
  expect((await server.request('PATCH', `/events/${event.id}`, seen, author)).status).toBe(200);
  const all = await (await server.request('GET', `/events/${event.id}`)).json();
  expect(all.venue.map(({ venue }: { venue: string }) => venue)).toEqual(['Open hall', 'Secret hall']);
});

test('a record without an author can be sent back as read', async () => {
  const open = await startTestServer({ env: { ALLOW_ANONYMOUS_WRITES: 'true' } });
  const made = await (await open.request('POST', '/venues', { venue: 'Dome' }, {})).json();
  expect(made.author).toBe(0);
  const answer = await open.request('PUT', `/venues/${made.id}`, made, {});
  expect([answer.status, await answer.json()]).toEqual([200, made]);
  await open.stop();
});
