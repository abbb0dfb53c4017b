import { watchStatements } from '../support/statements.ts';
import { openWorld, type World } from '../support/world.ts';

/** A slug in an address is read as a slug would be created from it: any case, spaces and accents (rules#slugs). */
let world: World;
const DATES = { start_date: '2031-04-05', end_date: '2031-04-05' };

beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const idBySlug = async (path: string) => (await world.get(path)).body.id;

test('by-slug routes normalize the requested slug', async () => {
  const { id } = await world.make('event', { title: 'New York Gala', ...DATES });
  for (const slug of ['new%20york%20gala', 'new-york-gala%20', 'New-York-GALA', 'N%C3%A9w+York: Gala!'])
    expect(await idBySlug(`/events/by-slug/${slug}`)).toBe(id);
  expect((await world.change('REST', 'event', 'new york gala', { excerpt: 'x' })).body.id).toBe(id);
  expect(await world.query('{ event(by: { slug: "New York Gala" }) { databaseId } }')).toEqual({
    event: { databaseId: id },
  });
  expect((await world.get('/events/by-slug/new%20york')).status).toBe(404);
  expect((await world.remove('REST', 'event', 'New York Gala')).body).toMatchObject({ id, status: 'trash' });
  expect(await idBySlug('/events/by-slug/New%20York%20Gala')).toBeUndefined();
});

test.each(['venue', 'organizer'] as const)('a %s too, also by its page', async (kind) => {
  const { id, slug } = await world.make(kind, { [kind]: 'Jürgen Größe' });
  expect(slug).toBe('jurgen-grose');
  expect(await idBySlug(`/${kind}s/by-slug/${encodeURIComponent('Jürgen Größe')}`)).toBe(id);
  await world.settled();
  const page = await fetch(`${world.server.url}/${kind}/${encodeURIComponent('jürgen größe')}/`);
  expect(page.status).toBe(200);
});

test('lists, filters, GraphQL and pages find categories and tags the same way', async () => {
  const { id } = await world.make('category', { name: 'Füße & Ärger' });
  const tag = await world.make('tag', { name: 'Under the sky', slug: 'Open Äir' });
  const event = await world.make('event', { title: 'Both', ...DATES, categories: [id], tags: [tag.id] });
  await world.settled();
  for (const text of ['fuse-arger', 'Fuse Arger', 'FÜSE-ärger ', String(id)]) {
    const { body } = await world.get(`/events?start_date=2031-01-01&categories=${encodeURIComponent(text)}`);
    expect(body.events).toMatchObject([{ id: event.id }]);
  }
  expect((await world.get('/events?start_date=2031-01-01&tags=open+%C3%A4ir')).body.total).toBe(1);
  expect((await world.get('/tags?slug=Open+%C3%84ir')).body.tags).toMatchObject([{ id: tag.id }]);
  expect(await world.query('{ category(by: { slug: "Fuse Arger" }) { databaseId } }')).toEqual({
    category: { databaseId: id },
  });
  expect((await fetch(`${world.server.url}/tag/Open%20%C3%84ir/`)).status).toBe(200);
  const unknown = await world.get('/events?categories=fuse-arger,No+such,!!!');
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([400, expect.stringContaining('No such')]);
  expect(JSON.stringify(unknown.body)).toContain('!!!');
});

test('filters find venues and organizers the same way, without another statement for exact slugs', async () => {
  const { id: venue } = await world.make('venue', { venue: 'Main', slug: 'große-bühne' });
  const { id: organizer } = await world.make('organizer', { organizer: 'Club', slug: 'open-air' });
  await world.make('event', { title: 'Folded', ...DATES, venue, organizer });
  const statements = watchStatements();
  const searched = async (query: string) => {
    statements.clear();
    const { body } = await world.get(`/events?start_date=2031-01-01&${query}`, 'editor');
    const lookups = statements.seen().filter((one) => JSON.stringify(one.query).includes('name_key')).length;
    return [Object([body.events].flat()[0]).title, lookups];
  };
  try {
    expect(await searched('venue=grose-buhne')).toEqual(['Folded', 1]);
    expect(await searched('venue=Gro%C3%9Fe+B%C3%BChne')).toEqual(['Folded', 2]);
    expect(await searched('organizer=%C3%93pen%20Air!')).toEqual(['Folded', 2]);
    expect(await searched(`venue=${venue}`)).toEqual(['Folded', 0]);
    expect(await searched('venue=No+such')).toEqual([undefined, 2]);
  } finally {
    statements.restore();
  }
});

test('a slug that was stored in another form is found by its own name, and comes first', async () => {
  const old = await world.make('organizer', { organizer: 'Old', slug: 'strasenfest' });
  const other = await world.make('organizer', { organizer: 'Other' });
  // As an earlier release normalized it, and as a backup may have it.
  await world.server.orm.em
    .fork()
    .execute('update organizer set slug = ? where id = ?', ['straßenfest', other.id]);
  expect(await idBySlug(`/organizers/by-slug/${encodeURIComponent('straßenfest')}`)).toBe(other.id);
  expect(await idBySlug(`/organizers/by-slug/${encodeURIComponent('Straßenfést')}`)).toBe(old.id);
  await world.server.orm.em
    .fork()
    .execute('update organizer set slug = ? where id = ?', ['strassenfest', other.id]);
  expect(await idBySlug('/organizers/by-slug/strassenfest')).toBe(other.id);
});

test('an exact slug needs no second query', async () => {
  await world.make('venue', { venue: 'Quick' });
  const statements = watchStatements();
  const lookupsOf = async (slug: string): Promise<number> => {
    statements.clear();
    expect((await world.get(`/venues/by-slug/${slug}`, 'editor')).status).toBe(200);
    return statements.seen().length;
  };
  try {
    await lookupsOf('Quick');
    const exact = await lookupsOf('Quick');
    expect(await lookupsOf('qu%C3%ADck')).toBe(exact + 1);
  } finally {
    statements.restore();
  }
});

test('a site in German creates slugs and reads addresses in the German way', async () => {
  const german = await world.beside({ LOCALE: 'de_DE' });
  try {
    const { id, slug } = await german.make('event', { title: 'Jürgens Füße', ...DATES, tags: ['Größe'] });
    expect(slug).toBe('juergens-fuesse');
    const { body } = await german.get(`/events/by-slug/${encodeURIComponent('Jürgens Füße')}`);
    expect(body).toMatchObject({ id, tags: [{ slug: 'groesse' }] });
    expect((await german.change('REST', 'event', id, { slug: 'Über' })).body.slug).toBe('ueber');
  } finally {
    await german.server.stop();
  }
});
