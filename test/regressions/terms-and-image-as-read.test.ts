import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('terms and image can be sent as read', async () => {
  const fields = {
    title: 'Recital',
    start_date: '2041-04-05',
    end_date: '2041-04-05',
    image: 'https://a.test/b.png',
  };
  const { id, image, categories, tags } = await (
    await server.request('POST', '/events', { ...fields, categories: ['Music'], tags: ['live', 'new'] })
  ).json();
  const changed = await server.request('PATCH', `/events/${id}`, { image, categories, tags });
  expect([changed.status, await changed.json()]).toMatchObject([200, { image, categories, tags }]);
  for (const bad of [
    { image: { url: 'https://a.test/b.png' } },
    { categories: [{ slug: 'music' }] },
    { tags: [{ id: 'live' }] },
  ]) {
    expect((await server.request('PATCH', `/events/${id}`, bad)).status).toBe(400);
  }
});
