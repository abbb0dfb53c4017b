import { buildSchema, parse, print } from 'graphql';
import loadForCodegen from '../../src/api/contract/load.ts';
import { forRevision, parseContract, publicSdl } from '../../src/api/contract/source.ts';
import { smallSdl } from './small-contract.ts';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** The public SDL of one revision without its line ends. */
const publicOf = (types: string, revision: 'A' | 'B' = 'B'): string =>
  plain(publicSdl(forRevision(smallSdl(types), revision)));

test('the public schema has no directive of ours, and nothing that only REST has', () => {
  const sdl = publicOf(`
    scalar Word @specifiedBy(url: "https://word.example")
    scalar Loose @wireOnly
    enum Colour { red @also(words: ["rot"]) }
    input Link @oneOf { id: Int name: String }
    type Thing @dropEmpty { id: Int! @wire(name: "key") old: Int @deprecated(reason: "gone") }
    type Query { thing(word: Word @param(reads: "Loose"), colour: Colour): Thing @rest(path: "/a", methods: [GET]) }
  `);
  expect(sdl).toBe(
    'scalar Word @specifiedBy(url: "https://word.example") enum Colour { red } input Link @oneOf { id: Int name: String } ' +
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

test('code is generated from the contract without the readers of REST', () => {
  const names = loadForCodegen('schema.graphql').definitions.flatMap((node) =>
    'name' in node && node.name ? [node.name.value] : [],
  );
  expect(names).toContain('DateInput');
  expect(names).not.toContain('VenueLinks');
  expect(parse('scalar A').definitions).toHaveLength(1);
});
