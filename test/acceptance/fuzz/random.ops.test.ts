import { startTestServer, type TestServer } from '../../support/service.ts';
import { Random } from '../random.ts';
import { fuzz } from './run.ts';

/** Random requests generated from the OpenAPI document; `npm run fuzz` sends more of them. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the service responds to random requests without failures', async () => {
  const { statuses, complaints } = await fuzz(server.rest, server.admin, 1500, new Random(7));
  expect(complaints).toEqual([]);
  // Guards against a vacuous test: enough requests must succeed, and enough must fail.
  expect(Math.min(statuses.get(200) ?? 0, statuses.get(201) ?? 0, statuses.get(400) ?? 0)).toBeGreaterThan(
    30,
  );
});
