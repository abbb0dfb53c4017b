import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TIMEZONE: 'Europe/Rome' } });
  await server.request('POST', '/events', {
    title: 'Recital',
    start_date: '2041-04-05',
    end_date: '2041-04-05',
  });
});
afterAll(() => server.stop());

test.each([
  ['start_date=0001-01-01&end_date=9999-12-31', 1],
  ['starts_before=9999-12-31', 1],
  ['ends_before=9999-12-31 23:59:59&strict_dates=1', 1],
  ['starts_after=9999-12-31', 0],
])('the first and the last day of the calendar do not limit the list: %s', async (query, total) => {
  const response = await server.request('GET', `/events?${query}`);
  expect([response.status, (await response.json()).total]).toEqual([200, total]);
});
