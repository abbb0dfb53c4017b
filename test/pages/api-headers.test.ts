import { openWorld, type World } from '../support/world.ts';

/** Clients of The Events Calendar find the API by the pages of a site. */
let world: World;
const SITE = 'https://cal.example.net';

beforeAll(async () => {
  world = await openWorld({ env: { BASE_URL: SITE } });
  await world.event('Fair', '2031-05-01', { categories: ['Music'], tags: ['late'] });
  await world.settled();
});
afterAll(() => world.stop());

const HEADERS = ['x-tec-api-version', 'x-tec-api-root', 'x-tec-api-origin'];

test.each([
  ['/', /^https:\/\/cal\.example\.net\/calendar\/events\/v1\/$/],
  ['/event/fair', /^https:\/\/cal\.example\.net\/calendar\/events\/v1\/events\/\d+$/],
  ['/events/category/music/', /^https:\/\/cal\.example\.net\/calendar\/events\/v1\/events\?.*categories=/],
  ['/tag/late/', /^https:\/\/cal\.example\.net\/calendar\/events\/v1\/events\?.*tags=/],
])('%s says where the API is, also from the cache', async (path, root) => {
  for (let time = 0; time < 2; time++) {
    const response = await fetch(world.server.url + path, { headers: { accept: 'text/html' } });
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
