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
  expect(await text('/events/')).toContain(
    '<title>Kommende Veranstaltungen – Müller &amp; Söhne, Hafen</title>',
  );
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
  expect(page).toContain('<h2>Donnerstag, 20. März</h2>');
  expect(page).toContain('>09:00 – 17:30</time>');
  const firstDay = (sheet: string) => /<th scope="col"><abbr title="([^"]*)"/.exec(sheet)?.[1];
  expect(firstDay(await text('/events/?view=month'))).toBe('Montag');
  const american = await english({ LOCALE: 'en-US', TIMEZONE: 'Europe/Berlin' }, '/events/?month=2031-03');
  expect(american).toContain('<h1>March 2031</h1>');
  expect(american).toContain('<span class="at">9:00 AM</span> Hafentag');
  expect(firstDay(american)).toBe('Sunday');
  // 1 March 2031 is a Saturday: six days of its week belong to February.
  expect(american.split('class="day')[0]?.match(/<td class="none">/g)).toHaveLength(6);
  // Addresses use the Gregorian calendar, so months do, too.
  const buddhist = await english({ LOCALE: 'de-u-ca-buddhist' }, '/events/?month=2031-03');
  expect(buddhist).toContain('<h1>März 2031</h1>');
});

test('a site in a language without words is in English, with the week and the weekend of its country', async () => {
  const persian = await english({ LOCALE: 'fa-IR', TIMEZONE: 'Asia/Tehran' }, '/events/?month=2031-03');
  expect(persian).toContain('<html lang="en-GB">');
  expect(persian).toContain('<h1>March 2031</h1>');
  expect(/<th scope="col"><abbr title="([^"]*)"/.exec(persian)?.[1]).toBe('Saturday');
  const israeli = await english({ LOCALE: 'he-IL', TIMEZONE: 'Asia/Jerusalem' }, '/events/?when=weekend');
  // It is Friday, and Friday and Saturday are the weekend.
  expect(israeli).toContain('/events?starts_before=2031-03-15&amp;ended=false"');
});

test('a price of 0 is in the language of the site', async () => {
  const { id, url, cost } = await world.make('event', {
    ...{ title: 'Konzert', start_date: '2031-04-02 19:00', end_date: '2031-04-02 21:00', cost: ['0', '12'] },
  });
  expect(cost).toBe('Free – $12');
  const path = String(url).replace(SITE, '');
  expect(await text(path)).toContain('<p class="price">Kostenlos – $12</p>');
  await world.send('POST', `/events/${id}`, { cost: 'Free' });
  expect(await text('/events/?search=konzert')).toContain('<span class="cost">Kostenlos</span>');
  await world.send('POST', `/events/${id}`, { cost: 'Free for members' });
  expect(await text(path)).toContain('<p class="price">Free for members</p>');
  await world.send('DELETE', `/events/${id}?force=true`);
});

test('the title of a day begins with a capital letter', async () => {
  const page = await english({ LOCALE: 'fr', TIMEZONE: 'Europe/Paris' }, '/events/?view=day&date=2031-03-14');
  expect(page).toContain('<h1>Vendredi 14 mars 2031</h1>');
});

test('all words of a list are in the language of the site', async () => {
  const page = await text('/events/?search=hafen&free=1&date=2031-03-15');
  for (const words of [
    ...['>Veranstaltungen</a>', '>Monat</a>', '>Vergangene</a>', '>Heute</a>', '>Am Wochenende</a>'],
    ...[
      '>Kostenlos</a>',
      '>Filter</summary>',
      '>Suchen</button>',
      '>Anwenden</button>',
      'Filter zurücksetzen',
    ],
    ...[
      '<h1>Kommende Veranstaltungen zu „hafen“</h1>',
      'aria-label="Filter „Ab Sa., 15. März 2031“ entfernen"',
    ],
    ...['Keine Veranstaltungen gefunden.', '>Abonnieren</a>', '>Veranstaltungsorte</a>'],
  ])
    expect(page).toContain(words);
});

test('errors are explained in the language of the site', async () => {
  const page = await fetch(`${world.server.url}/events/?date=morgen&venue=x`);
  expect(page.status).toBe(400);
  const words = await page.text();
  expect(words).toContain('„date“ kann nicht „morgen“ sein. Erwartet wird ein Tag wie 2031-03-14.');
  expect(words).toContain('„venue“ kann nicht „x“ sein. Diesen Veranstaltungsort gibt es nicht.');
  const missing = await fetch(`${world.server.url}/event/nope/`);
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect(await missing.text()).toContain('<h1>Seite nicht gefunden</h1>');
  const login = await fetch(`${world.server.url}/events/`, {
    headers: { accept: 'text/html', authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}` },
  });
  expect(login.status).toBe(401);
  const failed = await login.text();
  expect(failed).toContain('<h1>Anmeldung fehlgeschlagen</h1>');
  expect(failed).not.toContain('application password');
});

test('pages and headers link to the page for developers', async () => {
  const venues = await text('/venues/');
  expect(venues.split('<footer>')[1]).toContain('/api">Für Entwickler</a>');
  expect(venues.split('<footer>')[0]).not.toContain('/api"');
  expect(await text('/api')).toContain('<h1>Developers</h1>');
  const start = await fetch(`${world.server.url}/`);
  expect(start.headers.get('link')).toContain(`<${SITE}/wp-json/>; rel="https://api.w.org/"`);
  expect(start.headers.get('link')).toContain(`<${SITE}/feeds/events.ics>; rel="alternate"`);
});
