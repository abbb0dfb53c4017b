import { MAX_ELEMENTS } from '../../src/api/contract/bounds.ts';
import { coerce } from '../../src/api/contract/coerce.ts';
import { paramsOf } from './small-contract.ts';

/** The outcome of one value sent for an argument of this type. */
const read = (type: string, sent: unknown, { emptyLists = true, types = '' } = {}) => {
  const { params, contract } = paramsOf(`one: ${type}`, types);
  const { values, failures, missing } = coerce(params, { one: sent }, contract.inputs, { emptyLists });
  return failures.one
    ? `${failures.one.code}: ${failures.one.message}`
    : missing.length > 0
      ? 'missing'
      : values;
};
const one = (value: unknown) => ({ one: value });

const WHOLE = 'rest_invalid_type: must be a whole number';
const NUMBER = 'rest_invalid_type: must be a number';
const BOOLEAN = 'rest_invalid_type: must be true or false';

test.each<[type: string, sent: unknown, outcome: unknown]>([
  ['Int', 7, one(7)],
  ['Int', '7', one(7)],
  ['Int', ' +7 ', one(7)],
  ['Int', '-7', one(-7)],
  ['Int', '7.0', one(7)],
  ['Int', '7.', one(7)],
  ['Int', '.5e1', one(5)],
  ['Int', '1E3', one(1000)],
  ['Int', '1e-3', WHOLE],
  ['Int', '7.5', WHOLE],
  ['Int', 7.5, WHOLE],
  ['Int', '', WHOLE],
  ['Int', '.', WHOLE],
  ['Int', '7x', WHOLE],
  ['Int', 'x7', WHOLE],
  ['Int', '0x10', WHOLE],
  ['Int', '1e', WHOLE],
  ['Int', 'Infinity', WHOLE],
  ['Int', '1e999', WHOLE],
  ['Int', Number.NaN, WHOLE],
  ['Int', true, WHOLE],
  ['Int', [7], WHOLE],
  ['Int', { seven: 7 }, WHOLE],
  ['Int', `${'0'.repeat(999)}7`, one(7)],
  ['Int', `${'0'.repeat(1000)}7`, WHOLE],
  ['Int', 2147483647, one(2147483647)],
  ['Int', -2147483647, one(-2147483647)],
  ['Int', 2147483648, 'rest_invalid_type: must be between -2147483647 and 2147483647'],
  ['Int', '-2147483648', 'rest_invalid_type: must be between -2147483647 and 2147483647'],
  ['Int @param(min: 1)', 9e9, 'rest_invalid_type: must be between 1 and 2147483647'],
  ['Int @param(max: 50)', -9e9, 'rest_invalid_type: must be between -2147483647 and 50'],
  ['Int @param(min: 1)', 0, 'rest_out_of_bounds: must be at least 1'],
  ['Int @param(min: 1)', 1, one(1)],
  ['Int @param(max: 50)', 51, 'rest_out_of_bounds: must be at most 50'],
  ['Int @param(max: 50)', 50, one(50)],
  ['Int @param(clamped: true)', 9e9, one(2147483647)],
  ['Int @param(clamped: true)', '1e999', one(2147483647)],
  ['Int @param(clamped: true)', 3e9 + 0.5, WHOLE],
  ['Int @param(clamped: true)', 2147483646, one(2147483646)],
  ['Int @param(clamped: true)', '-1e999', WHOLE],
  ['Float', '7.5', one(7.5)],
  ['Float', -7.5, one(-7.5)],
  ['Float', 9e9, one(9e9)],
  ['Float', 'seven', NUMBER],
  ['Float', Number.POSITIVE_INFINITY, NUMBER],
  ['Float @param(min: -90)', -90.5, 'rest_out_of_bounds: must be at least -90'],
  ['Boolean', true, one(true)],
  ['Boolean', 'TRUE', one(true)],
  ['Boolean', 1, one(true)],
  ['Boolean', '1', one(true)],
  ['Boolean', false, one(false)],
  ['Boolean', 'False', one(false)],
  ['Boolean', 0, one(false)],
  ['Boolean', '0', one(false)],
  ['Boolean', 'yes', BOOLEAN],
  ['Boolean', 2, BOOLEAN],
  ['Boolean', '', BOOLEAN],
  ['String', 'a', one('a')],
  ['String', ' a ', one(' a ')],
  ['String', '', one('')],
  ['String', 7, 'rest_invalid_type: must be text'],
  ['String', ['a'], 'rest_invalid_type: must be text'],
  ['String', 'a\0b', 'rest_invalid_characters: must not contain the character NUL'],
  ['String @param(nonEmpty: true)', ' ', 'rest_too_short: must not be empty'],
  ['String @param(nonEmpty: true)', 'a', one('a')],
  ['String @param(maxLength: 3)', 'abc', one('abc')],
  ['String @param(maxLength: 3)', 'abcd', 'rest_too_long: must be at most 3 characters long'],
  ['String @param(emptyIsNull: true)', ' ', one(null)],
  ['String @param(emptyIsNull: true)', 'a', one('a')],
  ['String', null, one(null)],
  ['String', undefined, {}],
  ['String!', null, 'missing'],
  ['String!', undefined, 'missing'],
  ['String!', 'a', one('a')],
  ['Word', 'jazz', one('JAZZ')],
  ['Word', 7, 'rest_invalid_value: is no word'],
])('%s reads %j', (type, sent, outcome) => expect(read(type, sent)).toEqual(outcome));

const COLOUR = 'enum Colour { RED GREEN @also(words: ["verde", "gruen"]) }';
test.each([
  ['red', one('red')],
  [' RED ', one('red')],
  ['Verde', one('green')],
  ['gruen', one('green')],
  ['blue', 'rest_not_in_enum: must be one of red, green'],
  ['', 'rest_not_in_enum: must be one of red, green'],
  [7, 'rest_not_in_enum: must be one of red, green'],
])('a word of a list of words reads %j', (sent, outcome) =>
  expect(read('Colour', sent, { types: COLOUR })).toEqual(outcome),
);

const UNPAIRED = 'rest_invalid_value: has unmatched brackets';
const NESTED = 'rest_invalid_value: has an element that looks like a list';
test.each<[type: string, sent: unknown, outcome: unknown]>([
  ['[Int]', [1, 2], one([1, 2])],
  ['[Int!]', '1,2', one([1, 2])],
  ['[Int!]', ' 1 , 2,', one([1, 2])],
  ['[Int!]', 1, one([1])],
  ['[Int!]', { 0: 1, 5: 2 }, one([1, 2])],
  ['[Int!]', '[1,2]', one([1, 2])],
  ['[Int!]', ' [1, 2] ', one([1, 2])],
  ['[String!]', '["a","b"]', one(['a', 'b'])],
  ['[String!]', '["a,b"]', one(['a,b'])],
  ['[String!]', '[jazz, folk]', one(['jazz', 'folk'])],
  ['[String!]', '[jazz,\nfolk]', one(['jazz', 'folk'])],
  ['[String!]', '[jazz], [folk]', UNPAIRED],
  ['[String!]', '[jazz, folk', UNPAIRED],
  ['[String!]', 'jazz, folk]', UNPAIRED],
  ['[String!]', 'ja[zz, fo]lk', one(['ja[zz', 'fo]lk'])],
  ['[String!]', ['jazz', '[folk]'], NESTED],
  ['[String!]', ['jazz', '[folk'], one(['jazz', '[folk'])],
  ['[Int!]', [1, 'x'], WHOLE],
  ['[Int!]', { a: 1 }, WHOLE],
  ['[Int!]', { 0: 1, a: 2 }, WHOLE],
  ['[Int!]', [], one([])],
  ['[Int!]', '', one([])],
  ['[Int!]', ['', ' '], one([])],
  ['[String!]', 'a\0', 'rest_invalid_characters: must not contain the character NUL'],
  ['[String!]', ['a', 'b\0'], 'rest_invalid_characters: must not contain the character NUL'],
  ['[Int!] @param(min: 1)', [3, 0], 'rest_out_of_bounds: must be at least 1'],
  ['[Int!]', Array.from({ length: MAX_ELEMENTS }, () => 1), one(Array.from({ length: 1000 }, () => 1))],
  [
    '[Int!]',
    Array.from({ length: MAX_ELEMENTS + 1 }, () => 1),
    'rest_invalid_type: must have at most 1000 elements',
  ],
])('%s reads %j', (type, sent, outcome) => expect(read(type, sent)).toEqual(outcome));

test.each<[sent: unknown, outcome: string]>([
  ['', 'rest_invalid_type: must not be empty'],
  [',', 'rest_invalid_type: must not be empty'],
  [[], 'rest_invalid_type: must not be empty'],
  [[' '], WHOLE],
])('a filter refuses the empty list %j', (sent, outcome) =>
  expect(read('[Int!]', sent, { emptyLists: false })).toBe(outcome),
);

const PLACE = 'input Spot { name: String! @param(maxLength: 5) zip: Int @wire(name: "post_code") }';
const place = (sent: unknown) => read('Words', sent, { types: PLACE });
test('reads objects of a scalar as their input type, by REST names', () => {
  expect(place({ name: 'Hall', post_code: '7' })).toEqual(one({ name: 'Hall', zip: 7 }));
  expect(place([{ name: 'Hall' }, 5])).toEqual(one([{ name: 'Hall' }, 5]));
  expect(place({ id: 3, name: 7 })).toEqual(one({ id: 3, name: 7 }));
  expect(place({})).toEqual(one(null));
  expect(place('7')).toEqual(one('7'));
  expect(place(null)).toEqual(one(null));
});

test('names every error in such an object', () => {
  expect(place({ post_code: 'x' })).toBe(
    'rest_invalid_param: one.name is required; one.post_code must be a whole number',
  );
  expect(place({ name: 'Townhall' })).toBe('rest_invalid_param: one.name must be at most 5 characters long');
  expect(place([{ name: 'Hall' }, {}, { post_code: 1 }])).toBe('rest_invalid_param: one.name is required');
  expect(place(Array.from({ length: 1001 }, () => 1))).toBe(
    'rest_invalid_type: must have at most 1000 elements',
  );
});

test('names of prototypes are not values', () => {
  const { params, contract } = paramsOf('toString: String, one: Int');
  expect(coerce(params, { one: 1 }, contract.inputs)).toEqual({
    values: { one: 1 },
    failures: {},
    missing: [],
  });
});

test('a parameter without a REST reader, and a scalar with another failure, are server errors', () => {
  const { params, contract } = paramsOf('one: Word');
  const broken = params.map((param) => ({ ...param, type: { kind: 'input' } as const }));
  expect(() => coerce(broken, { one: {} }, contract.inputs)).toThrow('REST has no reader for one');
});
