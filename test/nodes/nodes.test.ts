import { buildSchema, type GraphQLSchema, isInterfaceType } from 'graphql';
import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { eventually } from '../support/eventually.ts';
import { recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let schema: GraphQLSchema;
/** A global ID of each type. */
const NODES: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld({ roles: true, env: { WEBHOOK_PRIVATE: 'true' } });
  schema = buildSchema(await (await world.server.send('GET', '/schema.graphql')).text());
  const image = 'https://pictures.example.org/fair.png';
  const venue = { venue: 'Hall', city: 'Ulm' };
  const organizer = [{ organizer: 'Club' }];
  await world.event('Fair', '2031-05-01 10:00', {
    image,
    venue,
    organizer,
    categories: ['Music'],
    tags: ['open air'],
  });
  await world.event('Course', '2031-06-01 10:00', { recurrence: 'FREQ=DAILY;COUNT=2' });
  const { events, courses } =
    await world.query(`{ courses: events(filter: { search: "Course" }) { nodes { series { Series: id } } }
    events(filter: { search: "Fair" }) { nodes {
    Event: id image { Image: id } venue { Venue: id } organizers { Organizer: id }
    categories { Category: id } tags { Tag: id } } } }`);
  const [event] = recordsIn(Object(events).nodes);
  const [course] = recordsIn(Object(courses).nodes);
  const { organizers, categories, tags, ...single } = Object(event);
  const records = [single, single.image, single.venue, course?.series, ...organizers, ...categories, ...tags];
  const { viewer } = await world.query(
    '{ viewer { User: id applicationPasswords { nodes { ApplicationPassword: id } } } }',
    'administrator',
  );
  const [password] = recordsIn(Object(viewer).applicationPasswords.nodes);
  const { createWebhook } = await world.query(
    `mutation { createWebhook(input: { url: "http://127.0.0.1:9/hook", types: [TAG_ALL] }) { webhook { Webhook: id } } }`,
    'administrator',
  );
  const { webhook } = Object(createWebhook);
  await world.make('tag', { name: 'told' });
  const delivery = await eventually('a message is stored', async () => {
    const { node } = await world.query(
      `{ node(id: "${webhook.Webhook}") { ... on Webhook { deliveries { nodes { WebhookDelivery: id } } } } }`,
      'administrator',
    );
    return recordsIn(Object(node).deliveries.nodes)[0];
  });
  for (const record of [...records, viewer, password, webhook, delivery])
    for (const [name, value] of Object.entries(record)) if (typeof value === 'string') NODES[name] = value;
});
afterAll(() => world.stop());

const possible = (name: string): string[] => {
  const type = schema.getType(name);
  if (!isInterfaceType(type)) throw new Error(`${name} is no interface`);
  return schema
    .getPossibleTypes(type)
    .map((one) => one.name)
    .toSorted();
};

const OF_ADMINISTRATORS = ['ApplicationPassword', 'Webhook', 'WebhookDelivery'];

test('every type of the interface is found by its global ID, with its own fields', async () => {
  expect(possible('Node')).toEqual(Object.keys(NODES).toSorted());
  for (const [type, id] of Object.entries(NODES)) {
    const own = type === 'WebhookDelivery' ? 'own: attempts' : 'own: databaseId';
    const { node } = await world.query(
      `query ($id: ID!) { node(id: $id) { __typename id ... on ${type} { ${own} } } }`,
      OF_ADMINISTRATORS.includes(type) ? 'administrator' : 'anonymous',
      { id },
    );
    expect(node).toEqual({ __typename: type, id, own: expect.any(Number) });
  }
});

test('categories and tags are one interface', async () => {
  expect(possible('Term')).toEqual(['Category', 'Tag']);
  const { nodes } = await world.query(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Term { __typename name slug eventCount url description } } }`,
    'anonymous',
    { ids: [NODES.Tag, NODES.Category] },
  );
  const url = expect.stringMatching(/^http/);
  expect(nodes).toEqual([
    { __typename: 'Tag', name: 'open air', slug: 'open-air', eventCount: 1, url, description: null },
    { __typename: 'Category', name: 'Music', slug: 'music', eventCount: 1, url, description: null },
  ]);
});

test('events, venues and organizers are one interface', async () => {
  expect(possible('Content')).toEqual(['Event', 'Organizer', 'Venue']);
  const { nodes } = await world.query(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ...Shared ... on Event { title } ... on Venue { name } } }
     fragment Shared on Content { __typename slug databaseId publishedAt image { url } jsonLd }`,
    'anonymous',
    { ids: [NODES.Venue, NODES.Event, NODES.Organizer, NODES.Tag] },
  );
  const shared = {
    databaseId: expect.any(Number),
    publishedAt: expect.any(String),
    jsonLd: expect.any(Object),
  };
  expect(nodes).toEqual([
    { __typename: 'Venue', slug: 'hall', image: null, name: 'Hall', ...shared },
    {
      __typename: 'Event',
      slug: 'fair',
      image: { url: 'https://pictures.example.org/fair.png' },
      title: 'Fair',
      ...shared,
    },
    { __typename: 'Organizer', slug: 'club', image: null, ...shared },
    {},
  ]);
});

test('linked records of an event are read, whichever fragment selects them', async () => {
  const whole = `... on Content { jsonLd } ... on Event { venue { city } organizers { name } categories { eventCount } }`;
  const { node } = await world.query(
    'query ($id: ID!) { node(id: $id) { ... on Event { ...Place } ...Linked } }' +
      ' fragment Place on Event { venues { name } } fragment Linked on Node { ' +
      `${whole} }`,
    'anonymous',
    { id: NODES.Event },
  );
  expect(node).toEqual({
    venues: [{ name: 'Hall' }],
    jsonLd: expect.objectContaining({ location: expect.objectContaining({ name: 'Hall' }) }),
    venue: { city: 'Ulm' },
    organizers: [{ name: 'Club' }],
    categories: [{ eventCount: 1 }],
  });
});

test('keeps the order of the ids; a duplicate id is returned twice, a missing one is null', async () => {
  const { Event = '', Venue = '', User = '' } = NODES;
  const missing = encodeGlobalId('Event', 2_000_000_000);
  // A category has this id, but no tag.
  const other = encodeGlobalId('Tag', (await world.make('category', { name: 'Not a tag' })).id);
  const ids = [User, missing, Event, other, Event, Venue, missing, User];
  const { nodes } = await world.query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', 'anonymous', {
    ids,
  });
  expect(nodes).toEqual(ids.map((id) => ([missing, other].includes(id) ? null : { id })));
  expect(await world.query('{ nodes(ids: []) { id } }')).toEqual({ nodes: [] });
});

test('compiled queries give the same result', async () => {
  const document = `query ($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ...Shared
      ... on Venue { kind: __typename name events { totalCount } }
      ... on Organizer { name }
      ... on Category { kind: __typename name ...Parent }
      ... on User { databaseId }
    }
  }
  fragment Shared on Content { kind: __typename slug image { id url } ... on Event { title venue { ...Place } } }
  fragment Place on Content { url ... on Venue { city } }
  fragment Parent on Category { parent { name } }`;
  const variables = { ids: Object.values(NODES) };
  const first = await world.query(document, 'administrator', variables);
  expect(recordsIn(first.nodes)).toHaveLength(variables.ids.length);
  for (let use = 0; use < 25; use++)
    expect(await world.query(document, 'administrator', variables)).toEqual(first);
});

test.each([
  ['node(id: "12") { __typename }', ['id']],
  ['node(id: 12) { __typename }', ['id']],
  [`node(id: "${encodeGlobalId('Event', 123_456).slice(0, -4)}") { __typename }`, ['id']],
  [`node(id: "${encodeGlobalId('Session', 1)}") { __typename }`, ['id']],
  [`node(id: "${encodeGlobalId('event', 1)}") { __typename }`, ['id']],
  [`node(id: "${encodeGlobalId('toString', 1)}") { __typename }`, ['id']],
  [`node(id: "${encodeGlobalId('Event', 2 ** 31)}") { __typename }`, ['id']],
  ['node(id: "a\\u0000") { __typename }', ['id']],
  [`nodes(ids: ["x", "${encodeGlobalId('Event', 1)}", ""]) { __typename }`, ['ids.0', 'ids.2']],
  [`nodes(ids: [${'"x" '.repeat(101)}]) { __typename }`, ['ids']],
  [`nodes(ids: [${'"x" '.repeat(1_001)}]) { __typename }`, ['ids']],
])('%.60s is a bad value, with its place', async (field, places) => {
  const { data, errors } = await world.server.graphql(`{ ${field} }`, {}, {});
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
  expect(Object.keys(Object(errors?.[0]?.extensions.params))).toEqual(places);
  expect(data?.nodes ?? data?.node ?? null).toBeNull();
});

test('one query takes as many ids as the largest page has records', async () => {
  const ids = Array.from({ length: 100 }, () => NODES.Event);
  const { nodes } = await world.query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', 'anonymous', {
    ids,
  });
  expect(recordsIn(nodes)).toHaveLength(100);
});

test('REST has none of these fields', async () => {
  const texts = await Promise.all(
    ['', '/doc', '/events', '/venues'].map(async (path) => (await world.server.request('GET', path)).text()),
  );
  for (const text of texts)
    expect(text).not.toMatch(/node_id|nodeId|databaseId|database_id|"(Node|Content|Term)"/);
  expect((await world.server.request('GET', '/node')).status).toBe(404);
});
