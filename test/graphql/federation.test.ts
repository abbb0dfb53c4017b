import { buildSchema, isObjectType } from 'graphql';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true, env: { FEDERATION: 'on' } });
});
afterAll(() => world.stop());

interface Representation {
  __typename?: unknown;
  id?: unknown;
}

const ENTITIES = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  __typename
  ... on Event { id title venues { name } }
  ... on Venue { id name }
  ... on Organizer { id name }
  ... on Category { id name }
  ... on Tag { id name }
  ... on Image { id url }
  ... on User { id }
} }`;

const ask = async (
  query: string,
  variables: Record<string, unknown> = {},
  headers = world.headers('anonymous'),
) => world.server.graphql(query, variables, headers);
const entities = async (representations: readonly Representation[], headers = world.headers('anonymous')) => {
  const { data, errors } = await ask(ENTITIES, { representations }, headers);
  expect(errors).toBeUndefined();
  return data?._entities;
};

test('every type that has a nodeId is an entity, and the schema for gateways has nothing for gateways in it', async () => {
  const { data } = await ask('{ _service { sdl } }');
  const { sdl } = Object(data?._service);
  for (const type of ['Event', 'Venue', 'Organizer', 'Category', 'Tag', 'Image', 'User'])
    expect(sdl).toMatch(new RegExp(`type ${type} implements [\\w &]+ @key\\(fields: "id"\\)`));
  expect(sdl).toContain(
    '@link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])',
  );
  expect(sdl).toMatch(/type PageInfo @shareable/);
  expect(sdl).not.toMatch(/_entities|_service|_Any|@(rest|wire|deprecation|secret)\b/);
});

test('records are found by type and id, in the order of what names them', async () => {
  const venue = await world.make('venue', { venue: 'Barn' });
  const organizer = await world.make('organizer', { organizer: 'Club' });
  const event = await world.make('event', {
    title: 'Jazz',
    start_date: '2031-05-01',
    end_date: '2031-05-01',
    venue: venue.id,
    image: 'https://pics.example/a.png',
  });
  const category = await world.make('category', { name: 'Music' });
  const tag = await world.make('tag', { name: 'late' });
  const image = await ask(`{ event(id: ${event.id}) { image { id } } }`);
  const imageId = Object(Object(image.data?.event).image).id;
  expect(
    await entities([
      { __typename: 'Tag', id: tag.id },
      { __typename: 'Event', id: event.id },
      { __typename: 'Venue', id: String(venue.id) },
      { __typename: 'Event', id: event.id },
      { __typename: 'Organizer', id: organizer.id },
      { __typename: 'Category', id: category.id },
      { __typename: 'Image', id: imageId },
      { __typename: 'User', id: 1 },
    ]),
  ).toEqual([
    { __typename: 'Tag', id: tag.id, name: 'late' },
    { __typename: 'Event', id: event.id, title: 'Jazz', venues: [{ name: 'Barn' }] },
    { __typename: 'Venue', id: venue.id, name: 'Barn' },
    { __typename: 'Event', id: event.id, title: 'Jazz', venues: [{ name: 'Barn' }] },
    { __typename: 'Organizer', id: organizer.id, name: 'Club' },
    { __typename: 'Category', id: category.id, name: 'Music' },
    { __typename: 'Image', id: imageId, url: 'https://pics.example/a.png' },
    { __typename: 'User', id: 1 },
  ]);
});

test('what is missing, hidden, foreign or no id at all is null, and the rest is answered', async () => {
  const dates = { start_date: '2031-05-01', end_date: '2031-05-01' };
  const draft = await world.make('event', { title: 'Draft', ...dates, status: 'draft' });
  const shown = await world.make('event', { title: 'Shown', ...dates });
  const representations = [
    { __typename: 'Event', id: draft.id },
    { __typename: 'Event', id: 999_999 },
    { __typename: 'Venue', id: shown.id },
    { __typename: 'Review', id: shown.id },
    { __typename: 'Query', id: 1 },
    { __typename: 'constructor', id: 1 },
    { __typename: 'Event' },
    { __typename: 'Event', id: null },
    { __typename: 'Event', id: -1 },
    { __typename: 'Event', id: 1e20 },
    { __typename: 'Event', id: { a: 1 } },
    { id: shown.id },
    { __typename: 'Event', id: shown.id },
  ];
  expect(await entities(representations)).toEqual([
    ...Array(12).fill(null),
    { __typename: 'Event', id: shown.id, title: 'Shown', venues: [] },
  ]);
  expect(await entities(representations.slice(0, 2), world.headers('editor'))).toEqual([
    { __typename: 'Event', id: draft.id, title: 'Draft', venues: [] },
    null,
  ]);
  expect(await entities([])).toEqual([]);
});

test('what is changed is seen at once', async () => {
  const venue = await world.make('venue', { venue: 'Old name' });
  const name = async () => Object((await entities([{ __typename: 'Venue', id: venue.id }])) ?? [])[0]?.name;
  expect(await name()).toBe('Old name');
  await world.change('REST', 'venue', venue.id, { venue: 'New name' }, 'editor');
  expect(await name()).toBe('New name');
});

test('frequent documents, which run as code, answer the same', async () => {
  const event = await world.make('event', {
    title: 'Often',
    start_date: '2031-05-01',
    end_date: '2031-05-01',
  });
  const representations = [
    { __typename: 'Event', id: event.id },
    { __typename: 'Venue', id: event.id },
    { __typename: 'User', id: 1 },
  ];
  const first = await entities(representations);
  expect(first).toEqual([expect.objectContaining({ title: 'Often' }), null, { __typename: 'User', id: 1 }]);
  // Different each time, so that none is answered from memory.
  for (let again = 0; again < 25; again++)
    expect(await entities([...representations, { __typename: 'Event', id: 900_000 + again }])).toEqual([
      ...Object.values(first ?? []),
      null,
    ]);
});

test('the limits count what is asked of each', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ __typename: 'Venue', id: at + 1 }));
  const lists = `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Venue { events(perPage: 100) { nodes { id } } } } }`;
  const codes = async (query: string, r: unknown) =>
    (await ask(query, { r })).errors?.map(({ extensions }) => extensions.code);
  expect(await codes(lists, many(300))).toEqual(['query_too_complex']);
  const plain = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }';
  expect(await codes(plain, many(1_001))).toEqual(['rest_invalid_param']);
  expect(await codes(plain, many(1_000))).toBeUndefined();
  const aliases = Array.from(
    { length: 31 },
    (_, at) => `a${at}: _entities(representations: $r) { __typename }`,
  );
  expect(await codes(`query ($r: [_Any!]!) { ${aliases.join(' ')} }`, [])).toEqual(['query_too_complex']);
});

test('off, nothing of it is there', async () => {
  const plain = await world.beside({ FEDERATION: 'off' });
  try {
    for (const query of ['{ _service { sdl } }', '{ _entities(representations: []) { __typename } }'])
      expect((await plain.server.graphql(query)).errors?.[0]?.extensions.code).toBe(
        'GRAPHQL_VALIDATION_FAILED',
      );
    const sdl = await (await plain.server.send('GET', '/schema.graphql')).text();
    expect(sdl).not.toMatch(/_Any|_Entity|_Service|@key/);
    const query = buildSchema(sdl).getQueryType();
    expect(
      isObjectType(query) && Object.keys(query.getFields()).filter((name) => name.startsWith('_')),
    ).toEqual([]);
  } finally {
    await plain.stop();
  }
});
