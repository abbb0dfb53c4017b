import { openWorld, type World } from '../support/world.ts';

/** A month as a sheet, on the site's clock. */
let world: World;

beforeAll(async () => {
  // At 2031-03-14 12:00 UTC it is 21:00 in Tokyo.
  world = await openWorld({ env: { TIMEZONE: 'Asia/Tokyo' } });
  const event = (title: string, start_date: string, end_date: string, more: object = {}) =>
    world.make('event', { title, start_date, end_date, ...more });
  await event('Last hour', '2031-02-28 23:00', '2031-03-01 00:00');
  await event('Through the night', '2031-03-01 22:00', '2031-03-02 02:00');
  await event('Camp', '2031-03-30', '2031-04-02', { all_day: true });
  await event('Elsewhere', '2031-03-10 20:00', '2031-03-10 21:00', { timezone: 'America/New_York' });
  for (let n = 1; n <= 7; n++) await event(`Market ${n}`, `2031-03-20 1${n}:00`, `2031-03-20 1${n}:30`);
  await world.settled();
});
afterAll(() => world.stop());

const text = async (path: string) => (await fetch(world.server.url + path)).text();
/** What a sheet shows on a day. */
const on = (page: string, day: string) => {
  const cell = page.split('<td').find((part) => part.includes(`datetime="${day}"`)) ?? '';
  return [...cell.matchAll(/<li[^>]*><a[^>]*>(.*?)<\/a>/g)].map(([, item = '']) =>
    item.replace(/<[^>]*>/g, ''),
  );
};
const days = (page: string) => [...page.matchAll(/<td class="day[^>]*>/g)].length;

test('every day of the month is there, and today is marked', async () => {
  const page = await text('/events/?view=month');
  expect(page).toContain('<h1>March 2031</h1>');
  expect(days(page)).toBe(31);
  expect(/aria-current="date">.*?datetime="([^"]*)"/s.exec(page)?.[1]).toBe('2031-03-14');
});

test('an event is on each of its days, and not on the one that begins when it ends', async () => {
  const march = await text('/events/?month=2031-03');
  expect(on(march, '2031-03-01')).toEqual(['22:00 Through the night']);
  expect(on(march, '2031-03-02')).toEqual(['Through the night']);
  expect(on(march, '2031-03-31')).toEqual(['Camp']);
  expect(on(await text('/events/?month=2031-02'), '2031-02-28')).toEqual(['23:00 Last hour']);
  const april = await text('/events/?month=2031-04');
  expect([on(april, '2031-04-02'), on(april, '2031-04-03')]).toEqual([['Camp'], []]);
});

test('an event elsewhere is on the day that it is here', async () => {
  expect(on(await text('/events/?month=2031-03'), '2031-03-11')).toEqual(['09:00 Elsewhere']);
});

test('a full day leads to the list for the rest', async () => {
  const page = await text('/events/?month=2031-03');
  expect(on(page, '2031-03-20')).toHaveLength(6);
  expect(on(page, '2031-03-20').at(-1)).toBe('2 more');
  expect(page).toContain('/events/?date=2031-03-20">2 more');
});

test('the sheet begins on its weekday, and a search stays in its links', async () => {
  const page = await text('/events/?month=2031-03&search=market');
  // 1 March 2031 is a Saturday: five days of the week belong to February.
  expect(page.split('class="day')[0]?.match(/<td class="none">/g)).toHaveLength(5);
  expect(on(page, '2031-03-31')).toEqual([]);
  expect(page).toContain(`href="${world.server.url}/events/?month=2031-04&amp;search=market"`);
});

test.each([
  ['0001-01', 'February 1', 'December'],
  ['9999-12', 'November 9999', 'January'],
])('the calendar ends at %s', async (month, there, beyond) => {
  const page = await text(`/events/?month=${month}`);
  expect(page).toContain('<table class="sheet">');
  const pager = /<nav class="pager" aria-label="Months">(.*?)<\/nav>/.exec(page)?.[1] ?? '';
  expect(pager).toContain(there);
  expect(pager).not.toContain(beyond);
});

test('in February of a leap year there are 29 days', async () => {
  expect([days(await text('/events/?month=2032-02')), days(await text('/events/?month=2031-02'))]).toEqual([
    29, 28,
  ]);
});

test('revision A has months too', async () => {
  const other = await world.beside({ API_REVISION: 'A', TIMEZONE: 'Asia/Tokyo' });
  const page = await (await fetch(`${other.server.url}/events/?month=2031-03`)).text();
  expect(on(page, '2031-03-02')).toEqual(['Through the night']);
  await other.server.stop();
});
