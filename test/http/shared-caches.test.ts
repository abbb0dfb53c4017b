import { startTestServer, type TestServer } from '../support/service.ts';

/** Headers for caches between the service and its readers. */
const EVENT = { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
const FOR_ALL = [
  '/calendar/events/v1/events',
  '/calendar/events/v1/events/by-slug/fair',
  '/calendar/events/v1/',
  '/events/',
  '/feeds/events.ics',
  '/feeds/events.rss',
];
const cacheHeaders = (answer: Response) =>
  ['cache-control', 'cdn-cache-control'].map((name) => answer.headers.get(name));

describe.each([
  ['0', ['public, max-age=0, stale-if-error=60', null]],
  [
    '61s',
    [
      'public, max-age=0, s-maxage=61, stale-if-error=60',
      'public, max-age=31, stale-while-revalidate=30, stale-if-error=60',
    ],
  ],
])('SHARED_MAX_AGE=%s', (SHARED_MAX_AGE, expected) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      env: { SHARED_MAX_AGE, TRUST_PROXY: 'true', BASE_URL: 'https://cal.example.net' },
    });
    await server.request('POST', '/events', EVENT);
  });
  afterAll(() => server.stop());

  test.each(FOR_ALL)('%s for anonymous callers, computed, cached and revalidated', async (path) => {
    const first = await fetch(server.url + path);
    const again = await fetch(server.url + path);
    const revalidated = await fetch(server.url + path, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([first, again, revalidated].map(({ status }) => status)).toEqual([200, 200, 304]);
    for (const answer of [first, again, revalidated]) {
      expect(cacheHeaders(answer)).toEqual(expected);
      expect(answer.headers.get('vary')).toMatch(/Accept-Encoding.*Authorization/);
    }
  });

  test.each(['/events/', '/event/fair/'])(
    '%s redirects JSON clients to REST, with the same headers',
    async (path) => {
      for (const headers of [
        { accept: 'application/json' },
        { accept: 'application/json', ...server.admin },
      ]) {
        const answer = await fetch(server.url + path, { redirect: 'manual', headers });
        expect([answer.status, ...cacheHeaders(answer)]).toEqual([302, ...expected]);
        expect(answer.headers.get('vary')).toMatch(/\bAccept\b/);
      }
    },
  );

  test('links lead to the site, whatever the requested host', async () => {
    const answer = await fetch(`${server.url}/calendar/events/v1/events`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    });
    expect((await answer.json()).rest_url).toMatch('https://cal.example.net/calendar/events/v1/events');
  });

  test.each(FOR_ALL)('%s for a user is not cached', async (path) => {
    const answer = await fetch(server.url + path, { headers: server.admin });
    expect([answer.status, ...cacheHeaders(answer)]).toEqual([200, 'no-store, private', null]);
  });

  test.each(['/calendar/events/v1/events/0', '/events/nope/', '/readyz', '/graphql?query={viewer{login}}'])(
    '%s is not cached',
    async (path) => {
      const answer = await fetch(server.url + path, { headers: { 'apollo-require-preflight': 'yes' } });
      await answer.arrayBuffer();
      expect(cacheHeaders(answer)).toEqual(['no-store', null]);
    },
  );
});
