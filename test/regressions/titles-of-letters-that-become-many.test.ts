import { startTestServer, type TestServer } from '../support/service.ts';

/**
 * Titles are sorted by their letters without accents; Korean letters become three letters there, of three bytes each.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a title of such letters is stored, and sorted with the other titles', async () => {
  // Different letters, so that compression does not shorten the index entry.
  const letters = Array.from({ length: 1_000 }, (_, at) => String.fromCodePoint(0xac00 + at * 11)).join('');
  for (const title of ['Zebra', letters, 'Apple']) {
    const body = { title, start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00', status: 'publish' };
    expect((await server.request('POST', '/events', body)).status).toBe(201);
  }
  const list = await fetch(`${server.rest}/events?orderby=title&start_date=2031-01-01&end_date=2031-12-31`);
  const { events } = (await list.json()) as { events: { title: string }[] };
  expect(events.map(({ title }) => title)).toEqual(['Apple', 'Zebra', letters]);
});
