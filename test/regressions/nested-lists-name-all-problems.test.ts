import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TIMEZONE: 'Asia/Tokyo' } });
  await server.request('POST', '/venues', { venue: 'Hall' });
});
afterAll(() => server.stop());

test('a nested list names all arguments that are wrong', async () => {
  const { errors } = await server.graphql('{ venues { venues { events(page: 0, perPage: -1) { total } } } }');
  expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
    {
      code: 'rest_invalid_param',
      status: 400,
      params: { page: expect.any(String), perPage: expect.any(String) },
    },
  ]);
});
