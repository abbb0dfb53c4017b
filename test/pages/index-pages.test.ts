import { watchStatements } from '../support/statements.ts';
import { openWorld, type World } from '../support/world.ts';

/** The pages with all venues and all organizers. */
let world: World;
const statements = watchStatements();
const PICTURE = 'https://pictures.example/quay.png';

beforeAll(async () => {
  world = await openWorld();
  const event = (title: string, day: string, more: object = {}) =>
    world.make('event', { title, start_date: `${day} 10:00`, end_date: `${day} 14:00`, ...more });
  const quay = await world.make('venue', { venue: 'Quay', city: 'Rome', image: PICTURE });
  const arena = await world.make('venue', { venue: 'Ärena <1>' });
  await world.make('venue', { venue: 'barn', city: 'Bern' });
  const club = await world.make('organizer', { organizer: 'River Club' });
  for (const day of ['2031-03-20', '2031-03-21', '2031-03-14', '2034-01-01', '2031-03-01'])
    await event(`Walk ${day}`, day, { venue: quay.id, organizer: club.id });
  await event('Match', '2031-04-01', { venue: arena.id });
  await event('Draft', '2031-04-01', { venue: arena.id, status: 'draft' });
  await world.settled();
});
afterAll(() => {
  statements.restore();
  return world.stop();
});

const get = (path: string, accept = 'text/html') =>
  fetch(world.server.url + path, { headers: { accept }, redirect: 'manual' });
const text = async (path: string) => (await get(path)).text();
/** The records on a page in order, each with the texts below its name. */
const entries = (page: string) =>
  [...page.matchAll(/<li><div><a class="name" [^>]*>(.*?)<\/a>(.*?)<\/div>/g)].map(([, name, texts = '']) => [
    name,
    ...[...texts.matchAll(/<p>(.*?)<\/p>/g)].map(([, line]) => line),
  ]);

test('venues are in alphabetical order, each with its city and the number of its upcoming events', async () => {
  expect(entries(await text('/venues/'))).toEqual([
    ['Ärena &lt;1&gt;', '1 upcoming event'],
    ['barn', 'Bern', 'No upcoming events'],
    ['Quay', 'Rome', '4 upcoming events'],
  ]);
});

test('organizers have the number of their upcoming events', async () => {
  expect(entries(await text('/organizers/'))).toEqual([['River Club', '4 upcoming events']]);
});

test('the number of upcoming events is that of the page of the venue, and follows the clock', async () => {
  expect(await text('/venue/quay/')).toContain('4 events');
  const before = world.moveTo('2031-03-20 14:00:00');
  expect(entries(await text('/venues/'))[2]).toEqual(['Quay', 'Rome', '2 upcoming events']);
  world.moveTo(before);
});

test('only a venue with a picture has one', async () => {
  const page = await text('/venues/');
  expect([...page.matchAll(/<img src="([^"]*)" alt="" width="320"/g)].map(([, url]) => url)).toEqual([
    PICTURE,
  ]);
});

test.each([
  ['/venues/', '3 venues', 'No results.'],
  ['/organizers/?search=river', '1 organizer', 'No results.'],
])('%s has a count, a search, and the same list as JSON', async (path, count, nothing) => {
  const base = path.replace(/\?.*/, '');
  expect(await text(path)).toContain(`<p class="count">${count}</p>`);
  const none = await text(`${base}?search=nothing`);
  expect(none).toContain(nothing);
  expect(none).toContain(`<a href="${world.server.url}${base}">Show all</a>`);
  const json = await get(path, 'application/json');
  expect([json.status, json.headers.get('location')]).toEqual([
    302,
    `${world.server.rest}${path.replace(/\/(\?.*)?$/, '')}`,
  ]);
  expect((await get(`${base}?page=2`)).status).toBe(404);
});

test('the words are in the language of the site', async () => {
  const german = await world.beside({ LOCALE: 'de' });
  const page = await (await fetch(`${german.server.url}/venues/?search=quay`)).text();
  expect(page).toContain('<h1>Veranstaltungsorte zu „quay“</h1>');
  expect(page).toContain('<p class="count">1 Veranstaltungsort</p>');
  expect(entries(page)).toEqual([['Quay', 'Rome', '4 kommende Veranstaltungen']]);
  await german.server.stop();
});

describe('with many venues', () => {
  const count = async (path: string) => {
    await world.settled();
    statements.clear();
    await text(path);
    return statements.seen().length;
  };
  let ofFew = 0;

  beforeAll(async () => {
    ofFew = await count('/venues/?search=e');
    for (let n = 10; n < 62; n++) {
      const { id } = await world.make('venue', {
        venue: `${n % 2 ? 'Éden' : 'Elm'} ${n}`,
        image: `${PICTURE}?${n}`,
      });
      for (const day of ['2031-05-01', '2031-05-02'])
        await world.make('event', {
          ...{ title: `At ${n}`, start_date: `${day} 10:00`, end_date: `${day} 12:00`, venue: id },
        });
    }
    await world.settled();
  });

  test('one page has headings for letters', async () => {
    const page = await text('/venues/');
    const letters = [...page.matchAll(/<section class="letter"><h2>(.*?)<\/h2>(.*?)<\/section>/gs)].map(
      ([, letter, list = '']) => [letter, entries(list).length],
    );
    expect(letters).toEqual([
      ['A', 1],
      ['B', 1],
      ['E', 48],
    ]);
    expect(page).toContain('<p class="count">55 venues · Page 1 of 2</p>');
    expect(page).toContain(`<a rel="next" href="${world.server.url}/venues/?page=2">Next page →</a>`);
    expect(entries(await text('/venues/?page=2')).at(-1)).toEqual(['Quay', 'Rome', '4 upcoming events']);
  });

  test('a page takes no more statements for many venues than for few', async () => {
    expect(await count('/venues/?search=elm')).toBe(ofFew);
  });
});
