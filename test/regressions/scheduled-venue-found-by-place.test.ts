import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const venue = { venue: 'Secret', geo_lat: 50, geo_lng: 7, date_utc: '2090-01-01' };
  await server.request('POST', '/events', {
    title: 'Recital',
    start_date: '2041-04-05',
    end_date: '2041-04-05',
    venue,
  });
});
afterAll(() => server.stop());

test.each(['geoloc=true', 'geoloc_lat=50&geoloc_lng=7'])(
  '%s finds nothing by the place of a scheduled venue, unless the caller may see it',
  async (query) => {
    const total = async (headers?: Record<string, string>): Promise<unknown> =>
      (
        await (
          await server.request('GET', `/events?starts_after=2040-01-01&${query}`, undefined, headers)
        ).json()
      ).total;
    expect([await total({}), await total()]).toEqual([0, 1]);
  },
);
