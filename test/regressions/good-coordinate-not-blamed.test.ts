import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each([
  ['geoloc_lat=91&geoloc_lng=13', ['geoloc_lat']],
  ['geoloc_lat=52&geoloc_lng=east', ['geoloc_lng']],
  ['geoloc_lat=52', ['geoloc_lat']],
])('only the wrong one of two coordinates is named: %s', async (query, wrong) => {
  const { data } = await (await server.request('GET', `/events?${query}`)).json();
  expect(Object.keys(data.params)).toEqual(wrong);
});
