import { startTestServer, type TestServer } from '../support/service.ts';

/** `/graphiql/__proto__` was answered with 200, and `/event/%` as a body that cannot be read. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each(['/graphiql/__proto__', '/graphiql/constructor', '/event/%', '/venue/%zz/'])(
  '%s is not there',
  async (path) => {
    const response = await fetch(server.url + path);
    expect([response.status, (await response.json()).code]).toEqual([404, 'rest_no_route']);
  },
);
