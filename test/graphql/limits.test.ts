import { getIntrospectionQuery, parse } from 'graphql';
import { checkLimits } from '../../src/graphql/limits.ts';
import { SETTINGS, type World, world } from './world.ts';

let one: World;

beforeAll(async () => {
  one = await world({});
});

const check = (source: string, variables: Record<string, unknown> = {}) => checkLimits(one.schema, parse(source), { variables }, SETTINGS);

/** `{ event { venue { events { events { … id } } } } }`, three levels a round. */
const nested = (rounds: number): string =>
  `{ event(id: 1) { ${'venue { events(perPage: 1) { events { '.repeat(rounds)} id ${'} } }'.repeat(rounds)} } }`;

test('fifteen levels are allowed, more are not', () => {
  check(nested(4));
  expect(() => check(nested(5))).toThrow('nested deeper');
});

test('introspection is free', () => {
  expect(() => check(getIntrospectionQuery())).not.toThrow();
});

test('a document has at most thirty aliases', () => {
  const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, at) => `a${at}: viewer { id }`).join(' ')} }`;
  check(aliases(30));
  expect(() => check(aliases(31))).toThrow('aliases');
});

test('the same root field twice counts twice, through fragments too', () => {
  const query = `{ ${'...F '.repeat(16)} } fragment F on Query { viewer { id } users { id } }`;
  expect(() => check(query)).toThrow('fields at its root');
});

test('pages within pages are multiplied', () => {
  check('{ events(perPage: 100) { events { venue { id } categories { id } organizers { id } } } }');
  check('{ venues(perPage: 100) { venues { events(perPage: 100) { events { id } } } } }');
  const deep = 'query($n: Int) { venues(perPage: $n) { venues { events(perPage: $n) { events { id organizers { id } } } } } }';
  check(deep, { n: 10 });
  expect(() => check(deep, { n: 100 })).toThrow('smaller pages');
  expect(() => check(deep, { n: 1_000_000 })).toThrow('smaller pages');
  expect(() => check(deep)).toThrow('smaller pages');
});

test('fragments spread in each other are measured once', () => {
  const fragments = Array.from(
    { length: 12 },
    (_, at) => `fragment F${at} on Category { parent { ...F${at + 1} } children { ...F${at + 1} } }`,
  );
  const query = `{ category(id: 1) { ...F0 } } ${fragments.join(' ')} fragment F12 on Category { id }`;
  expect(() => check(query)).toThrow('records');
});

test('variables are nested at most ten levels', () => {
  let value: unknown = 1;
  for (let level = 0; level < 5000; level++) value = [value];
  expect(() => check('{ viewer { id } }', { value })).toThrow('variables');
});

test('the error is a 400', () => {
  expect(() => check(nested(5))).toThrow(expect.objectContaining({ code: 'query_too_complex', status: 400 }));
});
