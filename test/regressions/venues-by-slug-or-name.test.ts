import { watchStatements } from '../support/statements.ts';
import { openWorld, type World } from '../support/world.ts';

/** Filters and events name venues and organizers by slug or name (rules#inline-records). */
let world: World;
let ids: Record<string, number>;
beforeAll(async () => {
  world = await openWorld({ roles: true });
  const venue = async (fields: object): Promise<number> => (await world.make('venue', fields)).id;
  ids = {
    lantern: await venue({ venue: 'The Lantern Room', slug: 'lantern-room' }),
    comma: await venue({ venue: 'Smith, Jones & Söhne' }),
    hall1: await venue({ venue: 'Town Hall', city: 'Ulm' }),
    hall2: await venue({ venue: 'town hall', city: 'Bonn' }),
    digits: await venue({ venue: '1984' }),
    draft: await venue({ venue: 'Secret Cellar', status: 'draft' }),
    club: (await world.make('organizer', { organizer: 'Jazz Society' })).id,
  };
  const on = (title: string, fields: object) => world.event(title, '2031-06-01 10:00', fields);
  await on('Lantern', { venue: ids.lantern, organizer: ids.club });
  await on('Comma', { venue: ids.comma });
  await on('Ulm', { venue: ids.hall1 });
  await on('Orwell', { venue: ids.digits });
  await on('Nowhere', {});
});
afterAll(() => world.stop());

const titlesOf = (body: Record<string, unknown>): string[] =>
  [body.events].flat().map((event) => String(Object(event).title));
const filter = async (query: string, as: 'anonymous' | 'editor' = 'anonymous') => {
  const { status, body } = await world.get(`/events?${query}`, as);
  return status === 200 ? titlesOf(body).join() : Object(Object(body.data).params);
};
const error = async (query: string, as: 'anonymous' | 'editor' = 'anonymous') =>
  Object.entries(await filter(query, as)).join();

describe('filters', () => {
  test.each([
    ['venue=lantern-room', 'Lantern'],
    ['venue=The%20Lantern%20Room', 'Lantern'],
    ['venue=the+lantern+ROOM', 'Lantern'],
    ['venue=LANTERN-ROOM', 'Lantern'],
    ['venue=lantern-room,{hall1}', 'Lantern,Ulm'],
    ['venue[]=Smith,%20Jones%20%26%20S%C3%B6hne&venue[]=lantern-room', 'Lantern,Comma'],
    ['venue=["Smith, Jones %26 Söhne"]', 'Comma'],
    ['organizer=jazz+society', 'Lantern'],
    ['organizer=jazz-society&venue=lantern-room', 'Lantern'],
    ['venue={hall1}', 'Ulm'],
    ['venue=1984', 'Orwell'],
  ])('%s', async (query, titles) => {
    const filled = query.replace(/\{(\w+)\}/g, (_, key: string) => String(ids[key]));
    expect(await filter(filled)).toBe(titles);
  });

  test('an unknown venue is reported with the remedy, in the same sentence for hidden and missing', async () => {
    const none = (text: string) =>
      `venue,there is no venue with the slug or name "${text}"; use an id, slug or name`;
    expect(await error('venue=Nowhere')).toBe(none('Nowhere'));
    expect(await error('venue=Secret+Cellar')).toBe(none('Secret Cellar'));
    expect(await filter('venue=Secret+Cellar', 'editor')).toBe('');
    expect(await error('venue=nope,999999')).toBe(
      'venue,there is no venue with the id 999999, and there is no venue with the slug or name "nope"; ' +
        'use an id, slug or name',
    );
  });

  test('an ambiguous name is rejected', async () => {
    expect(await error('venue=Town%20Hall')).toBe(
      `venue,several venues have the name "Town Hall" (for example the ids ${ids.hall1}, ${ids.hall2}): ` +
        'send the id instead',
    );
    // One venue has this text as its slug.
    expect(await filter('venue=town-hall')).toBe('Ulm');
  });

  test('feeds and GraphQL accept the same', async () => {
    const feed = await fetch(`${world.server.url}/feeds/events.ics?venue=lantern-room`);
    expect(await feed.text()).toMatch(/SUMMARY:Lantern/);
    expect((await fetch(`${world.server.url}/feeds/events.rss?venue=nope`)).status).toBe(400);
    const query = `query ($venues: [VenueBy!]) {
      events(filter: { venues: $venues, organizers: [{ slug: "jazz-society" }] }) { nodes { title } } }`;
    const { data } = await world.server.graphql(query, {
      venues: [{ databaseId: ids.lantern }, { name: 'Smith, Jones & Söhne' }],
    });
    expect(data).toEqual({ events: { nodes: [{ title: 'Lantern' }] } });
    for (const by of ['name', 'slug']) {
      const { errors } = await world.server.graphql(query, { venues: [{ [by]: 'Nope' }] });
      expect(errors?.[0]?.extensions).toEqual({
        code: 'BAD_USER_INPUT',
        status: 400,
        params: { 'filter.venues': expect.stringContaining(`there is no venue with the ${by} "Nope"`) },
      });
    }
  });

  test('all names of a request are loaded with one statement', async () => {
    const statements = watchStatements();
    try {
      const byName = () =>
        statements.seen().filter(({ query }) => JSON.stringify(query).includes('name_key')).length;
      await world.server.request('GET', '/events?venue=lantern-room,1984,town-hall,The+Lantern+Room');
      expect(byName()).toBe(1);
    } finally {
      statements.restore();
    }
  });

  test('a renamed venue leaves no outdated response', async () => {
    const { id } = await world.make('venue', { venue: 'Old name', slug: 'quay-7' });
    await world.settled();
    const ask = () => fetch(`${world.server.rest}/events?venue=old+name`);
    expect((await ask()).status).toBe(200);
    await world.change('REST', 'venue', id, { venue: 'New name' });
    expect((await ask()).status).toBe(400);
  });
});

describe('an event', () => {
  const make = async (venue: unknown, as: 'administrator' | 'contributor' = 'administrator') => {
    const headers = world.headers(as);
    const fields = { title: 'x', start_date: '2031-01-01', end_date: '2031-01-01', venue };
    const answer = await world.server.request('POST', '/events', fields, headers);
    const body = await answer.json();
    return answer.status === 201
      ? [body.venue].flat().map((one: { id: number }) => one.id)
      : [answer.status, body.data.params.venue];
  };

  test.each<[string, unknown, string[]]>([
    ['a name', 'The Lantern Room', ['lantern']],
    ['a slug', 'lantern-room', ['lantern']],
    ['names separated by commas', 'lantern-room, 1984x', []],
    ['a list of both', ['lantern-room', 'Smith, Jones & Söhne'], ['lantern', 'comma']],
  ])('by %s', async (_what, value, expected) => {
    const made = await make(value);
    if (expected.length > 0) expect(made).toEqual(expected.map((key) => ids[key]));
    else expect(made).toEqual([400, expect.stringContaining('"1984x"')]);
  });

  test('by ids among names', async () => {
    expect(await make([ids.hall2, 'lantern-room', String(ids.comma)])).toEqual([
      ids.hall2,
      ids.lantern,
      ids.comma,
    ]);
    expect(await make(`lantern-room,${ids.comma}`)).toEqual([ids.lantern, ids.comma]);
  });

  test('an unknown name creates nothing, and the message explains how to create a record', async () => {
    expect(await make('Boathouse')).toEqual([
      400,
      'there is no venue with the slug or name "Boathouse"; for a new one, send an object with its fields',
    ]);
    expect(await make('Secret Cellar', 'contributor')).toEqual([
      400,
      expect.stringContaining('there is no venue with the slug or name "Secret Cellar"'),
    ]);
    expect(await make('Town Hall')).toEqual([400, expect.stringContaining(`${ids.hall1}, ${ids.hall2}`)]);
    expect(await make('x'.repeat(1001))).toEqual([400, expect.stringContaining('1000 characters')]);
    const { body } = await world.get('/venues?search=boathouse', 'editor');
    expect(body.total).toBe(0);
  });

  test('`name` is an alias of the field, also in strict requests', async () => {
    const strict = { ...world.headers('administrator'), prefer: 'handling=strict' };
    const post = async (path: string, fields: object) =>
      (await world.server.request('POST', path, fields, strict)).json();
    const times = { title: 'x', start_date: '2031-01-01', end_date: '2031-01-01' };
    const event = await post('/events', {
      ...times,
      venue: { name: 'Boathouse', city: 'Kiel' },
      organizer: [{ name: 'Rowers' }],
    });
    expect([event.venue.venue, event.organizer[0].organizer]).toEqual(['Boathouse', 'Rowers']);
    const made = await post('/venues', { name: 'Pier' });
    expect(made.venue).toBe('Pier');
    expect((await post(`/venues/${made.id}`, { name: 'Quay' })).venue).toBe('Quay');
    expect((await post(`/venues/${made.id}`, { venue: 'Dock', name: 'Quay' })).venue).toBe('Dock');
    const unknown = await post('/events', { ...times, venue: { nmae: 'Boathouse', venue: 'x' } });
    expect(unknown.data.params).toEqual({ 'venue.nmae': 'is unknown; did you mean venue.name?' });
    const missing = await post('/venues', { city: 'Kiel' });
    expect(missing.message).toBe('Missing parameter(s): venue');
  });

  test('GraphQL rejects an ambiguous name, too', async () => {
    const { errors } = await world.server.graphql(
      `mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { id } } }`,
      {
        input: {
          title: 'x',
          start: '2031-01-01',
          end: '2031-01-01',
          venues: [{ name: 'town hall' }],
        },
      },
    );
    expect(errors?.[0]?.extensions.params).toEqual({
      'input.venues': expect.stringContaining('several venues have the name "town hall"'),
    });
  });
});
