import { openWorld, type World } from '../support/world.ts';

/** Links of an event page: to calendars, for sharing, and to adjacent events. */
let world: World;
const SITE = 'https://cal.example.net';

beforeAll(async () => {
  world = await openWorld({ env: { BASE_URL: SITE, TIMEZONE: 'Europe/Rome' } });
  await world.make('event', {
    ...{ title: 'Jazz & "Blues"', start_date: '2031-05-01 20:00', end_date: '2031-05-02 01:00' },
    excerpt: '<b>Loud</b> & long',
    venue: { venue: 'Boat house', address: 'Quay 1', city: 'Rome' },
    image: 'https://pictures.example/band.jpg',
  });
  await world.make('event', {
    ...{ title: 'Fair', start_date: '2031-05-10', end_date: '2031-05-12', all_day: true },
  });
  await world.make('event', {
    ...{ title: 'The end', start_date: '9999-12-31', end_date: '9999-12-31', all_day: true },
  });
  await world.settled();
});
afterAll(() => world.stop());

const text = async (path: string): Promise<string> => (await fetch(world.server.url + path)).text();
/** The address of a link with this text. */
const linkOf = (page: string, name: string): URL => {
  const href = new RegExp(`<a [^>]*?href="([^"]*)"[^>]*>${name}</a>`).exec(page)?.[1] ?? '';
  return new URL(href.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
};
const query = ({ searchParams }: URL): Record<string, string> => Object.fromEntries(searchParams);
const JAZZ = '/event/jazz-blues/';

test('an event can be added to web calendars and other calendars', async () => {
  const page = await text(JAZZ);
  const details = `Loud & long\n\n${SITE}${JAZZ}`;
  const google = linkOf(page, 'Google Calendar');
  expect(google.origin + google.pathname).toBe('https://calendar.google.com/calendar/render');
  expect(query(google)).toEqual({
    ...{ action: 'TEMPLATE', text: 'Jazz & "Blues"', dates: '20310501T180000Z/20310501T230000Z' },
    ...{ details, location: 'Boat house, Quay 1, Rome' },
  });
  for (const [name, host] of [
    ['Outlook.com', 'outlook.live.com'],
    ['Microsoft 365', 'outlook.office.com'],
  ] as const) {
    const outlook = linkOf(page, name);
    expect(outlook.host).toBe(host);
    expect(query(outlook)).toEqual({
      ...{ path: '/calendar/action/compose', rru: 'addevent', subject: 'Jazz & "Blues"', allday: 'false' },
      ...{ startdt: '2031-05-01T18:00:00Z', enddt: '2031-05-01T23:00:00Z' },
      ...{ body: details, location: 'Boat house, Quay 1, Rome' },
    });
  }
  const ics = linkOf(page, 'Calendar file \\(iCalendar\\)');
  expect(await text(ics.pathname)).toContain('SUMMARY:Jazz & "Blues"');
});

test('all-day events stay all-day there, and end on the day after', async () => {
  const page = await text('/event/fair/');
  expect(query(linkOf(page, 'Google Calendar')).dates).toBe('20310510/20310513');
  expect(query(linkOf(page, 'Outlook.com'))).toMatchObject({
    ...{ startdt: '2031-05-10', enddt: '2031-05-13', allday: 'true', location: '' },
  });
  expect(query(linkOf(await text('/event/the-end/'), 'Google Calendar')).dates).toBe('99991231/99991231');
});

test('the address of an event can be copied and sent', async () => {
  const page = await text(JAZZ);
  expect(page).toContain(`readonly value="${SITE}${JAZZ}"`);
  const mail = linkOf(page, 'Send by e-mail');
  expect([mail.protocol, query(mail)]).toEqual([
    'mailto:',
    { subject: 'Jazz & "Blues"', body: `${SITE}${JAZZ}` },
  ]);
});

test('an event links to the previous and next event', async () => {
  expect(linkOf(await text(JAZZ), 'Fair →').pathname).toBe('/event/fair/');
  const fair = await text('/event/fair/');
  expect(linkOf(fair, '← Jazz &amp; &quot;Blues&quot;').pathname).toBe(JAZZ);
  expect(fair).toContain(`<link rel="next" href="${SITE}/event/the-end/">`);
  const made = await world.make('event', {
    ...{ title: 'Between', start_date: '2031-05-05 10:00', end_date: '2031-05-05 11:00' },
  });
  expect(linkOf(await text(JAZZ), 'Between →').pathname).toBe('/event/between/');
  await world.send('DELETE', `/events/${made.id}?force=true`);
  expect(linkOf(await text(JAZZ), 'Fair →').pathname).toBe('/event/fair/');
});

test('lists and pages show its picture; lists reserve its space and load it lazily', async () => {
  expect(await text('/events/')).toMatch(
    /<img src="https:\/\/pictures\.example\/band\.jpg" alt=""\s+width="320" height="180" loading="lazy"/,
  );
  expect(await text(JAZZ)).toContain('<img class="picture" src="https://pictures.example/band.jpg" alt="">');
});
