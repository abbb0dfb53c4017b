import { buildSchema, execute, type GraphQLSchema, isObjectType, parse } from 'graphql';
import { CompiledQueries } from '../../src/api/graphql/compiled-queries.ts';
import { ComputedFields } from '../../src/api/graphql/computed-fields.ts';
import type { Context } from '../../src/domain/context/context.ts';

const VENUES = [
  { id: 7, name: 'Boat house' },
  { id: 8, name: 'Barn' },
];
const EVENTS = [
  { id: 1, title: 'Tea', venues: VENUES, venueIds: [7, 8] },
  { id: 2, title: 'Tango', venues: [], venueIds: [] },
];

interface Counted {
  schema: GraphQLSchema;
  /** Names of the fields that were computed, as often as they were. */
  computed: string[];
}

/** Events with venues, whose `url`, `loud` and `first` are computed. */
function counted(): Counted {
  const schema = buildSchema(
    `type Query { events: [Event!] late: [Event] event: Event none: Event nodes: [Node] }
     interface Node { id: Int! }
     type Event implements Node { id: Int! title: String! loud: String! venues: [Venue!]! first: Venue }
     type Venue implements Node { id: Int! name: String! url: String! near: [Venue!]! }`,
  );
  const computed: string[] = [];
  const counting = <R, V>(name: string, make: (record: R, context: Context) => V) => {
    return (record: R, context: Context): V => {
      computed.push(name);
      return make(record, context);
    };
  };
  const resources = [
    {
      entities: [],
      resolvers: {},
      computed: {
        Event: {
          loud: counting('loud', ({ title }: { title: string }) => `${title}!`),
        },
      },
    },
    // Another resource adds fields to the same type.
    {
      entities: [],
      resolvers: {},
      computed: {
        Event: {
          first: counting('first', ({ venues }: { venues: object[] }) => venues[0] ?? null),
        },
        Venue: { url: counting('url', ({ id }: { id: number }, { urls }) => `${urls.site}/venue/${id}`) },
      },
    },
  ];
  const fields = new ComputedFields(resources);
  const find = (type: string, field: string, resolve: () => unknown): void => {
    const of = schema.getType(type);
    if (isObjectType(of)) Object.assign(of.getFields()[field] ?? {}, { resolve: fields.addTo(resolve) });
  };
  find('Query', 'events', () => EVENTS);
  find('Query', 'late', async () => [EVENTS[1], null]);
  find('Query', 'event', () => EVENTS[0]);
  find('Query', 'none', () => null);
  find('Query', 'nodes', () => [
    { ...VENUES[0], __typename: 'Venue' },
    null,
    { ...EVENTS[0], __typename: 'Event' },
    { ...VENUES[1], __typename: 'Venue' },
  ]);
  find('Venue', 'near', () => [VENUES[1]]);
  return { schema, computed };
}

const contextValue = { context: { urls: { site: 'http://a.example' } } };

/** What both executors answer, which must be the same. */
async function answered(source: string, { schema }: Counted = counted()): Promise<unknown> {
  const document = parse(source);
  const queries = new CompiledQueries(schema);
  queries.compileOnUse(document);
  const compiled = JSON.stringify(await queries.find(document)?.(undefined, contextValue, {}));
  expect(compiled).toBe(JSON.stringify(await execute({ schema, document, contextValue })));
  return JSON.parse(compiled).data;
}

test('computed fields are shown in lists, single records, and records inside of them', async () => {
  expect(await answered('{ events { id loud venues { url } } }')).toEqual({
    events: [
      {
        id: 1,
        loud: 'Tea!',
        venues: [{ url: 'http://a.example/venue/7' }, { url: 'http://a.example/venue/8' }],
      },
      { id: 2, loud: 'Tango!', venues: [] },
    ],
  });
  expect(await answered('{ event { first { url } } none { loud } late { loud first { url } } }')).toEqual({
    event: { first: { url: 'http://a.example/venue/7' } },
    none: null,
    late: [{ loud: 'Tango!', first: null }, null],
  });
});

test('under another name, in a fragment, and behind a resolver further down, too', async () => {
  const source = '{ a: event { b: loud venues { ...V } } } fragment V on Venue { id near { c: url } } ';
  const near = [{ c: 'http://a.example/venue/8' }];
  expect(await answered(source)).toEqual({
    a: {
      b: 'Tea!',
      venues: [
        { id: 7, near },
        { id: 8, near },
      ],
    },
  });
});

test('in records of several types, by fragments on the type of each', async () => {
  const source = `{ nodes { __typename id ...V ... on Node { ... on Event { loud } } ... on Event { venues { ...V } } } }
    fragment V on Venue { url near { ...N } } fragment N on Node { id ... on Venue { name } }`;
  const world = counted();
  const near = [{ id: 8, name: 'Barn' }];
  expect(await answered(source, world)).toEqual({
    nodes: [
      { __typename: 'Venue', id: 7, url: 'http://a.example/venue/7', near },
      null,
      {
        __typename: 'Event',
        id: 1,
        loud: 'Tea!',
        venues: [
          { url: 'http://a.example/venue/7', near },
          { url: 'http://a.example/venue/8', near },
        ],
      },
      { __typename: 'Venue', id: 8, url: 'http://a.example/venue/8', near },
    ],
  });
  // Once by each executor: of venues nothing is computed that only events have.
  expect(world.computed.toSorted()).toEqual([...Array(2).fill('loud'), ...Array(8).fill('url')]);
});

test('what nobody asks for is not computed, and records stay as they are', async () => {
  const world = counted();
  const before = JSON.stringify(EVENTS);
  const document = parse('{ events { title venues { name } } event { venues { url } } }');
  await execute({ schema: world.schema, document, contextValue });
  expect(world.computed).toEqual(['url', 'url']);
  expect(JSON.stringify(EVENTS)).toBe(before);
});
