import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each(['%20', '%20%20', '%09', '%C2%A0', '%E2%80%8B'])('the slug %s names no record', async (slug) => {
  for (const [kind, code] of [
    ['events', 'event-not-found'],
    ['venues', 'venue-not-found'],
    ['organizers', 'organizer-not-found'],
  ]) {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const response = await server.request(
        method,
        `/${kind}/by-slug/${slug}`,
        method === 'PATCH' ? {} : undefined,
      );
      expect([kind, method, response.status, (await response.json()).code]).toEqual([
        kind,
        method,
        404,
        code,
      ]);
    }
  }
});

test('nor in GraphQL, where none at all is still an error of its own', async () => {
  const code = async (argument: string) =>
    (await server.graphql(`{ event${argument} { id } }`)).errors?.[0]?.extensions.code;
  expect(await code('(slug: " ")')).toBe('event-not-found');
  expect(await code('(slug: "")')).toBe('rest_invalid_param');
  expect(await code('')).toBe('rest_invalid_param');
  const { id } = await (
    await server.request('POST', '/events', { title: 'x', start_date: '2031-01-01', end_date: '2031-01-01' })
  ).json();
  expect((await server.graphql(`{ event(id: ${id}, slug: " ") { id } }`)).data).toEqual({ event: { id } });
});
