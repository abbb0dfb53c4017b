import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.request('POST', '/tags', { name: 'Élan vital', slug: 'verve' });
});
afterAll(() => server.stop());

test.each(['elan', 'ÉLAN', 'élan v', 'verve'])(
  'a search for %s finds a tag, though its slug is another word',
  async (search) => {
    const response = await server.request('GET', `/tags?hide_empty=0&search=${encodeURIComponent(search)}`);
    expect((await response.json()).total).toBe(1);
  },
);
