import { openWorld, type World } from '../support/world.ts';

/** The filters of lists, in every view and revision. */
const SITE = 'https://cal.example.net';
const worlds: World[] = [];
const ids: Record<string, number> = {};

/** The clock shows 2031-03-14 12:00 UTC. */
async function calendar(revision: string): Promise<World> {
  const world = await openWorld({ env: { PER_PAGE: '2', BASE_URL: SITE, API_REVISION: revision } });
  worlds.push(world);
  const event = (title: string, day: string, more: object = {}) =>
    world.make('event', { title, start_date: `${day} 10:00`, end_date: `${day} 12:00`, ...more });
  ids.venue = (await world.make('venue', { venue: 'Boat house' })).id;
  ids.organizer = (await world.make('organizer', { organizer: 'River Club' })).id;
  const boat = { venue: [ids.venue] };
  await event('Swing night', '2031-03-20', { categories: ['Music'], ...boat });
  await event('Book fair', '2031-03-21', { organizer: [ids.organizer], featured: true });
  await event('River walk', '2031-04-02', { tags: ['Open air'], ...boat });
  await event('Rowing', '2031-04-03', { tags: ['Open air'], featured: true, ...boat });
  await event('Regatta', '2031-04-04', { tags: ['Open air'], ...boat });
  await event('Old regatta', '2031-03-01', { tags: ['Open air'], ...boat });
  await world.settled();
  return world;
}
let world: World;
let other: World;
beforeAll(async () => {
  world = await calendar('B');
  other = await calendar('A');
});
afterAll(() => Promise.all(worlds.map((one) => one.stop())));

const get = (path: string, of = world) =>
  fetch(of.server.url + path.replace(SITE, ''), { headers: { accept: 'text/html' } });
const text = async (path: string, of = world) => (await get(path, of)).text();
const plain = (html: string) => html.replaceAll('&amp;', '&');
const titles = (page: string) =>
  [...page.matchAll(/<h3><a href="[^"]*">([^<]*)</g)].map(([, title]) => title);
const inMonth = (page: string) =>
  [...page.matchAll(/\/event\/[^"]*">(?:<span class="at">[\d:]*<\/span> )?([^<]*)</g)].map(
    ([, title]) => title,
  );
/** The text and the address of each filter chip. */
const chips = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<a href="([^"]*)"><span class="unseen">Remove <\/span>([^<]*)</g)].map(
      ([, href = '', name]) => [name, plain(href).replace(SITE, '')],
    ),
  );
const rel = (page: string, name: string) =>
  plain(new RegExp(`<link rel="${name}" href="([^"]*)"`).exec(page)?.[1] ?? '').replace(SITE, '');

test.each([
  ['category=music', ['Swing night'], 'Category: Music'],
  ['tag=open-air', ['River walk', 'Rowing'], 'Tag: Open air'],
  ['venue=boat-house', ['Swing night', 'River walk'], 'Venue: Boat house'],
  ['organizer=river-club', ['Book fair'], 'Organizer: River Club'],
  ['featured=true', ['Book fair', 'Rowing'], 'Featured'],
  ['date=2031-04-03', ['Rowing', 'Regatta'], 'From Thu, 3 Apr 2031'],
  ['until=2031-03-20', ['Swing night'], 'Until Thu, 20 Mar 2031'],
  ['date=2031-03-21&until=2031-04-02', ['Book fair', 'River walk'], 'Until Wed, 2 Apr 2031'],
])('%s lists the matching events, and shows the filter as a chip', async (query, expected, chip) => {
  for (const each of [world, other]) {
    const page = await text(`/events/?${query}&utm_source=x`, each);
    expect(titles(page)).toEqual(expected);
    expect(Object.keys(chips(page))).toContain(chip);
  }
});

test('ids of venues and organizers are accepted', async () => {
  expect(titles(await text(`/events/?organizer=${ids.organizer}`))).toEqual(['Book fair']);
  expect(titles(await text(`/events/?venue=${ids.venue}&date=2031-04-03`))).toEqual(['Rowing', 'Regatta']);
});

test('several filters combine; each can be removed alone, or all at once', async () => {
  const page = await text('/events/?tag=open-air&venue=boat-house&featured=on&search=row');
  expect(titles(page)).toEqual(['Rowing']);
  expect(chips(page)).toEqual({
    '“row”': '/events/?tag=open-air&venue=boat-house&featured=true',
    'Tag: Open air': '/events/?search=row&venue=boat-house&featured=true',
    'Venue: Boat house': '/events/?search=row&tag=open-air&featured=true',
    Featured: '/events/?search=row&tag=open-air&venue=boat-house',
  });
  expect(page).toContain(`<a class="all" href="${SITE}/events/">`);
});

test('filters stay from page to page, and for past events', async () => {
  const page = await text('/events/?tag=open-air');
  const second = await text(rel(page, 'next'));
  expect(titles(second)).toEqual(['Regatta']);
  expect(titles(await text(rel(page, 'prev')))).toEqual(['Old regatta']);
});

test('filters stay from month to month, and for a day', async () => {
  const march = await text('/events/?view=month&tag=open-air&venue=boat-house');
  expect(inMonth(march)).toEqual(['Old regatta']);
  const april = await text(rel(march, 'next'));
  expect(inMonth(april)).toEqual(['River walk', 'Rowing', 'Regatta']);
  expect(chips(april)['Tag: Open air']).toBe('/events/?month=2031-04&venue=boat-house');
  const day = plain(/class="date" href="([^"]*date=2031-04-03[^"]*)"/.exec(april)?.[1] ?? '');
  expect(titles(await text(day))).toEqual(['Rowing']);
  expect(day).toContain('view=day&date=2031-04-03&tag=open-air&venue=boat-house');
});

test('feeds and JSON have the same filters', async () => {
  for (const each of [world, other]) {
    const query = 'date=2031-04-01&until=2031-04-03&tag=open-air&venue=boat-house';
    const page = await text(`/events/?${query}`, each);
    const [json, ics] = [...page.matchAll(/<link rel="alternate" href="([^"]*)"/g)].map(([, href]) =>
      plain(href ?? '').replace(SITE, ''),
    );
    const { events } = await (await fetch(each.server.url + json)).json();
    expect(events.map(({ title }: { title: string }) => title)).toEqual(['River walk', 'Rowing']);
    const calendar = await (await fetch(each.server.url + ics)).text();
    expect(calendar.match(/^SUMMARY:.*(?=\r$)/gm)).toEqual(['SUMMARY:River walk', 'SUMMARY:Rowing']);
    expect(page).toContain(`href="webcal://cal.example.net${ics?.replaceAll('&', '&amp;')}"`);
  }
});

test('a term page accepts more filters; the term itself stays', async () => {
  const page = await text('/events/category/music/?venue=boat-house&category=nothing');
  expect(titles(page)).toEqual(['Swing night']);
  expect(chips(page)).toEqual({ 'Venue: Boat house': '/events/category/music/' });
});

test.each([
  ['venue=nowhere', 404],
  ['tag=nothing', 404],
  ['organizer=999999', 404],
  ['featured=perhaps', 400],
  ['until=tomorrow', 400],
  ['category=%00', 400],
  ['venue=99999999999', 404],
])('%s has the status %d', async (query, status) => {
  expect((await get(`/events/?${query}`)).status).toBe(status);
});

test('the form shows the current filters', async () => {
  const page = await text('/events/?category=music&featured=true&date=2031-03-15&organizer=river-club');
  expect(page).toContain('<details open>');
  expect(page).toContain('<option value="music" selected>Music</option>');
  expect(page).toContain('name="featured" value="true" checked');
  expect(page).toContain('<input type="date" name="date" value="2031-03-15">');
  expect(page).toContain('<input type="hidden" name="organizer" value="river-club">');
});
