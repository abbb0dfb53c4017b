import { buildASTSchema, buildSchema, print } from 'graphql';
import loadForCodegen from '../../src/api/contract/load.ts';
import { forRevision, parseContract, publicSdl } from '../../src/api/contract/source.ts';
import { bindingOf, operationOf, smallContract, smallSdl } from './small-contract.ts';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** The public SDL of one revision without its line ends. */
const publicOf = (types: string, revision: 'A' | 'B' = 'B'): string =>
  plain(publicSdl(forRevision(smallSdl(types), revision)));

test('the public schema has no directive of ours, and nothing that only REST has', () => {
  const sdl = publicOf(`
    scalar Word @specifiedBy(url: "https://word.example")
    scalar Loose @wireOnly
    enum Colour { RED @also(words: ["rot"]) }
    input Link @oneOf { id: Int name: String }
    type Thing @dropEmpty { id: Int! @wire(name: "key") old: Int @deprecated(reason: "gone") }
    type Query { thing(word: Word @param(reads: "Loose"), colour: Colour): Thing @rest(path: "/a", methods: [GET]) }
  `);
  expect(sdl).toBe(
    'scalar Word @specifiedBy(url: "https://word.example") enum Colour { RED } input Link @oneOf { id: Int name: String } ' +
      'type Thing { id: Int! old: Int @deprecated(reason: "gone") } type Query { thing(word: Word, colour: Colour): Thing }',
  );
  expect(() => buildSchema(sdl)).not.toThrow();
});

const REVISED = `
  input Link { id: Int onlyA: Int @revision(only: A) }
  type Thing { id: Int! onlyB: Int @revision(only: B) }
  type Query {
    thing(
      "Meaning in B."
      one: Int @param(descriptionA: "Meaning in A.")
      two: Int @revision(only: B) @param(descriptionA: "Never seen.")
      "Both."
      three: Int
    ): Thing
  }
`;
test('a revision has its own arguments, fields and descriptions', () => {
  expect(publicOf(REVISED, 'A')).toBe(
    'input Link { id: Int onlyA: Int } type Thing { id: Int! } type Query { thing( "Meaning in A." one: Int "Both." three: Int ): Thing }',
  );
  expect(publicOf(REVISED, 'B')).toBe(
    'input Link { id: Int } type Thing { id: Int! onlyB: Int } type Query { thing( "Meaning in B." one: Int two: Int "Both." three: Int ): Thing }',
  );
});

test('a field takes the arguments of another', () => {
  const types = (field: string) => `
    type Venue { events: Int @argumentsOf(field: "${field}") other(a: Int): Int }
    type Query { events(page: Int, search: String): Int }
  `;
  expect(plain(print(parseContract(types('Query.events'))))).toContain(
    'type Venue { events(page: Int, search: String): Int',
  );
  for (const missing of ['Query.ghosts', 'Ghost.events', 'events'])
    expect(() => parseContract(types(missing))).toThrow(
      `@argumentsOf names ${missing}, which does not exist`,
    );
});

test('code is generated from the contract without what only REST has', () => {
  const types = buildASTSchema(loadForCodegen('schema.graphql')).getTypeMap();
  expect(types).toHaveProperty('DateInput');
  for (const name of ['VenueLinks', 'HttpMethod', 'Literal']) expect(types).not.toHaveProperty(name);
});

describe('a connection', () => {
  const SERIES = `
    type PageInfo { hasNextPage: Boolean! }
    type Series { id: Int! }
    type SeriesConnection @connection { series: [Series!]! total: Int! totalPages: Int! }
    type Event { series(filter: Int): SeriesConnection! parts: SeriesConnection! @argumentsOf(field: "Query.series") @wire(hide: true) }
    type Query { series(page: Int, search: String): SeriesConnection! @rest(path: "/series", methods: [GET]) }
  `;

  test('has nodes, edges and information about its page; fields that answer it have its arguments', () => {
    const sdl = publicOf(SERIES).replaceAll(/"[^"]*" /g, '');
    const page = 'first: Int after: String last: Int before: String';
    for (const part of [
      'type SeriesConnection { nodes: [Series!]! edges: [SeriesEdge!]! pageInfo: PageInfo! series: [Series!]! total: Int!',
      'type SeriesEdge { node: Series! cursor: String! }',
      `type Query { series( ${page} page: Int search: String ): SeriesConnection! }`,
      `parts( ${page} page: Int search: String ): SeriesConnection!`,
      `type Event { series( ${page} filter: Int ): SeriesConnection!`,
    ])
      expect(sdl).toContain(part);
    expect(() => buildSchema(publicOf(SERIES))).not.toThrow();
  });

  test('REST has its own fields and arguments alone', () => {
    const { page } = operationOf(smallContract(SERIES), 'series');
    expect(page?.keys.map(({ key }) => key)).toEqual(['series', 'total', 'total_pages']);
    const { queryParams } = bindingOf(smallContract(SERIES), 'series');
    expect(queryParams.map(({ wire }) => wire)).toEqual(['page', 'search']);
  });

  test('is named after its records', () =>
    expect(() => publicOf('type Pages @connection { id: Int! } type Query { id: Int }')).toThrow(
      'Pages has @connection, but not the name of a connection',
    ));
});
