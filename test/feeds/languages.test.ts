import { openWorld, type World } from '../support/world.ts';

let world: World;
let german: World;

beforeAll(async () => {
  world = await openWorld();
  await world.event('Regatta', '2031-06-01 12:00', { event_status: 'canceled' });
  await world.event('Fest', '2031-06-02 12:00', { event_status: 'postponed' });
  await world.event('Markt', '2031-06-03 12:00');
  german = await world.beside({ LOCALE: 'de_AT' });
});
afterAll(async () => {
  await german.server.stop();
  await world.stop();
});

async function feed(path: string, of = german): Promise<string> {
  const response = await fetch(`${of.server.url}/feeds/${path}`);
  return (await response.text()).replaceAll('\r\n ', '');
}
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, value = '']) => value);
const summaries = (text: string): string[] => all(text, /^SUMMARY:(.*)\r$/gm);
const titles = (text: string): string[] => all(text, /<title>(.*?)<\/title>/g);

test.each(['events.ics', 'events.ics?series=rule'])(
  '%s has its labels in the language of the site',
  async (path) => {
    const text = await feed(path);
    expect(summaries(text)).toEqual(['Abgesagt: Regatta', 'Fest', 'Markt']);
    expect(text).toContain('\r\nX-WR-CALNAME:Veranstaltungen von localhost\r\n');
  },
);

test('RSS has its labels in the language of the site, and names it', async () => {
  const text = await feed('events.rss');
  expect(titles(text)).toEqual([
    'Veranstaltungen von localhost',
    'Abgesagt: Regatta',
    'Verschoben: Fest',
    'Markt',
  ]);
  expect(text).toContain('<description>Veranstaltungen von localhost, nach Beginn sortiert</description>');
  expect(text).toContain('<language>de-AT</language>');
});

test('an English site has the English labels', async () => {
  expect(await feed('events.ics', world)).toContain('\r\nX-WR-CALNAME:Events of localhost\r\n');
  const text = await feed('events.rss', world);
  expect(titles(text)).toEqual(['Events of localhost', 'Canceled: Regatta', 'Postponed: Fest', 'Markt']);
  expect(text).toContain('<description>Events of localhost, ordered by start</description>');
  expect(text).toContain('<language>en-GB</language>');
});

test('a site in a language without a catalog has English labels, which its feed names as English', async () => {
  const polish = await world.beside({ LOCALE: 'pl' });
  try {
    const text = await feed('events.rss', polish);
    expect(titles(text)).toContain('Canceled: Regatta');
    expect(text).toContain('<language>en-GB</language>');
  } finally {
    await polish.server.stop();
  }
});

test('the page for developers is marked as English, and the pages have a name in the language of the site', async () => {
  const page = await (await fetch(`${german.server.url}/api`)).text();
  expect(page).toContain('<html lang="de-AT">');
  expect(page).toContain('<div lang="en">\n<h1>Developers</h1>');
  expect(page).toMatch(/<title>[^<]+ – Kalender<\/title>/);
});
