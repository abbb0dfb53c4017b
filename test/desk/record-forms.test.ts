import { openWorld, type World } from '../support/world.ts';
import type { DeskResponse } from './desk-client.ts';
import { type RoleClient, roleClient } from './role-client.ts';

/** The forms of venues, organizers, categories and tags. */
let world: World;
let author: RoleClient;
let editor: RoleClient;
beforeAll(async () => {
  world = await openWorld();
  [author, editor] = [await roleClient(world, 'author'), await roleClient(world, 'editor')];
});
afterAll(() => world.stop());

const errorAt = ({ html }: DeskResponse, name: string): string | undefined =>
  new RegExp(`id="${name}-error">([^<]*)<`).exec(html)?.[1];
const valueIn = ({ forms }: DeskResponse, name: string): string | undefined =>
  forms.find(({ buttons }) => buttons.includes('save'))?.fields.find(([key]) => key === name)?.[1];
const idOf = ({ location, text }: DeskResponse): number => {
  const id = /^\/desk\/\w+\/(\d+)\?done=saved$/.exec(location ?? '')?.[1];
  if (id === undefined) throw new Error(text.slice(0, 500));
  return Number(id);
};

const VENUE = {
  name: 'Café "Größe" <3',
  address: 'Am Markt 1',
  zip: '01067',
  city: 'Dresden',
  country: 'Germany',
  phone: '+49 351 1',
  website: 'https://cafe.example/',
  province: 'Sachsen',
  latitude: '51,05',
  longitude: '13.74',
  description: '<p>Nice <script>alert(1)</script></p>',
};

test('a venue with all its fields: created, shown, changed', async () => {
  const { desk } = author;
  const id = idOf(await desk.submit('/desk/venues/new', VENUE));
  const stored = await world.read('venue', id);
  expect(stored).toMatchObject({
    ...{ venue: VENUE.name, address: 'Am Markt 1', zip: '01067', city: 'Dresden', country: 'Germany' },
    ...{ website: 'https://cafe.example/', stateprovince: 'Sachsen', geo_lat: 51.05, geo_lng: 13.74 },
    ...{ status: 'publish', description: '<p>Nice </p>', author: author.id },
  });
  const page = await desk.get(`/desk/venues/${id}`);
  expect(['name', 'zip', 'latitude', 'province', 'status'].map((name) => valueIn(page, name))).toEqual([
    VENUE.name,
    '01067',
    '51.05',
    'Sachsen',
    'publish',
  ]);
  const saved = await desk.submit(`/desk/venues/${id}`, {
    city: '',
    latitude: [],
    longitude: '',
    status: 'draft',
  });
  expect(idOf(saved)).toBe(id);
  const changed = await world.read('venue', id);
  expect(changed).toMatchObject({ status: 'draft', zip: '01067', address: 'Am Markt 1' });
  expect(changed).not.toHaveProperty('city');
  expect(changed).not.toHaveProperty('geo_lat');
});

test('an organizer, and the errors of its fields', async () => {
  const { desk } = author;
  const fields = { name: ' ', email: 'a@b, c@d', website: 'javascript:alert(1)', phone: '<3' };
  const first = await desk.submit('/desk/organizers/new', fields);
  expect([first.status, errorAt(first, 'website')]).toEqual([400, expect.stringContaining('https://')]);
  const wrong = await desk.resubmit('/desk/organizers/new', first, { website: '' });
  expect([wrong.status, errorAt(wrong, 'name'), errorAt(wrong, 'email')]).toEqual([
    400,
    'Fill in this field.',
    expect.stringContaining('info@example.org'),
  ]);
  expect(valueIn(wrong, 'phone')).toBe('<3');
  const id = idOf(await desk.resubmit('/desk/organizers/new', wrong, { name: 'Club', email: 'a@b.example' }));
  expect(await world.read('organizer', id)).toMatchObject({
    organizer: 'Club',
    email: 'a@b.example',
    phone: '<3',
  });
});

test.each([
  [{ latitude: 'north' }, 'latitude'],
  [{ latitude: '91', longitude: '0' }, 'latitude'],
  [{ longitude: '1e3', latitude: '0' }, 'longitude'],
  [{ latitude: '5' }, 'longitude'],
  [{ name: 'x'.repeat(1_001) }, 'name'],
  [{ website: `https://x.example/${'y'.repeat(2_000)}` }, 'website'],
])('a venue with %j is refused at its field', async (fields, name) => {
  const page = await author.desk.submit('/desk/venues/new', { name: 'Hall', ...fields });
  expect([page.status, errorAt(page, name)]).toEqual([400, expect.any(String)]);
});

test('categories: parent, slug, and names that exist', async () => {
  const { desk } = editor;
  const music = idOf(await desk.submit('/desk/categories/new', { name: 'Music & <b', description: 'All' }));
  const jazz = idOf(
    await desk.submit('/desk/categories/new', { name: 'Jazz', parent: String(music), slug: 'all-jazz' }),
  );
  expect(await world.read('category', jazz)).toMatchObject({ parent: music, slug: 'all-jazz', name: 'Jazz' });
  const taken = await desk.submit('/desk/categories/new', { name: 'jazz', parent: String(music) });
  expect([taken.status, errorAt(taken, 'name')]).toEqual([400, 'This already exists. Choose another one.']);
  const cycle = await desk.submit(`/desk/categories/${music}`, { parent: String(jazz) });
  expect([cycle.status, errorAt(cycle, 'parent')]).toEqual([
    400,
    'Choose a category that is not below this one.',
  ]);
  const form = await desk.get(`/desk/categories/${jazz}`);
  expect(valueIn(form, 'parent')).toBe(String(music));
  await desk.resubmit(`/desk/categories/${jazz}`, form, { parent: '', slug: '' });
  expect(await world.read('category', jazz)).toMatchObject({ parent: 0, slug: 'all-jazz' });
});

test('tags, and the slug of another one', async () => {
  const { desk } = editor;
  idOf(await desk.submit('/desk/tags/new', { name: 'Live' }));
  const other = idOf(await desk.submit('/desk/tags/new', { name: 'Outdoor' }));
  const page = await desk.submit(`/desk/tags/${other}`, { slug: 'live' });
  expect([page.status, errorAt(page, 'slug')]).toEqual([400, 'This already exists. Choose another one.']);
  expect(await world.read('tag', other)).toMatchObject({ slug: 'outdoor' });
});

test('the rights of REST: foreign and published records, terms, subscribers', async () => {
  const contributor = await roleClient(world, 'contributor');
  const { id: foreign } = await world.make('venue', { venue: 'Foreign', author: editor.id });
  const { id: published } = await world.make('venue', { venue: 'Published', author: contributor.id });
  const { id: tag } = await world.make('tag', { name: 'Quiet' });
  const subscriber = await roleClient(world, 'subscriber');
  for (const [client, path] of [
    [author, `/desk/venues/${foreign}`],
    [contributor, `/desk/venues/${published}`],
    [author, `/desk/tags/${tag}`],
    [author, '/desk/categories/new'],
    [subscriber, '/desk/venues/new'],
  ] as const)
    for (const answer of [
      await client.desk.get(path),
      await client.desk.post(path, { name: 'Mine', do: 'save' }),
    ]) {
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.text).toContain('Your role does not allow this.');
    }
  const submitted = idOf(await contributor.desk.submit('/desk/venues/new', { name: 'Barn' }));
  expect(await world.read('venue', submitted)).toMatchObject({ status: 'pending' });
  // A forged status becomes what the operation makes of it.
  await contributor.desk.submit(`/desk/venues/${submitted}`, { status: 'publish' });
  expect(await world.read('venue', submitted)).toMatchObject({ status: 'pending' });
});

test('a change by another person is shown, and replaced only by saving again', async () => {
  const { desk } = author;
  const id = idOf(await desk.submit('/desk/venues/new', { name: 'Hall', city: 'Rome' }));
  const path = `/desk/venues/${id}`;
  const stale = await desk.get(path);
  await world.change('REST', 'venue', id, { city: 'Milan' });
  const conflict = await desk.resubmit(path, stale, { city: 'Turin' });
  expect([conflict.status, valueIn(conflict, 'city')]).toEqual([409, 'Turin']);
  expect(conflict.text).toContain('Stored now: Milan');
  expect(await world.read('venue', id)).toMatchObject({ city: 'Milan' });
  expect(idOf(await desk.resubmit(path, conflict, {}))).toBe(id);
  expect(await world.read('venue', id)).toMatchObject({ city: 'Turin' });
});

test('the form sent twice creates one record', async () => {
  const { desk } = author;
  const page = await desk.get('/desk/venues/new');
  const [one, two] = [
    await desk.resubmit('/desk/venues/new', page, { name: 'Once' }),
    await desk.resubmit('/desk/venues/new', page, { name: 'Once' }),
  ];
  expect(idOf(one)).toBe(idOf(two));
});

test.each(['venues/x', 'venues/99999999999', 'tags/0', 'organizers/1.5'])(
  '/desk/%s is not found',
  async (path) => {
    expect((await editor.desk.get(`/desk/${path}`)).status).toBe(404);
  },
);

test('the buttons of a stored record lead back to its form', async () => {
  const { desk } = author;
  const id = idOf(await desk.submit('/desk/venues/new', { name: 'Tent' }));
  const path = `/desk/venues/${id}`;
  const { location } = await desk.post(`${path}/trash`, { back: path });
  expect(location).toBe(`${path}?done=trashed`);
  const page = await desk.get(location ?? '');
  expect(page.text).toMatch(/Moved to the trash\..*Restore.*Delete permanently/);
});

test('a German site', async () => {
  const german = await world.beside({ LOCALE: 'de' });
  const { desk } = await roleClient(german, 'editor', 'redaktion');
  const page = await desk.submit('/desk/venues/new', { name: '', website: 'x' });
  expect(page.text).toMatch(/Neuer Veranstaltungsort.*Postleitzahl.*Schreiben Sie eine Webadresse/);
  expect(page.text).not.toMatch(/must|Fill in|Write|Save/);
  await german.server.stop();
});
