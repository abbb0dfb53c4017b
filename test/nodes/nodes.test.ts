import { buildSchema, type GraphQLSchema, isInterfaceType } from 'graphql';
import { nodeIdOf } from '../../src/lib/node-id.ts';
import { recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let schema: GraphQLSchema;
/** A nodeId of each type. */
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
    await world.query(`{ courses: events(search: "Course") { nodes { series { Series: nodeId } } }
    events(search: "Fair") { events {
    Event: nodeId image { Image: nodeId } venue { Venue: nodeId } organizers { Organizer: nodeId }
    categories { Category: nodeId } tags { Tag: nodeId } } } }`);
  const [event] = recordsIn(Object(events).events);
  const [course] = recordsIn(Object(courses).nodes);
  const { organizers, categories, tags, ...single } = Object(event);
  const records = [single, single.image, single.venue, course?.series, ...organizers, ...categories, ...tags];
  const { viewer } = await world.query('{ viewer { User: nodeId } }', 'administrator');
  const { createWebhook } = await world.query(
    'mutation { createWebhook(input: { url: "http://127.0.0.1:9/hook" }) { webhook { Webhook: nodeId } } }',
    'administrator',
  );
  for (const record of [...records, viewer, Object(createWebhook).webhook])
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

test('every type with a nodeId is found by it, with fields of its own', async () => {
  expect(possible('Node')).toEqual(Object.keys(NODES).toSorted());
  for (const [type, nodeId] of Object.entries(NODES)) {
    const { node } = await world.query(
      `query ($nodeId: ID!) { node(nodeId: $nodeId) { __typename nodeId ... on ${type} { id } } }`,
      type === 'Webhook' ? 'administrator' : 'anonymous',
      { nodeId },
    );
    expect(node).toEqual({ __typename: type, nodeId, id: expect.any(Number) });
  }
});

test('events, venues and organizers are one interface', async () => {
  expect(possible('Content')).toEqual(['Event', 'Organizer', 'Venue']);
  const { nodes } = await world.query(
    `query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { ...Shared ... on Event { title } ... on Venue { name } } }
     fragment Shared on Content { __typename slug globalId publishedAt image { url } jsonLd }`,
    'anonymous',
    { nodeIds: [NODES.Venue, NODES.Event, NODES.Organizer, NODES.Tag] },
  );
  const shared = {
    globalId: expect.any(String),
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

test('what belongs to an event is read, whichever fragment asks for it', async () => {
  const whole = `... on Content { jsonLd } ... on Event { venue { city } organizers { name } categories { count } }`;
  const { node } = await world.query(
    'query ($nodeId: ID!) { node(nodeId: $nodeId) { ... on Event { ...Place } ...Linked } }' +
      ' fragment Place on Event { venues { name } } fragment Linked on Node { ' +
      `${whole} }`,
    'anonymous',
    { nodeId: NODES.Event },
  );
  expect(node).toEqual({
    venues: [{ name: 'Hall' }],
    jsonLd: expect.objectContaining({ location: expect.objectContaining({ name: 'Hall' }) }),
    venue: { city: 'Ulm' },
    organizers: [{ name: 'Club' }],
    categories: [{ count: 1 }],
  });
});

test('the order of the ids is kept; who comes twice is answered twice, who is not there is null', async () => {
  const { Event = '', Venue = '', User = '' } = NODES;
  const missing = nodeIdOf('Event', 2_000_000_000);
  // There is a category with this id, and no tag.
  const other = nodeIdOf('Tag', (await world.make('category', { name: 'Not a tag' })).id);
  const nodeIds = [User, missing, Event, other, Event, Venue, missing, User];
  const { nodes } = await world.query(
    'query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { nodeId } }',
    'anonymous',
    { nodeIds },
  );
  expect(nodes).toEqual(nodeIds.map((nodeId) => ([missing, other].includes(nodeId) ? null : { nodeId })));
  expect(await world.query('{ nodes(nodeIds: []) { nodeId } }')).toEqual({ nodes: [] });
});

test('compiled queries answer the same', async () => {
  const document = `query ($nodeIds: [ID!]!) {
    nodes(nodeIds: $nodeIds) {
      nodeId
      ...Shared
      ... on Venue { kind: __typename name events { total } }
      ... on Organizer { name }
      ... on Category { kind: __typename name ...Parent }
      ... on User { id }
    }
  }
  fragment Shared on Content { kind: __typename slug image { nodeId url } ... on Event { title venue { ...Place } } }
  fragment Place on Content { url ... on Venue { city } }
  fragment Parent on Category { parent { name } }`;
  const variables = { nodeIds: Object.values(NODES) };
  const first = await world.query(document, 'administrator', variables);
  expect(recordsIn(first.nodes)).toHaveLength(variables.nodeIds.length);
  for (let use = 0; use < 25; use++)
    expect(await world.query(document, 'administrator', variables)).toEqual(first);
});

test.each([
  ['node(nodeId: "12") { nodeId }', ['nodeId']],
  ['node(nodeId: 12) { nodeId }', ['nodeId']],
  [`node(nodeId: "${nodeIdOf('Event', 123_456).slice(0, -4)}") { nodeId }`, ['nodeId']],
  [`node(nodeId: "${nodeIdOf('Session', 1)}") { nodeId }`, ['nodeId']],
  [`node(nodeId: "${nodeIdOf('event', 1)}") { nodeId }`, ['nodeId']],
  [`node(nodeId: "${nodeIdOf('toString', 1)}") { nodeId }`, ['nodeId']],
  [`node(nodeId: "${nodeIdOf('Event', 2 ** 31)}") { nodeId }`, ['nodeId']],
  ['node(nodeId: "a\\u0000") { nodeId }', ['nodeId']],
  [`nodes(nodeIds: ["x", "${nodeIdOf('Event', 1)}", ""]) { nodeId }`, ['nodeIds.0', 'nodeIds.2']],
  [`nodes(nodeIds: [${'"x" '.repeat(101)}]) { nodeId }`, ['nodeIds']],
  [`nodes(nodeIds: [${'"x" '.repeat(1_001)}]) { nodeId }`, ['nodeIds']],
])('%.60s is a bad value, with its place', async (field, places) => {
  const { data, errors } = await world.server.graphql(`{ ${field} }`, {}, {});
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'rest_invalid_param', status: 400 });
  expect(Object.keys(Object(errors?.[0]?.extensions.params))).toEqual(places);
  expect(data?.nodes ?? data?.node ?? null).toBeNull();
});

test('as many ids as the largest page has records are enough for one query', async () => {
  const nodeIds = Array.from({ length: 100 }, () => NODES.Event);
  const { nodes } = await world.query(
    'query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { nodeId } }',
    'anonymous',
    { nodeIds },
  );
  expect(recordsIn(nodes)).toHaveLength(100);
});

test('REST has none of it', async () => {
  const texts = await Promise.all(
    ['', '/doc', '/events', '/venues'].map(async (path) => (await world.server.request('GET', path)).text()),
  );
  for (const text of texts) expect(text).not.toMatch(/node_id|nodeId|"(Node|Content)"/);
  expect((await world.server.request('GET', '/node')).status).toBe(404);
});
