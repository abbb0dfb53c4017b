import { openWorld, type World } from '../support/world.ts';

/** The pages of events, venues and organizers, the page for developers, and error pages. */
let world: World;
let id = 0;
const HOSTILE = `Tom & "Jerry's" < cats`;

beforeAll(async () => {
  world = await openWorld({ roles: true });
  const event = await world.make('event', {
    title: HOSTILE,
    description: '<p>Fish &amp; chips</p><script>alert(1)</script><a href="javascript:alert(1)">no</a>',
    excerpt: 'Short & sweet',
    start_date: '2031-05-01 20:00',
    end_date: '2031-05-01 23:00',
    timezone: 'Europe/Rome',
    cost: '10 - 25 EUR',
    website: 'https://www.fair.example/now/',
    categories: ['Music </script> halls'],
    tags: ['open air'],
    venue: { venue: 'Boat house', address: 'Quay 1', city: 'Rome', geo_lat: 41.9, geo_lng: 12.47 },
    organizer: [
      { organizer: 'River Club', email: 'hello@river.example', phone: '+39 06 123' },
      { organizer: 'Friends of the river' },
    ],
  });
  id = Number(event.id);
  await world.make('event', {
    title: 'Draft',
    start_date: '2031-05-01',
    end_date: '2031-05-01',
    status: 'draft',
  });
  await world.settled();
});
afterAll(() => world.stop());

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(world.server.url + path, { headers, redirect: 'manual' });
const text = async (path: string) => (await get(path)).text();
const slug = async () => String((await world.get(`/events/${id}`)).body.slug);
const jsonLd = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null');

test('the page of an event shows all linked records', async () => {
  const page = await text(`/event/${await slug()}/`);
  expect(page).toContain(
    'Thursday, 1 May 2031, 20:00</time>\u00a0–\u2060\u00a0<time datetime="2031-05-01T23:00:00+02:00">23:00</time> <span class="zone">CEST',
  );
  expect(page).toContain('<p class="price">10 – 25 EUR</p>');
  expect(page).toContain('<a href="https://www.fair.example/now/" rel="nofollow">fair.example/now</a>');
  expect(page).toContain(
    `<p class="place"><a href="${world.server.url}/venue/boat-house/">Boat house</a><br>Quay 1, Rome · <a href=`,
  );
  expect(page).toContain('https://www.openstreetmap.org/?mlat=41.9&amp;mlon=12.47#map=16/41.9/12.47');
  expect(page).toContain('<a href="mailto:hello@river.example">hello@river.example</a>');
  expect(page).toContain('<a href="tel:+3906123">+39 06 123</a>');
  expect(page).toContain(`href="${world.server.url}/tag/open-air/">open air</a>`);
});

test('the page of an event begins with when, where and the price, and ends with all organizers', async () => {
  const page = await text(`/event/${await slug()}/`);
  const parts = [
    'class="when large"',
    'Boat house',
    'class="price"',
    'Add to calendar',
    'chips</p>',
    '<dt>Tag</dt>',
    'Organizers',
  ];
  const places = parts.map((part) => page.indexOf(part, page.indexOf('<h1>')));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  const [block = ''] = /<section aria-labelledby="organizers">.*?<\/section>/s.exec(page) ?? [];
  expect(block).toMatch(/River Club<\/a> · .*Friends of the river<\/a>/s);
  expect(page.match(/<h2[^>]*>Organizer/g)).toHaveLength(1);
});

test('the page of an event is in the language of the site', async () => {
  const german = await world.beside({ LOCALE: 'de', TIMEZONE: 'Europe/Rome' });
  const page = await (await fetch(`${german.server.url}/event/${await slug()}/`)).text();
  await german.stop();
  for (const words of [
    'Donnerstag, 1. Mai 2031, 20:00</time>',
    ...['Alle Veranstaltungen', 'Auf der Karte anzeigen', 'Zum Kalender hinzufügen', 'Adresse dieser Seite'],
    ...['<dt>Kategorie</dt>', '<dt>Schlagwort</dt>', '>Veranstalter</h2>'],
  ])
    expect(page).toContain(words);
  expect(page).not.toMatch(/Organizer|Add to|Share|Website:|Show on|Tags?<|Categor(y|ies)</);
});

test('an event can be added to a calendar, and has data for programs and previews', async () => {
  const page = await text(`/event/${await slug()}/`);
  const { url, rest } = world.server;
  expect(page).toContain(
    `<a href="${url}/feeds/events/${id}.ics" rel="nofollow">Calendar file (iCalendar)</a>`,
  );
  expect(page).toContain(`<link rel="alternate" href="${rest}/events/${id}" type="application/json">`);
  expect(page).toContain(`<link rel="https://api.w.org/" href="${url}/wp-json/">`);
  expect(page).toContain('<meta property="og:description" content="Short &amp; sweet">');
  expect(page).toContain(`<link rel="canonical" href="${url}/event/${await slug()}/">`);
});

test('texts are escaped, and their markup is rendered once', async () => {
  const page = await text(`/event/${await slug()}/`);
  expect(page).toContain('<h1>Tom &amp; &quot;Jerry&#39;s&quot; &lt; cats</h1>');
  expect(page).toContain('<title>Tom &amp; &quot;Jerry&#39;s&quot; &lt; cats – Calendar</title>');
  expect(page).toContain('<p>Fish &amp; chips</p>');
  expect(page).not.toMatch(/alert\(1\)/);
});

test.each(['event', 'venue', 'organizer'] as const)(
  'the linked data of an %s is that of the API',
  async (kind) => {
    const name = kind === 'event' ? await slug() : kind === 'venue' ? 'boat-house' : 'river-club';
    const { json_ld } = (await world.get(`/${kind}s/by-slug/${name}`)).body;
    expect(jsonLd(await text(`/${kind}/${name}/`))).toEqual(json_ld);
  },
);

test('a venue and an organizer show their events', async () => {
  for (const path of ['/venue/boat-house/', '/organizer/river-club/']) {
    const page = await text(path);
    expect(page).toContain('1 event');
    expect(page).toContain('&lt; cats</a>');
  }
  expect(await text('/venue/boat-house/')).toContain(
    '<dt>Address</dt><dd>Quay 1, Rome · <a href="https://www.open',
  );
  expect(await text('/venue/boat-house/?view=past')).toContain('<p class="count">No events · ');
  expect(await text('/venue/boat-house/')).toMatch(/feeds\/events\.ics\?venue=\d+/);
});

test('an event is marked as past when it has ended, not before', async () => {
  const path = `/event/${await slug()}/`;
  const before = world.moveTo('2031-05-01 20:59:59');
  expect(await text(path)).not.toContain('This event is over.');
  world.moveTo('2031-05-01 21:00:00');
  expect(await text(path)).toContain('<p class="over">This event is over.</p>');
  world.moveTo(before);
});

test('drafts are only for authorized readers, and not cached for others', async () => {
  expect((await get('/event/draft/')).status).toBe(403);
  const mine = await get('/event/draft/', { accept: 'text/html', ...world.server.admin });
  expect([mine.status, mine.headers.get('cache-control')]).toEqual([200, 'no-store, private']);
  expect(await mine.text()).toContain('<span class="badge">Draft</span>');
  expect((await get('/event/draft/')).status).toBe(403);
});

test.each(['/event/nope/', '/venue/nope/', '/organizer/nope/', '/nope', '/events/category/'])(
  '%s is a page that reports a missing record',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const page = await answer.text();
    expect(page).toContain('<h1>Page not found</h1>');
    expect(page).toContain('<meta name="robots" content="noindex">');
  },
);

test('clients of JSON get errors as JSON', async () => {
  for (const accept of ['application/json', '*/*']) {
    const answer = await get('/nope', { accept });
    expect([answer.status, (await answer.json()).code]).toEqual([404, 'rest_no_route']);
  }
});

test('requests for a record as JSON are redirected, whatever is cached', async () => {
  const path = `/event/${await slug()}/`;
  await text(path);
  const answer = await get(path, { accept: 'application/json' });
  expect([answer.status, answer.headers.get('vary')]).toEqual([302, expect.stringContaining('Accept')]);
  expect((await (await get(path)).text()).startsWith('<!doctype html>')).toBe(true);
});

test('pages have no scripts, and their style is a cacheable file', async () => {
  const answer = await get('/events/');
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|script-src/);
  const page = await answer.text();
  expect(page).not.toMatch(/ style="|<style| on\w+="/);
  const style = /<link rel="stylesheet" href="([^"]*)"/.exec(page)?.[1] ?? '';
  const file = await fetch(style);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(file.headers.get('cache-control')).toContain('immutable');
});

test('the page for developers shows versions and addresses', async () => {
  const page = await text('/api');
  for (const figure of ['<dt>API revision</dt><dd>B</dd>', '<dd>UTC</dd>']) expect(page).toContain(figure);
  for (const path of ['/events/', '/docs', '/graphql', '/schema.graphql', '/feeds/events.ics'])
    expect(page).toContain(`href="${world.server.url}${path}"`);
});

test('hostile words and names are rejected or shown as text, never a server error', async () => {
  for (const path of [
    '/events/?search=%00',
    '/events/?search=%22%3E%3Cb%3E',
    '/event/%00/',
    '/tag/%F0%9F%8E%88/',
  ]) {
    const answer = await get(path);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).not.toContain('"><b>');
  }
  expect((await get(`/events/?search=${'a'.repeat(1001)}`)).status).toBe(400);
});

test.each(['event', 'venue', 'organizer', 'events/category', 'tag'])(
  'at /%s/ a text that cannot be a slug returns 404',
  async (pages) => {
    for (const slug of ['%20', 'a%00b', 'a'.repeat(1001)])
      expect((await get(`/${pages}/${slug}/`)).status).toBe(404);
  },
);
