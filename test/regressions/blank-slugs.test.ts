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

test('nor in GraphQL, which itself rejects none and two', async () => {
  const error = async (argument: string) =>
    (await server.graphql(`{ event${argument} { id } }`)).errors?.[0]?.extensions;
  for (const blank of ['\u200b', '', ' ', '\\t'])
    expect(await error(`(by: { slug: "${blank}" })`)).toEqual({ code: 'NOT_FOUND', status: 404 });
  for (const none of ['', '(by: {})', '(by: { databaseId: 1, slug: " " })'])
    expect(await error(none)).toMatchObject({ code: 'BAD_USER_INPUT', params: { by: expect.any(String) } });
});
