import { fuzz } from '../../bench/fuzz/run.ts';
import { Random } from '../../bench/walk/random.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** Random requests made from the OpenAPI document; `node bench/fuzz/fuzz.ts` sends more of them. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('random requests are answered', async () => {
  const { statuses, complaints } = await fuzz(server.rest, server.admin, 1500, new Random(7));
  expect(complaints).toEqual([]);
  // Otherwise the requests would say nothing: enough of them pass, enough do not.
  expect(Math.min(statuses.get(200) ?? 0, statuses.get(201) ?? 0, statuses.get(400) ?? 0)).toBeGreaterThan(
    30,
  );
}, 60_000);
