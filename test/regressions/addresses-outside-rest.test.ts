import { startTestServer, type TestServer } from '../support/service.ts';

/** `/graphiql/__proto__` returned 200, and `/event/%` an error about an unreadable body. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each(['/graphiql/__proto__', '/graphiql/constructor', '/event/%', '/venue/%zz/'])(
  '%s returns 404',
  async (path) => {
    const response = await fetch(server.url + path);
    expect([response.status, (await response.json()).code]).toEqual([404, 'rest_no_route']);
  },
);
