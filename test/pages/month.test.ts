import { openWorld, type World } from '../support/world.ts';

/** A month as a table, in the site's time zone. */
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
const cellOf = (page: string, day: string) =>
  page.split('<td').find((part) => part.includes(`datetime="${day}"`)) ?? '';
const textOf = (html: string) => html.replace(/<[^>]*>/g, '');
/** The entries of a day in a month, without the ends of multi-day events. */
const on = (page: string, day: string) =>
  [...cellOf(page, day).matchAll(/<li[^>]*><a[^>]*>(.*?)<\/a>/g)].map(([, item = '']) =>
    textOf(item.replace(/<span class="long">.*?<\/span>/, '')),
  );
/** The classes of the first multi-day event on a day, and when it ends in words. */
const chip = (page: string, day: string) => {
  const [, look = '', words = ''] =
    /<li class="(bar[^"]*)">.*?<span class="long">, (.*?)<\/span><\/a><\/li>/s.exec(cellOf(page, day)) ?? [];
  return `${look}: ${words}`;
};
/** The class names of the lines of multi-day events. */
const lines = (page: string, day: string) =>
  [...cellOf(page, day).matchAll(/<li class="((?:bar|lane)[^"]*)"/g)].map(([, look]) => look);
const monthLinks = (page: string) =>
  textOf(/<nav class="pager" aria-label="Months">(.*?)<\/nav>/.exec(page)?.[1] ?? '');
const legend = (page: string) =>
  [
    ...(/<ul class="legend" aria-label="Legend">(.*?)<\/ul>/.exec(page)?.[1] ?? '').matchAll(
      /<li class="(\w+)">([^<]*)/g,
    ),
  ].map(([, look, words]) => `${look}: ${words}`);
const days = (page: string) => [...page.matchAll(/<td class="day[^>]*>/g)].length;

test('a month has a cell for every day, and marks today', async () => {
  const page = await text('/events/?view=month');
  expect(page).toContain('<h1>March 2031</h1>');
  expect(days(page)).toBe(31);
  expect(/aria-current="date">.*?datetime="([^"]*)"/s.exec(page)?.[1]).toBe('2031-03-14');
});

test('an event is on each of its days, and not on the day that begins when it ends', async () => {
  const march = await text('/events/?month=2031-03');
  expect(on(march, '2031-03-01')).toEqual(['22:00 Through the night']);
  expect(chip(march, '2031-03-01')).toBe('bar span-2: until Sunday 2 March');
  expect(on(march, '2031-03-02')).toEqual([]);
  expect(on(await text('/events/?month=2031-02'), '2031-02-28')).toEqual(['23:00 Last hour']);
  const april = await text('/events/?month=2031-04');
  expect([on(april, '2031-04-01'), on(april, '2031-04-03')]).toEqual([['Camp'], []]);
  expect(chip(april, '2031-04-01')).toBe('bar span-2: until Wednesday 2 April');
});

test('a multi-day event is one chip in each week', async () => {
  const march = await text('/events/?month=2031-03');
  const chips = march.split('</tr>').map((week) => week.split('>Camp<').length - 1);
  expect(chips.filter((count) => count > 0)).toEqual([1, 1]);
  expect([chip(march, '2031-03-30'), chip(march, '2031-03-31')]).toEqual([
    'bar span-1: until Wednesday 2 April',
    'bar span-1 on: until Wednesday 2 April',
  ]);
});

test('multi-day events do not overlap; the rest is counted on each day', async () => {
  const made = [];
  for (const [title, from, to] of [
    ['Salt', '02', '08'],
    ['Paper', '02', '03'],
    ['Glass', '03', '05'],
    ['Stone', '03', '04'],
    ['Linen', '04', '04'],
  ])
    made.push(
      await world.make('event', {
        ...{ title, start_date: `2032-02-${from}`, end_date: `2032-02-${to}`, all_day: true },
      }),
    );
  const page = await text('/events/?month=2032-02');
  expect(on(page, '2032-02-02')).toEqual(['Salt', 'Paper']);
  expect([on(page, '2032-02-03'), on(page, '2032-02-04')]).toEqual([
    ['Glass', '1 more'],
    ['Linen', '1 more'],
  ]);
  expect(lines(page, '2032-02-03')).toEqual(['lane', 'lane', 'bar span-3']);
  expect(lines(page, '2032-02-04')).toEqual(['lane', 'lane', 'lane']);
  // Paper has ended, so its line is empty.
  expect(lines(page, '2032-02-05')).toEqual(['lane', 'lane', 'lane']);
  expect([lines(page, '2032-02-07'), lines(page, '2032-02-09')]).toEqual([['lane'], []]);
  for (const { id } of made) await world.send('DELETE', `/events/${id}?force=true`);
});

test.each([
  'view=month&date=2031-12-24',
  'view=month&date=2031-12',
  'month=2031-12',
  'view=month&month=2031-12&date=2031-01',
])('%s is December', async (query) => {
  const page = await text(`/events/?${query}`);
  expect(page).toContain('<h1>December 2031</h1>');
  expect(page).toContain(`<link rel="canonical" href="${world.server.url}/events/?month=2031-12">`);
});

test('a day lists its events, and links to adjacent days', async () => {
  const titles = async (query: string) =>
    [...(await text(`/events/?view=day&${query}`)).matchAll(/<h3><a [^>]*>([^<]*)</g)].map(
      ([, name]) => name,
    );
  expect(await titles('date=2031-03-31')).toEqual(['Camp']);
  expect(await titles('date=2031-03-02')).toEqual(['Through the night']);
  expect(await titles('date=2031-03-11')).toEqual(['Elsewhere']);
  expect(await titles('date=2031-03-20&search=market')).toHaveLength(7);
  const today = await text('/events/?view=day');
  expect(today).toContain('<h1>Friday, 14 March 2031</h1>');
  expect(today).toContain('No events on this day.');
  const { url } = world.server;
  expect(today).toContain(
    `<a rel="prev" href="${url}/events/?view=day&amp;date=2031-03-13">← Thu, 13 Mar 2031</a>`,
  );
  expect(today).toContain(
    `<a rel="next" href="${url}/events/?view=day&amp;date=2031-03-15">Sat, 15 Mar 2031 →</a>`,
  );
  expect(today).toContain('ends_after=2031-03-13');
});

test("an event in another zone is on its day in the site's zone, with its own time", async () => {
  expect(on(await text('/events/?month=2031-03'), '2031-03-11')).toEqual([
    'Monday, 20:00 GMT−4 (09:00 GMT+9) Elsewhere',
  ]);
});

test('a full day links to its page for the rest', async () => {
  const page = await text('/events/?month=2031-03');
  expect(on(page, '2031-03-20')).toHaveLength(6);
  expect(on(page, '2031-03-20').at(-1)).toBe('2 more');
  expect(page).toContain('/events/?view=day&amp;date=2031-03-20">2 more');
});

test('a full month links to the beginning of its list', async () => {
  const small = await world.beside({ TIMEZONE: 'Asia/Tokyo', MAX_PER_PAGE: '5', PER_PAGE: '5' });
  const page = await (await fetch(`${small.server.url}/events/?month=2031-03&search=market&page=2`)).text();
  expect(page).toContain('/events/?date=2031-03-01&amp;search=market">2 more events in the list</a>');
  await small.server.stop();
});

test('the month begins on its weekday, and its links keep the search', async () => {
  const page = await text('/events/?month=2031-03&search=market');
  // 1 March 2031 is a Saturday: five days of the week belong to February.
  expect(page.split('class="day')[0]?.match(/<td class="none">/g)).toHaveLength(5);
  expect(on(page, '2031-03-31')).toEqual([]);
  expect(page).toContain(`href="${world.server.url}/events/?month=2031-04&amp;search=market"`);
});

test.each([
  ['0001-01', 'February', 'December'],
  ['9999-12', 'November', 'January'],
])('the calendar ends at %s', async (month, there, beyond) => {
  const page = await text(`/events/?month=${month}`);
  expect(page).toContain('<table class="sheet">');
  expect(monthLinks(page)).toContain(there);
  expect(monthLinks(page)).not.toContain(beyond);
});

test('in February of a leap year there are 29 days', async () => {
  expect([days(await text('/events/?month=2032-02')), days(await text('/events/?month=2031-02'))]).toEqual([
    29, 28,
  ]);
});

test('revision A has months too', async () => {
  const other = await world.beside({ API_REVISION: 'A', TIMEZONE: 'Asia/Tokyo' });
  const page = await (await fetch(`${other.server.url}/events/?month=2031-03`)).text();
  expect(chip(page, '2031-03-01')).toBe('bar span-2: until Sunday 2 March');
  await other.server.stop();
});

test('on a phone the current month begins with today, and folds the days before', async () => {
  const page = await text('/events/?view=month');
  expect(page).toContain('<details class="earlier"><summary>Earlier this month</summary></details>');
  const earlier = [...page.matchAll(/<td class="[^"]*\bearlier">.*?datetime="([^"]*)"/gs)].map(
    ([, day]) => day,
  );
  expect([earlier.length, earlier.at(-1)]).toEqual([13, '2031-03-13']);
  expect(monthLinks(page)).toBe('← FebruaryGo to todayApril →');
  const today = cellOf(page, '2031-03-14');
  expect(today).toContain('id="today"');
  expect(textOf(today)).toContain('Today, Friday 14 March');
  expect(textOf(today)).toContain('No events today');
});

test.each(['month=2031-02', 'month=2031-04', 'view=month&search=market'])(
  '%s has no earlier days to fold',
  async (query) => {
    expect(await text(`/events/?${query}`)).not.toContain('<details class="earlier"');
  },
);

test('a folded event of several days is on today, with its end', async () => {
  const { id } = await world.make('event', {
    ...{ title: 'Fair', start_date: '2031-03-12', end_date: '2031-03-18', all_day: true, featured: true },
  });
  const page = await text('/events/?view=month');
  expect(textOf(/<li class="going">(.*?)<\/li>/.exec(cellOf(page, '2031-03-14'))?.[1] ?? '')).toBe(
    'Fair, Featured, until Tuesday 18 March',
  );
  await world.send('DELETE', `/events/${id}?force=true`);
});

test('other months link to the current one', async () => {
  expect(monthLinks(await text('/events/?month=2031-12'))).toBe('← NovemberThis monthJanuary 2032 →');
});

test('a legend explains the looks that occur', async () => {
  expect(legend(await text('/events/?month=2031-03&search=market'))).toEqual([]);
  expect(legend(await text('/events/?month=2031-03'))).toEqual(['bar: Several days']);
  const made = [];
  for (const more of [{ featured: true }, { all_day: true }, { event_status: 'canceled' }])
    made.push(
      await world.make('event', { title: 'Look', start_date: '2033-01-05', end_date: '2033-01-05', ...more }),
    );
  expect(legend(await text('/events/?month=2033-01'))).toEqual([
    'featured: Featured',
    'whole: all day',
    'off: Canceled or postponed',
  ]);
  for (const { id } of made) await world.send('DELETE', `/events/${id}?force=true`);
});

test('a month is in the language of the site', async () => {
  const german = await world.beside({ LOCALE: 'de-DE', TIMEZONE: 'Asia/Tokyo' });
  const page = await (await fetch(`${german.server.url}/events/?view=month`)).text();
  for (const words of [
    '<h1>März 2031</h1>',
    '<abbr title="Montag">Mo</abbr>',
    'Früher in diesem Monat',
    '← Februar',
    'Heute, Freitag, 14. März',
    '2 weitere',
  ])
    expect(textOf(words) === words ? textOf(page) : page).toContain(words);
  await german.server.stop();
});
