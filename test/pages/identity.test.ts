import { openWorld, type World } from '../support/world.ts';

/** A site with a name, a description and a language of its own. */
let world: World;
const SITE = 'https://cal.example.net';
const NAME = 'Müller & Söhne, Hafen';
const DESCRIPTION = 'Was im "Hafen" los ist';

beforeAll(async () => {
  world = await openWorld({
    env: {
      ...{ BASE_URL: SITE, SITE_NAME: NAME, SITE_DESCRIPTION: DESCRIPTION },
      ...{ LOCALE: 'de', TIMEZONE: 'Europe/Berlin' },
    },
  });
  await world.make('event', {
    ...{ title: 'Hafentag', start_date: '2031-03-20 09:00', end_date: '2031-03-20 17:30' },
  });
  await world.settled();
});
afterAll(() => world.stop());

const text = async (path: string, of = world): Promise<string> =>
  (await fetch(of.server.url + path, { headers: { accept: 'text/html' } })).text();
const english = async (env: Record<string, string>, path: string): Promise<string> => {
  const other = await world.beside(env);
  const page = await text(path, other);
  await other.server.stop();
  return page;
};

test('the start page is the list of events, with the name of the site', async () => {
  const page = await text('/');
  expect(page).toContain('<title>Müller &amp; Söhne, Hafen</title>');
  expect(page).toContain('<p class="lead">Was im &quot;Hafen&quot; los ist</p>');
  expect(page).toContain('<meta name="description" content="Was im &quot;Hafen&quot; los ist">');
  expect(page).toContain('>Hafentag</a>');
  expect(page).toContain(`<link rel="canonical" href="${SITE}/">`);
  expect(page).toContain(`action="${SITE}/events/"`);
  expect(await text('/events/')).toContain('<title>Upcoming events – Müller &amp; Söhne, Hafen</title>');
  expect(await text('/events/')).not.toContain('class="lead"');
});

test('the start page ignores query parameters', async () => {
  expect(await text('/?utm_source=mail&page=7&view=month')).toBe(await text('/'));
});

test('feeds have the name of the site', async () => {
  expect(await text('/feeds/events.ics')).toContain('X-WR-CALNAME:Müller & Söhne\\, Hafen\r\n');
  expect(await text('/feeds/events.rss')).toContain('<title>Müller &amp; Söhne, Hafen</title>');
});

test("dates and times use the site's language, and weeks begin on its first day", async () => {
  const page = await text('/');
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('>Do., 20. März 2031, 09:00</time> – ');
  expect(page).toContain('<h2 class="month">März 2031</h2>');
  const firstDay = (sheet: string) => /<th scope="col"><abbr title="([^"]*)"/.exec(sheet)?.[1];
  expect(firstDay(await text('/events/?view=month'))).toBe('Montag');
  const american = await english({ LOCALE: 'en-US', TIMEZONE: 'Europe/Berlin' }, '/events/?month=2031-03');
  expect(american).toContain('<h1>March 2031</h1>');
  expect(american).toContain('<span class="at">9:00 AM</span> Hafentag');
  expect(firstDay(american)).toBe('Sunday');
  // 1 March 2031 is a Saturday: six days of its week belong to February.
  expect(american.split('class="day')[0]?.match(/<td class="none">/g)).toHaveLength(6);
  const arabic = await english({ LOCALE: 'ar' }, '/');
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
  expect(arabic).toContain('مارس 2031');
  // Addresses use the Gregorian calendar, so months do, too.
  expect(await english({ LOCALE: 'fa' }, '/events/?month=2031-03')).toContain('<h1>مارس ۲۰۳۱</h1>');
});

test('pages and headers link to the page for developers', async () => {
  expect(await text('/venues/')).toContain('/api">Developers</a>');
  expect(await text('/api')).toContain('<h1>Developers</h1>');
  const start = await fetch(`${world.server.url}/`);
  expect(start.headers.get('link')).toContain(`<${SITE}/wp-json/>; rel="https://api.w.org/"`);
  expect(start.headers.get('link')).toContain(`<${SITE}/feeds/events.ics>; rel="alternate"`);
});
