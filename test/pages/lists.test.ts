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

/** The text of a page's part, without elements. */
const shown = (part: string) =>
  part
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const cards = (page: string) => page.split('<li class="card">').slice(1);

test('upcoming events by day, with time, title, place and cost', async () => {
  const page = await text('/events/');
  expect(titles(page)).toEqual(['Swing night', 'Book fair']);
  expect([...page.matchAll(/<div class="group"><h2>([^<]*)</g)].map(([, day]) => day)).toEqual([
    'Thursday 20 March',
    'Friday 21 March',
  ]);
  const [, fair = ''] = cards(page);
  expect(shown(fair.split('</li>')[0] ?? '')).toBe('10:00 – 12:00 Book fair Boat house, Rome · $5');
  expect(fair).toContain('<time datetime="2031-03-21T10:00:00+00:00">10:00 – 12:00</time>');
  expect(page).toContain('3 events, page 1 of 2');
});

test('a card has the picture of its event, and the place of an online event', async () => {
  const { id } = await world.make('event', {
    ...{ title: 'Garden talk', start_date: '2031-05-02 10:00', end_date: '2031-05-02 12:00' },
    ...{ image: 'https://pictures.example/garden.jpg', is_virtual: true, cost: 'Free' },
  });
  const [card = ''] = cards(await text('/events/?search=garden'));
  expect(card).toContain('<img src="https://pictures.example/garden.jpg" alt=""');
  expect(shown(card.split('</li>')[0] ?? '')).toBe('10:00 – 12:00 Garden talk Online · Free');
  await world.send('POST', `/events/${id}`, { venue: { venue: 'Greenhouse' }, image: '' });
  const [other = ''] = cards(await text('/events/?search=garden'));
  expect(other).not.toContain('<img');
  expect(shown(other.split('</li>')[0] ?? '')).toContain('Greenhouse · Also online · Free');
  const [here = ''] = cards(await text('/venue/greenhouse/'));
  expect(shown(here.split('</li>')[0] ?? '')).toBe('10:00 – 12:00 Garden talk Also online · Free');
  await world.send('DELETE', `/events/${id}?force=true`);
});

test.each([
  '/events/?search=fair',
  '/events/?city=Rome',
  '/events/?view=month&search=fair',
  '/venues/?search=boat',
])('%s repeats a typed text, so search engines skip it', async (path) => {
  const page = await text(path);
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).not.toContain('rel="canonical"');
});

test('the page of a venue ignores dates and filters, but not the view', async () => {
  const page = await text('/venue/boat-house/');
  for (const query of ['date=2032-01-01', 'view=day', 'view=month', 'when=today', 'free=perhaps'])
    expect(await text(`/venue/boat-house/?${query}`)).toBe(page);
  expect(titles(page)).toEqual(['Book fair']);
  expect(titles(await text('/venue/boat-house/?view=past'))).toEqual([]);
});

test('the navigation leads to the same events in other views', async () => {
  const linksOf = (page: string) =>
    Object.fromEntries(
      [
        ...page.matchAll(
          /<a href="https:\/\/cal\.example\.net([^"]*)"( aria-current="page")?>(Events|Month|Past)</g,
        ),
      ].map(([, href = '', current, name]) => [
        name,
        `${href.replaceAll('&amp;', '&')}${current ? ' *' : ''}`,
      ]),
    );
  expect(linksOf(await text('/events/category/music/?search=swing&page=1'))).toEqual({
    Events: '/events/category/music/?search=swing *',
    Month: '/events/category/music/?view=month&search=swing',
    Past: '/events/category/music/?view=past&search=swing',
  });
  expect(linksOf(await text('/events/?view=past'))).toMatchObject({
    Events: '/events/',
    Past: '/events/?view=past *',
  });
  expect(linksOf(await text('/venues/'))).toEqual({
    Events: '/events/',
    Month: '/events/?view=month',
    Past: '/events/?view=past',
  });
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
  const none = await text('/events/?search=nothing+of+that');
  expect(none).toContain('No events found.');
  for (const [href, way] of [
    ['/events/', 'Clear filters'],
    ['/events/?view=month&amp;search=nothing+of+that', 'Events by month'],
    ['/events/?view=past&amp;search=nothing+of+that', 'Past events'],
  ])
    expect(none).toContain(`<li><a href="https://cal.example.net${href}">${way}</a></li>`);
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
  ['/events/?page=0', '“page” cannot be “0”. Use a number, 1 or more.'],
  ['/events/?page=x', '“page” cannot be “x”. Use a number, 1 or more.'],
  ['/events/?date=2031-02-30', '“date” cannot be “2031-02-30”. Use a day such as 2031-03-14.'],
  ['/events/?date=2031-02', '“date” cannot be “2031-02”. Use a day such as 2031-03-14.'],
  ['/events/?until=x', '“until” cannot be “x”. Use a day such as 2031-03-14.'],
  [
    `/events/?until=${'x'.repeat(61)}`,
    `“until” cannot be “${'x'.repeat(59)}…”. Use a day such as 2031-03-14.`,
  ],
  ['/events/?view=day&date=2031-02', '“date” cannot be “2031-02”. Use a day such as 2031-03-14.'],
  ['/events/?view=month&date=2031-13', '“date” cannot be “2031-13”. Use a month such as 2031-03.'],
  ['/events/?view=week', '“view” cannot be “week”. Use list, day, month or past.'],
  ['/events/?month=13', '“month” cannot be “13”. Use a month such as 2031-03.'],
  ['/events/?when=tonight', '“when” cannot be “tonight”. Use today or weekend.'],
  ['/events/?featured=perhaps', '“featured” cannot be “perhaps”. Use true or false.'],
  ['/events/?free=perhaps', '“free” cannot be “perhaps”. Use true or false.'],
  ['/events/?online=%3Cb%3E', '“online” cannot be “&lt;b&gt;”. Use true or false.'],
  ['/events/?search=%2C', '“search” cannot be “,”. Use 1 to 50 words, at most 1,000 characters.'],
  ['/events/?city=a%00', '“city” cannot be “a\ufffd”. Use the name of a city, at most 200 characters.'],
  ['/events/?city=%E2%80%8B', '“city” cannot be “\u200b”. Use the name of a city, at most 200 characters.'],
  ['/events/?free=constructor', '“free” cannot be “constructor”. Use true or false.'],
  ['/events/?category=nope', '“category” cannot be “nope”. There is no such category.'],
  ['/events/?category=%00', '“category” cannot be “\ufffd”. There is no such category.'],
  ['/events/?tag=nope', '“tag” cannot be “nope”. There is no such tag.'],
  ['/tag/open-air/?venue=99999999999', '“venue” cannot be “99999999999”. There is no such venue.'],
  ['/events/category/music/?organizer=7', '“organizer” cannot be “7”. There is no such organizer.'],
  ['/venue/boat-house/?page=x', '“page” cannot be “x”. Use a number, 1 or more.'],
  ['/venues/?page=x', '“page” cannot be “x”. Use a number, 1 or more.'],
])('%s shows the list without the value, and says why', async (path, message) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const page = await answer.text();
  expect(page).toContain(`<li>${message}</li>`);
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).not.toContain('rel="canonical"');
  expect(page).toMatch(/(?:Swing night|Book fair|Boat house)<|No events on this day/);
});

test('all values that cannot be used are named, the others count, and no file replaces the page', async () => {
  const answer = await get('/events/?date=x&venue=nope&search=walk&feed=rss2');
  expect(answer.status).toBe(400);
  const page = await answer.text();
  expect([...page.matchAll(/<li>“(\w+)” cannot/g)].map(([, name]) => name)).toEqual(['date', 'venue']);
  expect(titles(page)).toEqual(['River walk']);
  expect(rel(page, 'alternate')).toContain('search=walk');
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
