import { pagesOfFile, recordsOfFile } from '../../src/api/pages/public/sitemap.ts';
import { openWorld, type World } from '../support/world.ts';

/** Page addresses of The Events Calendar, and addresses for robots. */
let world: World;
const SITE = 'https://cal.example.net';
const ids: Record<string, number> = {};

beforeAll(async () => {
  // The clock shows 2031-03-14 12:00 UTC.
  world = await openWorld({
    roles: true,
    env: { BASE_URL: SITE, PER_PAGE: '2', MAX_PER_PAGE: '2', TIMEZONE: 'Europe/Rome' },
  });
  const event = async (title: string, day: string, more: object = {}) => {
    const times = { start_date: `${day} 10:00`, end_date: `${day} 12:00` };
    ids[title] = (await world.make('event', { title, ...times, ...more })).id;
  };
  const music = await world.make('category', { name: 'Music' });
  await world.make('category', { name: 'Month', parent: music.id });
  await event('Fair', '2031-03-20', { categories: ['music'], tags: ['Open air'] });
  await event('Ball', '2031-04-02', { categories: ['month'], venue: { venue: 'Hall' }, featured: true });
  await event('Old & gone', '2031-03-01', { organizer: [{ organizer: 'Club' }] });
  await event('Draft', '2031-04-03', { status: 'draft', venue: { venue: 'Barn', status: 'draft' } });
  await event('Hidden', '2031-04-03', { hide_from_listings: true });
  await event('Later', '2031-04-03', { date: '2031-03-30 00:00:00' });
  await event('Trash', '2031-04-03');
  await world.send('DELETE', `/events/${ids.Trash}`);
  await world.settled();
});
afterAll(() => world.stop());

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(world.server.url + path.replace(SITE, ''), { headers, redirect: 'manual' });
const text = async (path: string) => (await get(path)).text();

test.each([
  ['/events/list/', '/events/'],
  ['/events/list', '/events/'],
  ['/events/list/page/2/', '/events/?page=2'],
  ['/events/page/2/', '/events/?page=2'],
  ['/events/list/?eventDisplay=past&utm=x', '/events/?eventDisplay=past&utm=x'],
  ['/events/list/?search=why%3F?', '/events/?search=why%3F%3F'],
  ['/events/month/', '/events/?view=month'],
  ['/events/month/2031-12/', '/events/?view=month&month=2031-12'],
  ['/events/2031-12/', '/events/?month=2031-12&view=month'],
  ['/events/today/', '/events/?view=day'],
  ['/events/2031-12-05/', '/events/?date=2031-12-05&view=day'],
  ['/events/month/2031-12-05/', '/events/?view=month&date=2031-12-05'],
  ['/events/week/', '/events/'],
  ['/events/featured/', '/events/?featured=true'],
  ['/events/ical/', '/events/?ical=1'],
  ['/events/feed/', '/events/?feed=rss2'],
  ['/events/tag/open-air/', '/tag/open-air/'],
  ['/events/tag/open-air/month/2031-12/', '/tag/open-air/?view=month&month=2031-12'],
  ['/events/category/music/list/', '/events/category/music/'],
  ['/events/category/music/list/page/2/?search=a%20b', '/events/category/music/?search=a+b&page=2'],
  ['/events/category/music/2031-04/', '/events/category/music/?month=2031-04&view=month'],
  ['/events/category/music/month/day/', '/events/category/music/?view=day'],
  ['/event/fair/ical/', '/event/fair/?ical=1'],
  ['/venue/hall/page/2/', '/venue/hall/?page=2'],
  ['/event/%2F%2Fevil.example/ical/', '/event/%2F%2Fevil.example/?ical=1'],
  ['/organizer/club/ical/', '/organizer/club/?ical=1'],
])('%s redirects to %s', async (path, own) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([301, SITE + own]);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
});

test.each([
  '/events/nothing/',
  '/events/tag/',
  '/events/list/nothing/',
  '/events/2031-1/',
  '/event/fair/nothing/',
  '/events/category/nothing/of/that/',
  '/Events/list/',
  '/events//evil.example/list/',
  '//evil.example/events/list/',
])('%s returns 404', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('a category with the name of a view keeps its page', async () => {
  expect((await get('/events/category/music/month/?page=9')).status).toBe(404);
  const page = await get('/events/category/music/month/');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<h1>Month: Upcoming events</h1>');
});

test.each([
  ['tribe-bar-search=ball', 'Ball'],
  ['tribe-bar-date=2031-04-01', 'Ball'],
  ['eventDisplay=past', 'Old &amp; gone'],
  ['tribe_event_display=past&search=gone', 'Old &amp; gone'],
  ['eventDisplay=day&eventDate=2031-03-20', 'Fair'],
  ['search=ball&tribe-bar-search=fair', 'Ball'],
  ['eventDisplay=constructor&tribe-bar-search=ball', 'Ball'],
])('/events/?%s is accepted', async (query, title) => {
  const titles = [...(await text(`/events/?${query}`)).matchAll(/<h3><a [^>]*>([^<]*)</g)].map(
    ([, one]) => one,
  );
  expect(titles).toEqual([title]);
});

test.each([
  ['/events/?ical=1', ['Fair', 'Ball']],
  ['/events/?outlook-ical=1&featured=true', ['Ball']],
  ['/events/?ical=1&search=hall', ['Ball']],
  ['/events/?ical=1&eventDisplay=past', ['Old & gone']],
  ['/events/?ical=1&view=month', ['Old & gone', 'Fair']],
  ['/events/?ical=1&view=day&date=2031-03-20', ['Fair']],
  ['/events/category/music/?ical=1', ['Fair', 'Ball']],
  ['/tag/open-air/?ical=1', ['Fair']],
  ['/venue/hall/?ical=1', ['Ball']],
  ['/organizer/club/?ical=1', []],
  ['/event/old-gone/?ical=1', ['Old & gone']],
  ['/?ical=1', ['Fair', 'Ball']],
])('%s is the calendar file of the events on the page', async (path, titles) => {
  const answer = await get(path, { accept: 'text/calendar' });
  expect(answer.status).toBe(302);
  const file = await get(answer.headers.get('location') ?? '');
  expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const summaries = [...(await file.text()).matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title);
  expect(summaries).toEqual(titles);
});

test('a cached page is not sent in place of a file, nor vice versa', async () => {
  expect((await get('/events/?ical=0')).status).toBe(200);
  expect((await get('/events/?feed=rss2')).headers.get('location')).toBe(`${SITE}/feeds/events.rss`);
  expect([(await get('/event/draft/?ical=1')).status, (await get('/event/nope/?ical=1')).status]).toEqual([
    403, 404,
  ]);
});

test('robots.txt names the sitemap, and excludes endless calendars', async () => {
  const answer = await get('/robots.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const rules = await answer.text();
  expect(rules).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  expect(rules).toContain('Disallow: /*?*month=');
  expect(rules).not.toMatch(/^Disallow: \/$/m);
});

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url ?? '');

test.each(['anonymous', 'administrator'] as const)(
  'sitemaps list every public page once (%s)',
  async (as) => {
    const headers = { accept: '*/*', ...world.headers(as) };
    const index = await get('/sitemap.xml', headers);
    expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(index.headers.get('cache-control')).toMatch(
      as === 'anonymous' ? /^public/ : /^no-store, private$/,
    );
    const files = locations(await index.text());
    const pages = await Promise.all(files.map(async (file) => (await get(file, headers)).text()));
    expect(pages.flatMap(locations).map((url) => url.replace(SITE, ''))).toEqual([
      ...['/', '/events/', '/venues/', '/organizers/'],
      ...['/event/fair/', '/event/ball/', '/event/old-gone/', '/venue/hall/', '/organizer/club/'],
      ...['/events/category/music/', '/events/category/music/month/', '/tag/open-air/'],
    ]);
    expect(pages[1]).toContain('<lastmod>2031-03-14T12:00:00Z</lastmod>');
  },
);

test.each([1, 30, 100, 5_000])(
  'sitemap files neither overlap nor leave gaps, with %d entries per list page',
  (perPage) => {
    const records = recordsOfFile(perPage);
    const pages = [1, 2, 3].map((number) => pagesOfFile(number, perPage));
    const [first] = pages;
    expect(pages.flat()).toEqual(Array.from({ length: 3 * (first?.length ?? 0) }, (_, at) => at + 1));
    expect(records).toBe((first?.length ?? 0) * perPage);
    expect(records).toBeLessThanOrEqual(50_000);
  },
);

test.each(['/sitemap-events-2.xml', '/sitemap-pages-2.xml', '/sitemap-users-1.xml', '/sitemap-events-0.xml'])(
  'the sitemap file %s returns 404',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test('an empty calendar explains how to start, and has no empty headings', async () => {
  const empty = await openWorld();
  for (const path of ['/', '/events/', '/events/?view=past', '/events/?view=month', '/events/?search=x']) {
    const page = await (await fetch(empty.server.url + path)).text();
    expect(page).toContain('There are no events yet.');
    expect(page).toContain(`<a href="${empty.server.url}/docs">Have an account? Add the first event</a>`);
    expect(page).not.toContain('<h2>Categories</h2>');
  }
  await empty.make('event', { title: 'Old', start_date: '2031-03-01', end_date: '2031-03-01' });
  await empty.settled();
  const page = await (await fetch(`${empty.server.url}/events/`)).text();
  expect(page).toContain('No upcoming events.');
  await empty.stop();
});
