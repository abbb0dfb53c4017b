import { openWorld, type World } from '../support/world.ts';

/** Clients of The Events Calendar find the API from the pages of a site. */
let world: World;
const SITE = 'https://cal.example.net';

beforeAll(async () => {
  world = await openWorld({ env: { BASE_URL: SITE } });
  await world.event('Fair', '2031-05-01', { categories: ['Music'], tags: ['late'] });
  await world.settled();
});
afterAll(() => world.stop());

const HEADERS = ['x-tec-api-version', 'x-tec-api-root', 'x-tec-api-origin'];

const pageOf = (path: string, method = 'GET') =>
  fetch(world.server.url + path, { method, headers: { accept: 'text/html' } });

test('HEAD has the same headers', async () => {
  const [got, asked] = await Promise.all([pageOf('/event/fair'), pageOf('/event/fair', 'HEAD')]);
  expect(asked.headers.get('x-tec-api-root')).toMatch(/\/events\/\d+$/);
  expect(asked.headers.get('x-tec-api-root')).toBe(got.headers.get('x-tec-api-root'));
});

test('no header is very long or has characters invalid in an address', async () => {
  const rootOf = async (search: string) => {
    const response = await pageOf(`/events/?search=${encodeURIComponent(search)}`);
    return [response.status, response.headers.get('x-tec-api-root')];
  };
  expect(await rootOf('ü"\r\nX')).toEqual([200, expect.stringContaining('search=%C3%BC%22%0D%0AX')]);
  expect(await rootOf('ü'.repeat(400))).toEqual([200, `${SITE}/calendar/events/v1/`]);
});

test.each([
  ['/', /^https:\/\/cal\.example\.net\/calendar\/events\/v1\/$/],
  ['/event/fair', /^https:\/\/cal\.example\.net\/calendar\/events\/v1\/events\/\d+$/],
  ['/events/category/music/', /^https:\/\/cal\.example\.net\/calendar\/events\/v1\/events\?.*categories=/],
  ['/tag/late/', /^https:\/\/cal\.example\.net\/calendar\/events\/v1\/events\?.*tags=/],
])('%s names the address of the API, also in cached responses', async (path, root) => {
  for (let time = 0; time < 2; time++) {
    const response = await pageOf(path);
    expect(response.status).toBe(200);
    expect(HEADERS.map((name) => response.headers.get(name))).toEqual([
      'v1',
      expect.stringMatching(root),
      SITE,
    ]);
    const page = await response.text();
    expect(page).toContain('<meta name="tec-api-version" content="v1">');
    expect(page).toContain(`<meta name="tec-api-origin" content="${SITE}">`);
  }
});
