import { weekendDays } from '../../src/api/pages/public/page-makers.ts';
import { watchStatements } from '../support/statements.ts';
import { openWorld, type World } from '../support/world.ts';

/** The filters of lists, in every view and revision. */
const SITE = 'https://cal.example.net';
const statements = watchStatements();
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
afterAll(async () => {
  statements.restore();
  await Promise.all(worlds.map((one) => one.stop()));
});

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
    [...page.matchAll(/<a href="([^"]*)" aria-label="Remove the filter “([^"]*)”"/g)].map(
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
  ['venue=nowhere', 400],
  ['page=9', 404],
  ['page=9&venue=nowhere', 404],
])('%s has the status %d', async (query, status) => {
  expect((await get(`/events/?${query}`)).status).toBe(status);
});

/** The toggles of a page: whether each is set, and its address. */
const toggles = (page: string) =>
  Object.fromEntries(
    [
      ...(page.split('class="toggles"')[1]?.split('</ul>')[0] ?? '').matchAll(
        /<a href="([^"]*)"([^>]*)>([^<]*)</g,
      ),
    ].map(([, href = '', state, name]) => [
      name,
      `${plain(href).replace(SITE, '')}${state === ' aria-current="true"' ? ' *' : ''}`,
    ]),
  );

test('toggles set and remove their filter, and keep all others', async () => {
  expect(toggles(await text('/events/?tag=open-air&date=2031-04-01&page=2'))).toEqual({
    Today: '/events/?when=today&tag=open-air',
    'This weekend': '/events/?when=weekend&tag=open-air',
    Free: '/events/?date=2031-04-01&tag=open-air&free=true',
    Online: '/events/?date=2031-04-01&tag=open-air&online=true',
  });
  expect(toggles(await text('/events/?when=weekend&free=true'))).toEqual({
    Today: '/events/?when=today&free=true',
    'This weekend': '/events/?free=true *',
    Free: '/events/?when=weekend *',
    Online: '/events/?when=weekend&free=true&online=true',
  });
  expect(toggles(await text('/events/?month=2031-04&online=on'))).toEqual({
    Today: '/events/?when=today&online=true',
    'This weekend': '/events/?when=weekend&online=true',
    Free: '/events/?month=2031-04&free=true&online=true',
    Online: '/events/?month=2031-04 *',
  });
});

describe('by price, place and days', () => {
  /** It is Friday, 12:00. */
  const made: number[] = [];
  beforeAll(async () => {
    for (const [title, start_date, end_date, more] of [
      ['Morning swim', '2031-03-14 08:00', '2031-03-14 09:00', {}],
      ['Evening swim', '2031-03-14 18:00', '2031-03-14 19:00', { cost: 'Free' }],
      ['Saturday swim', '2031-03-15 18:00', '2031-03-15 19:00', { venue: { venue: 'Pool', city: 'Rome' } }],
      ['Sunday swim', '2031-03-16 18:00', '2031-03-16 19:00', { is_virtual: true, cost: '0' }],
      ['Monday swim', '2031-03-17 18:00', '2031-03-17 19:00', { cost: '5' }],
    ] as const)
      made.push((await world.make('event', { title, start_date, end_date, ...more })).id);
    await world.settled();
  });
  afterAll(async () => {
    for (const id of made) await world.send('DELETE', `/events/${id}?force=true`);
  });

  test.each([
    ['when=today', ['Evening swim'], 'Events today'],
    ['when=weekend', ['Saturday swim', 'Sunday swim'], 'Events this weekend'],
    ['when=weekend&until=2031-03-14', ['Evening swim'], 'Upcoming events'],
    ['free=true', ['Evening swim', 'Sunday swim'], 'Upcoming events'],
    ['online=true', ['Sunday swim'], 'Upcoming events'],
    ['city=rome', ['Saturday swim'], 'Upcoming events'],
    ['when=weekend&free=true&online=true', ['Sunday swim'], 'Events this weekend'],
  ])('%s: the page, its file and its JSON', async (query, expected, title) => {
    const page = await text(`/events/?${query}`);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(titles(page)).toEqual(expected);
    const json = plain(/<link rel="alternate" href="([^"]*)"/.exec(page)?.[1] ?? '').replace(SITE, '');
    const { events } = await (await fetch(world.server.url + json)).json();
    expect(events.map((event: { title: string }) => event.title)).toEqual(expected);
    const file = await fetch(`${world.server.url}/events/?${query}&ical=1`, { redirect: 'manual' });
    const ics = file.headers.get('location')?.replace(SITE, '');
    const calendar = await (await fetch(world.server.url + ics)).text();
    expect(calendar.match(/^SUMMARY:.*(?=\r$)/gm)).toEqual(expected.map((each) => `SUMMARY:${each}`));
  });

  test('on its days the weekend begins now', async () => {
    const before = world.moveTo('2031-03-15 20:00:00');
    expect(titles(await text('/events/?when=weekend'))).toEqual(['Sunday swim']);
    world.moveTo('2031-03-16 20:00:00');
    expect(titles(await text('/events/?when=weekend'))).toEqual([]);
    world.moveTo('2031-03-17 00:00:00');
    expect(await text('/events/?when=weekend')).toContain('starts_before=2031-03-23');
    world.moveTo(before);
  });

  test('a subscription goes on after today and the weekend', async () => {
    const page = await text('/events/?when=weekend&free=true');
    expect(page).toContain('href="webcal://cal.example.net/feeds/events.ics?free=true"');
  });

  test('revision A behaves the same', async () => {
    const page = await text('/events/?when=weekend', await twin());
    expect(titles(page)).toEqual(['Saturday swim', 'Sunday swim']);
    expect(page).toContain('/events?start_date=2031-03-15&amp;end_date=2031-03-16');
  });
  const twin = async () => {
    const one = await world.beside({ API_REVISION: 'A', BASE_URL: SITE });
    worlds.unshift(one);
    return one;
  };
});

test.each([
  ['2031-03-13', [6, 7], ['2031-03-15', '2031-03-16']],
  ['2031-03-15', [6, 7], [null, '2031-03-16']],
  ['2031-03-16', [6, 7], [null, '2031-03-16']],
  ['2031-03-13', [5, 6], ['2031-03-14', '2031-03-15']],
  ['2031-03-17', [7], ['2031-03-23', '2031-03-23']],
  ['9999-12-31', [6, 7], [null, '9999-12-31']],
])('on %s, with the weekend %j, the weekend is %j', (today, weekend, days) =>
  expect(weekendDays(today, weekend)).toEqual(days),
);

test('the form shows the current filters', async () => {
  const page = await text('/events/?category=music&featured=true&date=2031-03-15&organizer=river-club');
  expect(page).toContain('<option value="music" selected>Music</option>');
  expect(page).toContain('name="featured" value="true" checked');
  expect(page).toContain('<input type="date" name="date" value="2031-03-15">');
  expect(page).toContain('<input type="hidden" name="organizer" value="river-club">');
});

describe('the form offers', () => {
  /** The value and the name of each option of a list, with `*` for the selected one; null without a list. */
  const options = (page: string, name: string) => {
    const list = page.split(`<select name="${name}">`)[1]?.split('</select>')[0];
    return list === undefined
      ? null
      : [...list.matchAll(/<option value="([^"]*)"( selected)?>([^<]*)</g)].map(
          ([, value, selected, shown]) => `${value}: ${shown}${selected ? ' *' : ''}`,
        );
  };
  const hiddenNames = (page: string) =>
    [...page.matchAll(/<input type="hidden" name="([^"]*)"/g)].map(([, name]) => name);

  beforeAll(async () => {
    for (const [venue, day] of [
      ['Éden', '2031-06-01'],
      ['1984', '2031-06-02'],
      ['Zoo', '2031-06-03'],
      ['Attic', '2031-02-01'],
    ]) {
      const { id } = await world.make('venue', { venue });
      ids[`${venue}`] = id;
      await world.make('event', {
        ...{ title: `At ${venue}`, start_date: `${day} 10:00`, end_date: `${day} 12:00`, venue: [id] },
        tags: ['Abseiling'],
      });
    }
    await world.settled();
  });

  test('venues with upcoming events, and tags, by name', async () => {
    const page = await text('/events/');
    expect(options(page, 'venue')).toEqual([
      ': All',
      `${ids['1984']}: 1984`,
      'boat-house: Boat house',
      'eden: Éden',
      'zoo: Zoo',
    ]);
    expect(options(page, 'tag')).toEqual([': All', 'abseiling: Abseiling', 'open-air: Open air']);
  });

  test('the chosen ones, each once, however they are written', async () => {
    const page = await text(`/events/?venue=${ids.venue}&tag=Open+Air&category=MUSIC`);
    expect(options(page, 'venue')).toContain('boat-house: Boat house *');
    expect(options(page, 'venue')).toHaveLength(5);
    expect(options(page, 'tag')).toContain('open-air: Open air *');
    expect(options(page, 'tag')).toHaveLength(3);
    expect(options(page, 'category')).toEqual([': All', 'music: Music *']);
    expect(hiddenNames(page)).toEqual([]);
  });

  test('a chosen venue without upcoming events, in its place', async () => {
    expect(options(await text('/events/?venue=attic&view=past'), 'venue')).toEqual([
      ': All',
      `${ids['1984']}: 1984`,
      'attic: Attic *',
      'boat-house: Boat house',
      'eden: Éden',
      'zoo: Zoo',
    ]);
  });

  test('a value for each venue that finds its events', async () => {
    expect(titles(await text(`/events/?venue=${ids['1984']}`))).toEqual(['At 1984']);
    expect(titles(await text('/events/?venue=eden'))).toEqual(['At Éden']);
  });

  test('as the page of a venue with a number as its name does for its month', async () => {
    const page = await text('/venue/1984/');
    const month = await get(plain(/<a href="([^"]*)">Events by month/.exec(page)?.[1] ?? ''));
    expect(month.status).toBe(200);
    expect(Object.keys(chips(await month.text()))).toEqual(['Venue: 1984']);
  });

  test('no terms of the kind of the page', async () => {
    const tag = await text('/tag/open-air/?venue=zoo');
    expect(options(tag, 'tag')).toBeNull();
    expect(options(tag, 'venue')).toContain('zoo: Zoo *');
    const category = await text('/events/category/music/');
    expect(options(category, 'category')).toBeNull();
    expect(options(category, 'tag')).toContain('open-air: Open air');
  });

  test('the same in the month', async () =>
    expect(options(await text('/events/?view=month&venue=zoo'), 'venue')).toContain('zoo: Zoo *'));

  test('at most 50 venues and 30 tags, with as many statements', async () => {
    const count = async () => {
      await world.settled();
      statements.clear();
      await text('/events/?search=at');
      return statements.seen().length;
    };
    const ofFew = await count();
    for (let n = 10; n < 62; n++)
      await world.make('event', {
        ...{ title: `At ${n}`, start_date: '2031-07-01 10:00', end_date: '2031-07-01 12:00' },
        ...{ venue: { venue: `House ${n}` }, tags: [`Tag ${n}`] },
      });
    expect(await count()).toBe(ofFew);
    const page = await text('/events/?venue=zoo');
    expect(options(page, 'venue')).toHaveLength(1 + 50 + 1);
    expect(options(page, 'venue')?.at(-1)).toBe('zoo: Zoo *');
    expect(options(page, 'tag')).toHaveLength(1 + 30);
    expect(options(page, 'tag')).toContain('open-air: Open air');
  });

  test('at most 14 categories', async () => {
    for (let n = 10; n < 24; n++)
      await world.make('event', {
        ...{ title: `Class ${n}`, start_date: '2031-07-02 10:00', end_date: '2031-07-02 12:00' },
        categories: [`Kind ${n}`],
      });
    await world.settled();
    expect(options(await text('/events/'), 'category')).toHaveLength(1 + 14);
    expect(options(await text('/events/?category=kind-23'), 'category')).toContain('kind-23: Kind 23 *');
  });
});
