import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TIMEZONE: 'Asia/Tokyo' } });
  await server.request('POST', '/venues', { venue: 'Hall' });
});
afterAll(() => server.stop());

test('a nested list reports all invalid arguments', async () => {
  const query = `{ venues { nodes {
    events(first: 0, filter: { search: "", near: { latitude: 91, longitude: 0 } }) { totalCount }
  } } }`;
  const { errors } = await server.graphql(query);
  expect(errors?.map(({ extensions }) => extensions)).toEqual([
    {
      code: 'BAD_USER_INPUT',
      status: 400,
      params: {
        first: expect.any(String),
        'filter.search': expect.any(String),
        'filter.near.latitude': expect.any(String),
      },
    },
  ]);
});
