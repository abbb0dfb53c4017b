import { getIntrospectionQuery, parse } from 'graphql';
import { checkDocumentSize, checkOperationCost } from '../../src/api/graphql/limits.ts';
import { SETTINGS, type World, world } from './harness.ts';

let one: World;

beforeAll(async () => {
  one = await world({});
});

const check = (source: string, variables: Record<string, unknown> = {}, operationName?: string) => {
  const document = parse(source);
  checkDocumentSize(document);
  return checkOperationCost(one.publicSchema, document, { operationName, variables }, SETTINGS);
};

/** `{ event { venue { events { nodes { … id } } } } }`, three levels per round. */
const nested = (rounds: number): string =>
  `{ event(by: {databaseId: 1}) { ${'venue { events(first: 1) { nodes { '.repeat(rounds)} id ${'} } }'.repeat(rounds)} } }`;

test('fifteen levels are allowed, more are not', () => {
  check(nested(4));
  expect(() => check(nested(5))).toThrow('nested 17 levels deep');
});

test('introspection costs as much as its result: once is cheap, many times is too much', () => {
  check(
    getIntrospectionQuery({
      inputValueDeprecation: true,
      specifiedByUrl: true,
      schemaDescription: true,
      oneOf: true,
    }),
  );
  const fields = 'fields { name args { name type { name ofType { name } } } type { name kind } }';
  check(`{ __type(name: "Event") { ${fields} } }`);
  const schemas = (count: number) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: __schema { types { name ${fields} } }`).join(' ')} }`;
  check(schemas(2));
  expect(() => check(schemas(30))).toThrow('values');
  const inside = Array.from({ length: 28 }, (_, at) => `a${at}: fields { name args { name } }`).join(' ');
  expect(() => check(`{ __schema { types { fields { type { ${inside} } } } } }`)).toThrow('values');
  expect(() =>
    check(`{ __schema { ...S } } fragment S on __Schema { types { fields { type { ${inside} } } } }`),
  ).toThrow('values');
});

test('a document has at most thirty aliases', () => {
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: viewer { id }`).join(' ')} }`;
  check(aliases(30));
  expect(() => check(aliases(31))).toThrow('aliases');
});

test('a document has at most five inputs with a recurrence, as literals or variables', () => {
  const input =
    '{title: "A", start: "2031-01-01", end: "2031-01-01", recurrence: {rule: "FREQ=DAILY;COUNT=2"}}';
  const literals = (count: number): string =>
    `mutation { ${Array.from({ length: count }, (_, at) => `a${at}: createEvent(input: ${input}) { event { id } }`).join(' ')} }`;
  check(literals(5));
  expect(() => check(literals(6))).toThrow('6 inputs with a recurrence');
  const variables = { input: { title: 'A', recurrence: { rule: 'FREQ=DAILY;COUNT=2' } } };
  const byVariable = `mutation ($input: CreateEventInput!) { ${'createEvent(input: $input) { event { id } } '.repeat(6)} }`;
  expect(() => check(byVariable, variables)).toThrow('6 inputs with a recurrence');
  check(byVariable, { input: { title: 'A', recurrence: null } });
});

test('the same root field twice counts twice, through fragments too', () => {
  const query = `{ ${'...F '.repeat(16)} } fragment F on Query { viewer { id } users { totalCount } }`;
  expect(() => check(query)).toThrow('fields at its root');
});

test('pages within pages are multiplied', () => {
  check('{ events(first: 100) { nodes { venue { id } categories { id } organizers { id } } } }');
  check('{ venues(first: 100) { nodes { events(first: 100) { nodes { id } } } } }');
  const deep =
    'query($n: Int) { venues(first: $n) { nodes { events(first: $n) { nodes { id organizers { id } } } } } }';
  check(deep, { n: 10 });
  expect(() => check(deep, { n: 100 })).toThrow('smaller pages');
  expect(() => check(deep, { n: 1_000_000 })).toThrow('smaller pages');
  check(deep);
  const byDefault = deep.replace('$n: Int', '$n: Int = 100');
  expect(() => check(byDefault)).toThrow('smaller pages');
  check(byDefault, { n: 10 });
});

test('nodes count once per id, and the most expensive of several types counts', () => {
  const nodes = (count: number, fields: string) => `{ nodes(ids: [${'"x" '.repeat(count)}]) { ${fields} } }`;
  const eventsOf = (type: string, fields = 'id') =>
    `... on ${type} { events(first: 100) { nodes { ${fields} } } }`;
  check(nodes(100, eventsOf('Venue')));
  check(nodes(100, `${eventsOf('Venue')} ${eventsOf('Organizer')} ${eventsOf('Tag')}`));
  expect(() => check(nodes(100, eventsOf('Venue', 'id venue { id }')))).toThrow('could return 20200 records');
  expect(() =>
    check(
      nodes(
        100,
        `${eventsOf('Venue')} ... on Node { ...T } ${eventsOf('Venue', 'title')} } fragment T on Venue { id`,
      ),
    ),
  ).toThrow('could return 20300 records');
  check(nodes(50, eventsOf('Venue', 'id venue { id }')));
  check('{ node(id: "x") { ... on Venue { events(first: 100) { nodes { id venue { id } } } } } }');
});

test('as many as variables or their defaults have', () => {
  const query = (ids: string) =>
    `query (${ids}) { nodes(ids: $ids) { ... on Venue { events(first: 100) { nodes { id venue { id } } } } } }`;
  const refused = 'more than the 12000 allowed';
  check(query('$ids: [ID!]! = ["a", "b", "c"]'));
  check(query('$ids: [ID!]! = ["a", "b", "c"]'), { ids: Array(30).fill('a') });
  expect(() => check(query('$ids: [ID!]!'), { ids: Array(1_000).fill('a') })).toThrow(refused);
  check('{ nodes(ids: "a") { id } }');
});

/** Fragments that each spread the next one `times` times, in the given parts. */
const chain = (links: number, link: (next: string) => string, end: string, on: string): string =>
  `${Array.from({ length: links }, (_, at) => `fragment F${at} on ${on} { ${link(`...F${at + 1}`)} }`).join(' ')} fragment F${links} on ${on} { ${end} }`;

test.each([18, 30, 60, 200, 400])(
  'a chain of %i fragments that double is measured at once, and refused',
  (links) => {
    for (const [query, on, end] of [
      ['{ events { ...F0 } }', 'EventConnection', 'totalCount'],
      ['{ event(by: {databaseId: 1}) { ...F0 } }', 'Event', 'id'],
      ['{ __schema { ...F0 } }', '__Schema', 'description'],
      ['{ viewer { id } }', 'User', 'id'],
    ] as const)
      expect(() => check(`${query} ${chain(links, (next) => `${next} ${next}`, end, on)}`)).toThrow(
        'With its fragments expanded',
      );
  },
);

test('fragments that double level by level are refused for their expanded size', () => {
  const levels = (links: number) =>
    `{ category(by: {databaseId: 1}) { ...F0 } } ${chain(links, (next) => `parent { ${next} } children(first: 5) { nodes { ${next} } }`, 'id', 'Category')}`;
  expect(() => check(levels(12))).toThrow('parts');
  expect(() => check(levels(6))).toThrow('records');
  check(levels(2));
});

test('a fan of fragments, conditions and arguments count wherever they are spread', () => {
  const fan = (fields: string, spreads: number) =>
    `{ events { nodes { ${'...F '.repeat(spreads)} } } } fragment F on Event { ${fields} }`;
  check(fan('id title', 1000));
  expect(() => check(fan('id title slug status', 1000))).toThrow('5003 parts');
  expect(() => check(fan('id @skip(if: false) @include(if: true)', 1000))).toThrow('parts');
  expect(() =>
    check(fan('venue { events(first: 2, after: "x", filter: {search: "now"}) { totalCount } }', 500)),
  ).toThrow('parts');
});

test('operations that do not run count as well', () => {
  const many = Array.from(
    { length: 40 },
    (_, at) => `query Q${at} { events { ${'...F '.repeat(100)} } }`,
  ).join(' ');
  expect(() => check(`${many} fragment F on EventConnection { totalCount }`, {}, 'Q3')).toThrow('parts');
});

test('a long chain of fragments is allowed', () => {
  check(
    `{ events { ...F0 } } ${chain(200, (next) => `totalCount ${next}`, 'totalCount', 'EventConnection')}`,
  );
});

test('variables are nested at most ten levels', () => {
  let value: unknown = 1;
  for (let level = 0; level < 5000; level++) value = [value];
  expect(() => check('{ viewer { id } }', { value })).toThrow('variables');
});

test('operations have names of bounded length', () => {
  const named = (length: number) => () => check('{ viewer { id } }', {}, 'a'.repeat(length));
  expect(named(256)).not.toThrow();
  expect(named(257)).toThrow('name');
});

test('the error is a 400', () => {
  expect(() => check(nested(5))).toThrow(expect.objectContaining({ code: 'query_too_complex', status: 400 }));
});

describe('connections count as lists do', () => {
  const REFUSED = /could return (\d+) records/;
  /** The record count of a list of 100 with this selection of events. */
  const records = (page: string, selection: string): number => {
    const query = `{ events(first: 100) { nodes { venue { events(first: 100) { nodes { venue { events(${page}) { ${selection} } } } } } } } }`;
    try {
      check(query);
      return 0;
    } catch (error) {
      return Number(REFUSED.exec(String(error))?.[1]);
    }
  };

  test('by nodes or by edges, by first or last, and twice where both are selected', () => {
    const list = records('first: 50', 'nodes { id }');
    expect(list).toBeGreaterThan(500_000);
    for (const page of ['first: 50', 'last: 50'])
      for (const selection of ['nodes { id }', 'edges { node { id } }', 'edges { cursor }'])
        expect([page, selection, records(page, selection)]).toEqual([page, selection, list]);
    expect(records('first: 50', 'nodes { id } edges { node { id } }')).toBe(list + 500_000);
    expect(records('first: 51', 'nodes { id }')).toBe(list + 10_000);
    expect(records('first: 1', 'edges { node { venue { id } } }')).toBe(
      records('first: 1', 'nodes { venue { id } }'),
    );
  });
});
