import { buildASTSchema, buildSchema, isEnumType } from 'graphql';
import loadForCodegen from '../../src/api/contract/load.ts';
import { enumWords, parseContract } from '../../src/api/contract/source.ts';
import { publicSdl } from '../support/public-sdl.ts';
import { bindingOf, operationOf, smallContract, smallSdl } from './small-contract.ts';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** The public SDL without its line ends. */
const publicOf = (types: string): string => plain(publicSdl(parseContract(smallSdl(types))));

const TYPES = `
  scalar Word @specifiedBy(url: "https://word.example")
  scalar Words @restOnly
  enum Colour { RED @also(words: ["rot"]) VERDE @wire(name: "green") OTHER @restOnly }
  enum Side @restOnly { LEFT }
  input Link @oneOf { id: Int name: String text: String @restOnly part: Part @restOnly }
  input Part @restOnly { id: Int }
  type Details @restOnly { side: Side }
  type Thing @dropEmpty { id: Int! @wire(name: "key") old: Int @deprecated(reason: "gone") details: Details @restOnly }
  type Query {
    thing(word: Word @param(reads: "Words"), colour: Colour, page: Int = 1 @restOnly @param(min: 1)): Thing
      @rest(path: "/a", methods: [GET])
    second: Thing @restOnly @rest(path: "/b", methods: [GET])
  }
`;

test('the public schema has no internal directive, and nothing that only REST has', () => {
  const sdl = publicOf(TYPES);
  expect(sdl).toBe(
    'scalar Word @specifiedBy(url: "https://word.example") enum Colour { RED VERDE } input Link @oneOf { id: Int name: String } ' +
      'type Thing { id: Int! old: Int @deprecated(reason: "gone") } type Query { thing(word: Word, colour: Colour): Thing }',
  );
  expect(() => buildSchema(sdl)).not.toThrow();
});

test('REST has its own members', () => {
  const contract = smallContract(TYPES);
  expect(bindingOf(contract, 'thing').queryParams.map(({ wire }) => wire)).toEqual([
    'word',
    'colour',
    'page',
  ]);
  expect(operationOf(contract, 'second').bindings.map(({ path }) => path)).toEqual(['/b']);
  expect(contract.records.get('Thing')?.keys.map(({ key }) => key)).toEqual(['key', 'old', 'details']);
});

test('values of enums stand for words of REST', () =>
  expect(enumWords(parseContract(smallSdl(TYPES)))).toEqual({
    Colour: { RED: 'red', VERDE: 'green', OTHER: 'other' },
    Side: { LEFT: 'left' },
  }));

test('code is generated from the contract with its REST members, and with enum words', () => {
  const types = buildASTSchema(loadForCodegen('schema.graphql')).getTypeMap();
  for (const name of ['DateInput', 'CostDetails', 'RecordInput']) expect(types).toHaveProperty(name);
  for (const name of ['VenueLinks', 'HttpMethod', 'Literal']) expect(types).not.toHaveProperty(name);
  const { EventOrderField } = types;
  expect(isEnumType(EventOrderField) && EventOrderField.getValues().map(({ name }) => name)).toContain(
    'start_date',
  );
});
