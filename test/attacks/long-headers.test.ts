import { startTestServer, type TestServer } from '../support/service.ts';
import { ask } from './ask.ts';

/** A long request must not produce headers that clients and proxies refuse. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const title of ['One', 'Two', 'Three']) {
    await server.request('POST', '/events', {
      title,
      start_date: 'tomorrow 10am',
      end_date: 'tomorrow 11am',
    });
  }
});
afterAll(() => server.stop());

const sizeOf = (headers: object): number => JSON.stringify(headers).length;

test.each([
  ['an unknown parameter', `x=${'y'.repeat(14_000)}`],
  ['many unknown parameters', Array.from({ length: 900 }, (_, i) => `unknown-${i}=1`).join('&')],
  [
    'long names that are encoded',
    Array.from({ length: 25 }, (_, i) => `${encodeURIComponent('ü'.repeat(80))}${i}=1`).join('&'),
  ],
  ['many ids', `exclude=${Array.from({ length: 900 }, (_, i) => 1_000_000 + i).join(',')}`],
  ['fields', `_fields=${'events.title,'.repeat(900)}total`],
])('%s', async (_name, query) => {
  const { status, headers, text } = await ask(`${server.rest}/events?per_page=1&page=2&${query}`, 'GET');
  expect([status, sizeOf(headers) < 6_000]).toEqual([200, true]);
  if (!query.startsWith('_fields')) expect(JSON.parse(text).next_rest_url).toContain(query.slice(0, 10));
});

test('short ones appear in the headers', async () => {
  const { headers } = await ask(`${server.rest}/events?per_page=1&page=2`, 'GET');
  expect(headers.link).toMatch(/rel="prev", <[^>]+>; rel="next"/);
});
