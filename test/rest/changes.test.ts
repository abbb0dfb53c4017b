import type { differences } from '../../src/platform/postgres/schema-comparison.ts';
import { isRecord } from '../support/words.ts';
import type { World } from '../support/world.ts';
import { patched } from './patched.ts';

/** The service with five of the changes in docs/extending.md. */
const load = patched({
  'schema.graphql': [
    // A stored field.
    [
      '  "Whether the event has tickets."\n',
      '  "What to wear. Null if it does not matter."\n  dressCode: String @wire(empty: TEXT)\n  "Whether the event has tickets."\n',
    ],
    [
      '  "Whether the event has tickets. False by default."\n',
      '  "What to wear. Empty or null for none."\n  dressCode: String @param(maxLength: 20, unlisted: true)\n  "Whether the event has tickets. False by default."\n',
    ],
    [
      '  "Whether the event has tickets. Null leaves it unchanged."\n',
      '  "What to wear. Empty or null removes it."\n  dressCode: String @param(maxLength: 20, unlisted: true)\n  "Whether the event has tickets. Null leaves it unchanged."\n',
    ],
    // A filter.
    [
      '  "Only events that take place online',
      '  "Only events with a web page elsewhere, or only others."\n  hasWebsite: Boolean\n  "Only events that take place online',
    ],
    // An order.
    ['  "Title, ignoring case."\n  TITLE\n', '  "Title, ignoring case."\n  TITLE\n  "Slug."\n  SLUG\n'],
    // A route below a record.
    [
      '    @rest(path: "/events/{id}/occurrences"',
      '    @rest(path: "/events/{id}/children", methods: [GET], names: "post_parent", unlisted: true)\n    @rest(path: "/events/{id}/occurrences"',
    ],
    // A default.
    [
      '  "Whether to list only venues with current or upcoming events."\n  onlyWithUpcoming: Boolean = false',
      '  "Whether to list only venues with current or upcoming events."\n  onlyWithUpcoming: Boolean = true',
    ],
  ],
  'src/domain/events/event.fields.ts': [
    ['  lineage: externalIds(),', '  dressCode: textLine(),\n  lineage: externalIds(),'],
  ],
  'src/domain/events/event.filters.ts': [
    [
      '  isTicketed: (wanted)',
      "  hasWebsite: (wanted) => (wanted ? sql`event.website <> ''` : sql`event.website = ''`),\n  isTicketed: (wanted)",
    ],
  ],
  'src/domain/events/event.order.ts': [
    ['timeKey, titleKey }', 'textKey, timeKey, titleKey }'],
    ['  id: null,', '  slug: textKey(sql`event.slug`, (text) => text),\n  id: null,'],
  ],
  'src/domain/events/event.indexes.ts': [
    [
      "  { name: 'event_hidden',",
      "  { name: 'event_by_slug', properties: keys('slug', 'id'), where: LISTED },\n  { name: 'event_hidden',",
    ],
  ],
});

let world: World;
let migration: readonly string[];
let parent: number;
beforeAll(async () => {
  const { openWorld } = await load<typeof import('../support/world.ts')>('test/support/world.ts');
  const comparison = await load<{ differences: typeof differences }>(
    'src/platform/postgres/schema-comparison.ts',
  );
  world = await openWorld();
  const { orm } = world.server;
  migration = (await comparison.differences(orm)).up;
  for (const statement of migration) await orm.em.getConnection().execute(statement);
  parent = await world.event('Season', '2031-04-01 10:00');
  const hall = { venue: [{ venue: 'Hall' }] };
  await world.event('Beta', '2031-04-02 20:00', {
    ...hall,
    website: 'https://beta.test/',
    post_parent: parent,
  });
  await world.event('Alpha', '2031-04-03 20:00', { ...hall, post_parent: parent, slug: 'zulu' });
  await world.make('venue', { venue: 'Empty' });
});
afterAll(() => world.stop());

const titles = async (path: string): Promise<unknown> => {
  const { status, body } = await world.get(path);
  return status === 200 && Array.isArray(body.events)
    ? body.events.map(({ title }) => title)
    : [status, body];
};
const wrong = async (path: string): Promise<unknown> => {
  const { body } = await world.get(path);
  return isRecord(body.data) ? body.data.params : undefined;
};
const graphqlTitles = async (args: string): Promise<unknown> => {
  const { events } = await world.query(`{ events(${args}) { nodes { title } } }`);
  return Object(events).nodes.map(({ title }: { title: string }) => title);
};
const problems = async (query: string, variables = {}) => {
  const { errors = [] } = await world.server.graphql(query, variables);
  return errors.map(({ extensions: { code, params } }) => [code, params]);
};
/** The arguments of a list in the index, and its parameters in /doc. */
const shown = async (path: string, name: string) => {
  const { routes } = Object((await world.get('/')).body);
  const { paths } = Object((await world.get('/doc')).body);
  const documented = paths[path].get.parameters.find((one: { name: string }) => one.name === name);
  return { index: routes[`/calendar/events/v1${path}`]?.endpoints[0].args[name], doc: documented };
};
/** The introspection of a field of a type or an input. */
const introspected = async (type: string, name: string): Promise<unknown> => {
  const { __type } = await world.query(
    `{ __type(name: "${type}") { fields { name type { name } } inputFields { name defaultValue type { name } } enumValues { name } } }`,
  );
  const { fields, inputFields, enumValues } = Object(__type);
  return [fields, inputFields, enumValues].flatMap((all) => all ?? []).find((one) => one.name === name);
};

describe('a stored field', () => {
  const times = { start_date: '2031-05-01 20:00', end_date: '2031-05-01 22:00' };
  const CREATE =
    'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { databaseId dressCode } } }';
  const input = { title: 'Ball', start: '2031-05-01 20:00', end: '2031-05-01 22:00' };

  test('is a column, which the generated migration adds', () =>
    expect(migration).toContainEqual(
      expect.stringMatching(/^alter table "event" add "dress_code" text not null default ''/),
    ));

  test('is written and read in REST, at its position', async () => {
    const { id, dress_code } = await world.make('event', {
      title: 'Gala',
      ...times,
      dress_code: 'Black tie',
    });
    expect(dress_code).toBe('Black tie');
    await world.change('REST', 'event', id, { title: 'The gala' });
    const { body } = await world.get(`/events/${id}`);
    expect(body).toMatchObject({ title: 'The gala', dress_code: 'Black tie' });
    const keys = Object.keys(body);
    expect(keys[keys.indexOf('dress_code') + 1]).toBe('ticketed');
    const cleared = await world.change('REST', 'event', id, { dress_code: '' });
    expect(cleared.body).toMatchObject({ dress_code: '' });
  });

  test('is written and read in GraphQL, and null if unset', async () => {
    const { data } = await world.server.graphql(CREATE, { input: { ...input, dressCode: 'Masks' } });
    expect(data).toEqual({ createEvent: { event: { databaseId: expect.any(Number), dressCode: 'Masks' } } });
    expect((await world.server.graphql(CREATE, { input })).data).toMatchObject({
      createEvent: { event: { dressCode: null } },
    });
    expect(await introspected('Event', 'dressCode')).toBeDefined();
    expect(await introspected('UpdateEventInput', 'dressCode')).toBeDefined();
  });

  test('has its limit in both, under the name of each', async () => {
    const long = 'x'.repeat(21);
    const { body } = await world.send('POST', '/events', { title: 'x', ...times, dress_code: long });
    expect(Object(body.data).params).toEqual({ dress_code: 'must be at most 20 characters long' });
    expect(await problems(CREATE, { input: { ...input, dressCode: long } })).toEqual([
      ['BAD_USER_INPUT', { 'input.dressCode': 'must be at most 20 characters long' }],
    ]);
  });

  test('is in the document of REST, and, as declared, not in the index', async () => {
    const { components } = Object((await world.get('/doc')).body);
    expect(components.schemas.Event.properties.dress_code).toMatchObject({
      type: 'string',
      description: 'What to wear. Empty if it does not matter.',
    });
    const bodies = Object.values(components.schemas).filter(
      (schema) => Object(schema).properties?.dress_code,
    );
    expect(bodies).toHaveLength(3);
    const { routes } = Object((await world.get('/')).body);
    expect(JSON.stringify(routes)).not.toContain('dress_code');
  });
});

describe('a filter', () => {
  test('selects in REST, in GraphQL, in lists inside records and in feeds', async () => {
    expect(await titles('/events?has_website=1')).toEqual(['Beta']);
    expect(await titles('/events?has_website=false&end_date=2031-04-30')).toEqual(['Season', 'Alpha']);
    expect(await graphqlTitles('filter: {hasWebsite: true}')).toEqual(['Beta']);
    expect(
      await world.query(
        '{ venue(by: {slug: "hall"}) { events(filter: {hasWebsite: true}) { nodes { title } } } }',
      ),
    ).toEqual({ venue: { events: { nodes: [{ title: 'Beta' }] } } });
    const feed = await (
      await world.server.send('GET', '/feeds/events.ics?has_website=1', undefined, {})
    ).text();
    expect(feed.match(/^SUMMARY:.*$/gm)?.map((line) => line.trim())).toEqual(['SUMMARY:Beta']);
  });

  test('is described and its values are checked', async () => {
    const { index, doc } = await shown('/events', 'has_website');
    const description = 'Only events with a web page elsewhere, or only others.';
    expect(index).toEqual({ description, type: 'boolean', required: false });
    expect(doc).toMatchObject({ description, in: 'query', schema: { type: 'boolean' } });
    expect(await wrong('/events?has_website=maybe')).toEqual({ has_website: 'must be true or false' });
    expect(await problems('{ events(filter: {hasWebsite: "maybe"}) { totalCount } }')).toEqual([
      ['BAD_USER_INPUT', { 'filter.hasWebsite': expect.any(String) }],
    ]);
  });

  test('is a known name in strict requests', async () => {
    const response = await world.server.request('GET', '/events?has_website=1&haswebsite=1', undefined, {
      prefer: 'handling=strict',
    });
    expect((await response.json()).data.params).toEqual({
      haswebsite: 'is unknown; did you mean has_website?',
    });
  });
});

describe('an order', () => {
  test('sorts in REST and GraphQL, forwards, backwards and page by page', async () => {
    const window = 'start_date=2031-04-01&end_date=2031-04-30';
    expect(await titles(`/events?${window}&orderby=slug`)).toEqual(['Beta', 'Season', 'Alpha']);
    expect(await titles(`/events?${window}&orderby=slug&order=desc&per_page=2&page=2`)).toEqual(['Beta']);
    const filter = 'filter: {startsFrom: "2031-04-01", endsUntil: "2031-04-30"}';
    const order = 'orderBy: {field: SLUG, direction: DESC}';
    const read = async (after: string) => {
      const { events } = await world.query(
        `{ events(${filter}, ${order}, first: 1${after}) { nodes { title } pageInfo { endCursor hasNextPage } } }`,
      );
      const { nodes, pageInfo } = Object(events);
      return [nodes[0].title, pageInfo];
    };
    const [first, { endCursor }] = await read('');
    const [second] = await read(`, after: "${endCursor}"`);
    expect([first, second]).toEqual(['Alpha', 'Season']);
  });

  test('is among the enum values of both', async () => {
    expect(Object(await wrong('/events?orderby=price')).orderby).toContain('title, slug, id');
    const [[code, params] = []] = await problems('{ events(orderBy: {field: PRICE}) { totalCount } }');
    expect([code, JSON.stringify(params)]).toEqual([
      'BAD_USER_INPUT',
      expect.stringContaining('orderBy.field'),
    ]);
    expect(await introspected('EventOrderField', 'SLUG')).toBeDefined();
    const { components } = Object((await world.get('/doc')).body);
    expect(JSON.stringify(components.schemas)).toContain('"title","slug","id"');
  });

  test('has its index, which the generated migration creates', () =>
    expect(migration).toContainEqual(
      expect.stringMatching(/^create index "event_by_slug" on "event" \("slug", "id"\) where/),
    ));
});

describe('a route below a record', () => {
  test('is the list with its filter applied', async () => {
    expect(await titles(`/events/${parent}/children`)).toEqual(['Beta', 'Alpha']);
    expect(await titles(`/events/${parent}/children?has_website=1&post_parent=1`)).toEqual(['Beta']);
    const { body } = await world.get(`/events/${parent}/children?per_page=1`);
    expect(body.next_rest_url).toBe(`${world.server.rest}/events/${parent}/children/?per_page=1&page=2`);
    expect((await world.get('/events/424242/children')).body.code).toBe('event-not-found');
  });

  test('is documented, under a name of its own, and not in the index', async () => {
    const { paths } = Object((await world.get('/doc')).body);
    expect(paths['/events/{id}/children'].get).toMatchObject({
      operationId: 'listEventsByPostParent',
      summary: 'List events at /events/{id}/children',
    });
    const { routes } = Object((await world.get('/')).body);
    expect(Object.keys(routes).filter((route) => route.includes('children'))).toEqual([]);
  });
});

describe('a default', () => {
  test('applies in REST and GraphQL, unless a request specifies otherwise', async () => {
    const names = async (query: string): Promise<unknown> =>
      Object((await world.get(`/venues${query}`)).body).venues.map(({ venue }: { venue: string }) => venue);
    expect(await names('')).toEqual(['Hall']);
    expect(await names('?only_with_upcoming=0')).toEqual(['Empty', 'Hall']);
    expect(
      await world.query(
        '{ venues { totalCount } all: venues(filter: {onlyWithUpcoming: false}) { totalCount } }',
      ),
    ).toEqual({
      venues: { totalCount: 1 },
      all: { totalCount: 2 },
    });
  });

  test('is shown in the index, in /doc and by introspection', async () => {
    const { index, doc } = await shown('/venues', 'only_with_upcoming');
    expect(index).toMatchObject({ default: true });
    expect(doc.schema).toMatchObject({ default: true });
    expect(await introspected('VenueFilter', 'onlyWithUpcoming')).toMatchObject({ defaultValue: 'true' });
    expect((await shown('/organizers', 'only_with_upcoming')).index).toMatchObject({ default: false });
  });
});
