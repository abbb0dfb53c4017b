import { openWorld, type World } from '../support/world.ts';

/** `/events/` as a list, with its search, its pages and the lists of terms. */
let world: World;

beforeAll(async () => {
  // The clock shows 2031-03-14 12:00 UTC.
  world = await openWorld({ env: { PER_PAGE: '2', BASE_URL: 'https://cal.example.net' } });
  const event = (title: string, day: string, more: object = {}) =>
    world.make('event', { title, start_date: `${day} 10:00`, end_date: `${day} 12:00`, ...more });
  const music = await world.make('category', { name: 'Music', description: 'All that <b>sounds</b>' });
  await world.make('category', { name: 'Jazz', parent: music.id });
  await event('Old fair', '2031-03-01');
  await event('Older fair', '2031-02-01');
  await event('Swing night', '2031-03-20', { categories: ['jazz'], tags: ['Open air'] });
  await event('Book fair', '2031-03-21', {
    venue: { venue: 'Boat house', city: 'Rome' },
    cost: '5',
    categories: ['Zines'],
  });
  await event('River walk', '2031-04-02', { tags: ['Open air'], featured: true, categories: ['Zines'] });
  await world.settled();
});
afterAll(() => world.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(world.server.url + path, { headers, redirect: 'manual', method });
const text = async (path: string) => (await get(path, { accept: 'text/html' })).text();
/** Titles of the events on a page, in order. */
const titles = (page: string) =>
  [...page.matchAll(/<h3><a href="[^"]*">([^<]*)</g)].map(([, title]) => title);
/** The target of the link with a relation, without the site. */
const rel = (page: string, name: string) =>
  new RegExp(`<link rel="${name}" href="https://cal.example.net([^"]*)"`)
    .exec(page)?.[1]
    ?.replaceAll('&amp;', '&');

test('upcoming events in order, with time, place and cost', async () => {
  const page = await text('/events/');
  expect(titles(page)).toEqual(['Swing night', 'Book fair']);
  expect(page).toContain('<time datetime="2031-03-21T10:00:00+00:00">Fri, 21 Mar 2031, 10:00</time>');
  expect(page).toContain('Boat house</a>, Rome');
  expect(page).toContain('<p class="cost">$5</p>');
  expect(page).toContain('3 events, page 1 of 2');
});

test('pages lead to the last event, and back to past events', async () => {
  const first = await text('/events/');
  const second = await text(rel(first, 'next') ?? '');
  expect(titles(second)).toEqual(['River walk']);
  expect(rel(second, 'next')).toBeUndefined();
  expect(rel(second, 'prev')).toBe('/events/');
  const past = await text(rel(first, 'prev') ?? '');
  expect(titles(past)).toEqual(['Old fair', 'Older fair']);
  expect(past).toContain('<h1>Past events</h1>');
});

test('headers link to the same list as feeds and as JSON', async () => {
  const site = 'https://cal.example.net';
  const feeds = (filters: string): string =>
    `<${site}/feeds/events.ics${filters}>; rel="alternate"; type="text/calendar", <${site}/feeds/events.rss${filters}>; rel="alternate"; type="application/rss+xml"`;
  const page = await get('/events/category/music/?search=swing', { accept: 'text/html' });
  expect(page.headers.get('link')).toContain(feeds('?categories=music&search=swing&search_linked=true'));
  const list = await get('/calendar/events/v1/events?per_page=1&page=2&search=i&_fields=total');
  expect(list.headers.get('link')).toContain(feeds('?search=i'));
  expect((await get('/calendar/events/v1/venues')).headers.get('link')).not.toContain('alternate');
});

test('words find events, and stay in the links', async () => {
  const page = await text('/events/?search=fair&view=past');
  expect(titles(page)).toEqual(['Old fair', 'Older fair']);
  expect(titles(await text('/events/?search=walk'))).toEqual(['River walk']);
  expect(await text('/events/?search=nothing+of+that')).toContain('No events found.');
  expect(rel(await text('/events/?search=i'), 'next')).toBe('/events/?search=i&page=2');
});

test('a search covers the names of the venue, its city, and terms, in feeds too', async () => {
  for (const words of ['boat', 'rome', 'book+boat']) {
    const page = await text(`/events/?search=${words}`);
    expect(titles(page)).toEqual(['Book fair']);
    const feed =
      /<link rel="alternate" href="https:\/\/cal.example.net([^"]*\.ics[^"]*)"/.exec(page)?.[1] ?? '';
    expect((await text(feed.replaceAll('&amp;', '&'))).match(/^SUMMARY:.*(?=\r$)/gm)).toEqual([
      'SUMMARY:Book fair',
    ]);
  }
  expect(titles(await text('/events/?search=jazz'))).toEqual(['Swing night']);
  expect(titles(await text('/events/?search=open+walk'))).toEqual(['River walk']);
});

test('a list begins on the requested day', async () => {
  expect(titles(await text('/events/?date=2031-04-01'))).toEqual(['River walk']);
  expect(titles(await text('/events/?date=2031-02-01'))).toEqual(['Older fair', 'Old fair']);
});

test('lists have a common frame: the name of the site, categories by name', async () => {
  const page = await text('/events/');
  expect(page).toContain('<title>Upcoming events – Calendar</title>');
  expect(page).toMatch(
    /<h2>Categories<\/h2><ul class="terms"><li><a [^>]*>Jazz<\/a><\/li><li><a [^>]*>Music</,
  );
});

test('a category lists the events of its subcategories, and links to them', async () => {
  const page = await text('/events/category/music/');
  expect(titles(page)).toEqual(['Swing night']);
  expect(page).toContain('<h1>Music: Upcoming events</h1>');
  expect(page).toContain('All that <b>sounds</b>');
  expect(page).toContain('href="https://cal.example.net/events/category/music/jazz/">Jazz</a>');
  expect(await text('/events/category/music/jazz/')).toContain('events/category/music/">Music</a>');
});

test('a tag lists its events, here and in its feed', async () => {
  const page = await text('/tag/open-air/');
  expect(titles(page)).toEqual(['Swing night', 'River walk']);
  expect(page).toContain('href="https://cal.example.net/feeds/events.ics?tags=open-air"');
  expect(page).toContain('webcal://cal.example.net/feeds/events.ics?tags=open-air');
});

test('the same list exists as JSON', async () => {
  for (const path of [
    '/events/',
    '/events/?view=past&search=fair',
    '/tag/open-air/',
    '/events/?date=2031-02-01',
  ]) {
    const page = await text(path);
    const json = /<link rel="alternate" href="([^"]*)" type="application\/json"/.exec(page)?.[1] ?? '';
    const answer = await get(
      new URL(json.replaceAll('&amp;', '&')).href.slice('https://cal.example.net'.length),
    );
    const { events } = await answer.json();
    expect(events.map(({ title }: { title: string }) => title)).toEqual(titles(page));
  }
});

test.each([
  ['/events/?page=0', 'page', 'a number'],
  ['/events/?page=x', 'page', 'a number'],
  ['/events/?date=2031-02-30', 'date', 'a day, such as'],
  ['/events/?date=2031-02', 'date', 'a day, such as'],
  ['/events/?view=day&date=2031-02', 'date', 'a day, such as'],
  ['/events/?view=month&date=2031-13', 'date', 'a month or a day in it'],
  ['/events/?view=week', 'view', 'one of list, day, month, past'],
  ['/events/?month=13', 'month', 'a month, such as'],
  ['/events/?featured=perhaps', 'featured', 'true or false'],
])('%s is rejected with a message', async (path, name, wanted) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  const page = await answer.text();
  expect(page).toContain('<h1>Invalid request</h1>');
  expect(page).toContain(`<li>“${name}” must be ${wanted}`);
  expect(page).not.toContain('parameter');
});

test.each(['/events/?page=9', '/events/category/nope/', '/tag/nope/', '/venue/nope/?page=3'])(
  '%s returns 404',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Page not found');
  },
);

test('a current client gets 304, and HEAD has the size', async () => {
  const first = await get('/events/', { accept: 'text/html' });
  const etag = first.headers.get('etag') ?? '';
  const size = Buffer.byteLength(await first.text());
  expect((await get('/events/', { accept: 'text/html', 'if-none-match': etag })).status).toBe(304);
  const head = await get('/events/', { accept: 'text/html', 'accept-encoding': 'identity' }, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(Number(head.headers.get('content-length'))).toBe(size);
  expect((await get('/events/', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br');
});

test('a new event appears on the page at once', async () => {
  await text('/events/?search=harvest');
  const { id } = await world.make('event', {
    title: 'Harvest',
    start_date: '2031-03-30 10:00',
    end_date: '2031-03-30 11:00',
  });
  expect(titles(await text('/events/?search=harvest'))).toEqual(['Harvest']);
  await world.send('DELETE', `/events/${id}?force=true`);
});

test('requests for JSON are redirected to the API, whatever is cached', async () => {
  await text('/events/');
  const json = await get('/events/', { accept: 'application/json' });
  expect([json.status, json.headers.get('location')]).toEqual([
    302,
    'https://cal.example.net/calendar/events/v1/events',
  ]);
});

test('the list changes at midnight', async () => {
  const before = world.moveTo('2031-03-21 00:00:01');
  expect(titles(await text('/events/'))).toEqual(['Book fair', 'River walk']);
  expect(titles(await text('/events/?view=past'))).toEqual(['Swing night', 'Old fair']);
  world.moveTo(before);
});
