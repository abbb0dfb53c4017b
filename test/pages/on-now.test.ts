import { openWorld, type World } from '../support/world.ts';

/** Current events come first on every page for visitors; past events are excluded. */
let world: World;
const PLACE = { venue: { venue: 'Customs house', city: 'Porto' }, organizer: { organizer: 'River Club' } };

beforeAll(async () => {
  // It is Friday, 14 March 2031, 12:00 UTC: in Lisbon, too.
  world = await openWorld({ env: { TIMEZONE: 'Europe/Lisbon', BASE_URL: 'https://cal.example.net' } });
  const event = (title: string, start_date: string, end_date: string, more: object = {}) =>
    world.make('event', {
      ...{ title, start_date, end_date, categories: ['Harbor'], tags: ['Salt'], ...PLACE, ...more },
    });
  await event('Harbor exhibition', '2031-01-02', '2031-04-30', { all_day: true });
  await event('Harbor tour', '2031-03-14 11:30', '2031-03-14 12:30');
  await event('Harbor breakfast', '2031-03-14 08:00', '2031-03-14 12:00');
  await event('Harbor dinner', '2031-03-14 20:00', '2031-03-14 22:00');
  await event('Harbor run', '2031-05-01 10:00', '2031-05-01 12:00');
  await event('Harbor jubilee', '2034-05-01 10:00', '2034-05-01 12:00');
  await world.settled();
});
afterAll(() => world.stop());

const text = async (path: string): Promise<string> =>
  (await fetch(world.server.url + path, { headers: { accept: 'text/html' } })).text();
/** Headings and titles of a list, in their order. */
const outline = (page: string): string[] =>
  [...page.matchAll(/<div class="group"><h2>([^<]*)<|<h3><a href="[^"]*">Harbor ([^<]*)</g)].map(
    ([, heading = '', title = '']) => (heading === '' ? title : `# ${heading.trim()}`),
  );
const COMING = ['# Today', 'dinner', '# Thursday 1 May', 'run', '# Monday, 1 May 2034', 'jubilee'];

test.each([
  '/',
  '/events/',
  '/events/?search=harbor',
  '/events/?search=porto',
  '/events/category/harbor/',
  '/tag/salt/',
  '/venue/customs-house/',
  '/organizer/river-club/',
  '/events/?venue=customs-house',
])('%s begins with current events, and has no past events', async (path) => {
  expect(outline(await text(path))).toEqual(['# On now', 'exhibition', 'tour', ...COMING]);
});

test.each(['ics', 'rss'])('the %s has current events, and no past events', async (format) => {
  const feed = await text(`/feeds/events.${format}`);
  const titles = [...feed.matchAll(/(?:SUMMARY:|<title>)Harbor (\w+)/g)].map(([, title]) => title);
  expect(titles).toEqual(['exhibition', 'tour', 'dinner', 'run', 'jubilee']);
  expect(await text(`/feeds/events.${format}?start_date=2031-03-14&end_date=2031-03-14`)).toContain(
    'Harbor breakfast',
  );
});

test('an exhibition is listed on each of its days', async () => {
  expect(outline(await text('/events/?date=2031-04-01&until=2031-04-02'))).toEqual([
    '# On now',
    'exhibition',
  ]);
  expect(outline(await text('/events/?until=2031-03-14'))).toEqual([
    ...['# On now', 'exhibition', 'tour', '# Today', 'dinner'],
  ]);
});

test.each(['/events/?view=past', '/venue/customs-house/?view=past'])(
  'events that ended today are past: %s',
  async (path) => {
    const page = await text(path);
    expect(outline(page)).toEqual(['# Today', 'breakfast']);
    expect(page).toContain('Past events');
  },
);

test('headings are relative to today: today and tomorrow with their dates, other years with the year', async () => {
  const before = world.moveTo('2031-04-30 12:00:00');
  expect(await text('/events/?search=run')).toContain('<h2>Tomorrow <small>Thursday 1 May</small></h2>');
  world.moveTo('2031-05-01 08:00:00');
  expect(await text('/events/?search=run')).toContain('<h2>Today <small>Thursday 1 May</small></h2>');
  world.moveTo('2031-05-02 00:00:00');
  expect(outline(await text('/events/?view=past&search=run'))).toEqual(['# Thursday 1 May', 'run']);
  world.moveTo(before);
});

test('a list from a day on has events that began earlier under that day', async () => {
  const { id } = await world.make('event', {
    ...{ title: 'Harbor camp', start_date: '2031-04-28 10:00', end_date: '2031-05-03 10:00' },
  });
  const page = await text('/events/?date=2031-05-01&until=2031-05-01&search=harbor+-exhibition');
  expect(outline(page)).toEqual(['# Thursday 1 May', 'camp', 'run']);
  expect(page.replace(/<[^>]*>/g, '')).toContain('until Saturday 3 May');
  await world.send('DELETE', `/events/${id}?force=true`);
});

test('days are in order, even if an all-day event elsewhere begins on the evening before', async () => {
  const made = [];
  for (const [title, start_date, end_date, more] of [
    ['rice', '2031-06-11', '2031-06-11', { all_day: true, timezone: 'Asia/Tokyo' }],
    ['fado', '2031-06-10 20:00', '2031-06-10 22:00', {}],
  ] as const)
    made.push(await world.make('event', { title: `Harbor ${title}`, start_date, end_date, ...more }));
  const days = ['# Tuesday 10 June', 'fado', '# Wednesday 11 June', 'rice'];
  expect(outline(await text('/events/?date=2031-06-10&until=2031-06-11'))).toEqual(days);
  const before = world.moveTo('2031-06-20 12:00:00');
  expect(outline(await text('/events/?view=past')).slice(0, 4)).toEqual([
    ...['# Wednesday 11 June', 'rice', '# Tuesday 10 June', 'fado'],
  ]);
  world.moveTo(before);
  for (const { id } of made) await world.send('DELETE', `/events/${id}?force=true`);
});

test('pages change when an event begins and ends', async () => {
  const before = world.moveTo('2031-03-14 12:29:59');
  expect(outline(await text('/events/?search=tour'))).toEqual(['# On now', 'tour']);
  expect(await text('/event/harbor-tour/')).toContain('<span class="badge now">On now</span>');
  world.moveTo('2031-03-14 12:30:00');
  expect(outline(await text('/events/?search=tour'))).toEqual([]);
  expect(await text('/event/harbor-tour/')).toContain('This event is over.');
  const dinner = () => text('/event/harbor-dinner/');
  expect(await dinner()).not.toContain('On now');
  world.moveTo('2031-03-14 20:00:00');
  expect(await dinner()).toContain('On now');
  expect(outline(await text('/events/')).slice(0, 3)).toEqual(['# On now', 'exhibition', 'dinner']);
  world.moveTo(before);
});

test('past days and months are marked, and a day marks current events', async () => {
  expect(await text('/events/?view=day&date=2031-03-13')).toContain('This day is over.');
  expect(await text('/events/?month=2031-02')).toContain('This month is over.');
  const today = await text('/events/?view=day');
  expect(today).not.toContain('is over.');
  const on = [...today.matchAll(/Harbor (\w+)<\/a> <span class="badge now">On now/g)].map(([, name]) => name);
  expect(on).toEqual(['exhibition', 'tour']);
  const tomorrow = await text('/events/?view=day&date=2031-03-15');
  expect(tomorrow).toContain('Harbor exhibition');
  expect(tomorrow).not.toContain('On now');
  expect(await text('/events/?view=month')).not.toContain('is over.');
});

test('revision A behaves the same', async () => {
  const other = await world.beside({ API_REVISION: 'A', TIMEZONE: 'Europe/Lisbon' });
  const page = await (await fetch(`${other.server.url}/events/`)).text();
  expect(outline(page)).toEqual(['# On now', 'exhibition', 'tour', ...COMING]);
  const until = await (await fetch(`${other.server.url}/events/?until=2031-03-14`)).text();
  expect(outline(until)).toEqual(['# On now', 'exhibition', 'tour', '# Today', 'dinner']);
  await other.server.stop();
});

test('a list shows an event on the same day as the month, with the time of its own zone first', async () => {
  const { id } = await world.make('event', {
    ...{ title: 'Songs from a loft', start_date: '2031-06-02 20:30', end_date: '2031-06-02 22:00' },
    timezone: 'America/New_York',
  });
  const list = (await text('/events/?search=loft')).replace(/<[^>]*>/g, '').replaceAll('\n', ' ');
  expect(list).toMatch(/Tuesday 3 June +Monday, 20:30 – 22:00 GMT−4 \(01:30 – 03:00 WEST\) +Songs/);
  const month = await text('/events/?month=2031-06');
  const cell = month.split('<td').find((part) => part.includes('datetime="2031-06-03"')) ?? '';
  expect(cell.replace(/<[^>]*>/g, '')).toContain('Monday, 20:30 GMT−4 (01:30 WEST) Songs from a loft');
  await world.send('DELETE', `/events/${id}?force=true`);
});
