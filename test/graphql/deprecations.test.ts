import { buildSchema, parse } from 'graphql';
import { Deprecations } from '../../src/api/graphql/deprecations.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

const DIRECTIVE =
  'directive @deprecation(date: String!, sunset: String) on SCHEMA | FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE';
const CONTRACT = buildSchema(`${DIRECTIVE}
schema @deprecation(date: "2026-11-23", sunset: "2027-12-01") { query: Query }
type Query {
  old: Int @deprecated(reason: "Use new.")
  new(colour: Colour, order: Order, all: [Order!], limit: Int, most: Int @deprecated @deprecation(date: "2026-01-01")): Thing
  plain(colour: Plain): Int
}
type Thing { things: [Thing!] name: String label: String @deprecated @deprecation(date: "2027-01-01", sunset: "2027-06-01") }
enum Colour { RED CRIMSON @deprecated }
enum Plain { RED }
input Order { by: String sort: String @deprecated and: Order colour: Colour }`);
const deprecations = new Deprecations(CONTRACT);
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const SCHEMA_PERIOD = { since: day('2026-11-23'), until: day('2027-12-01') };

test.each([
  ['a field', '{ old }', SCHEMA_PERIOD],
  [
    'a field in a fragment, with days of its own',
    '{ new { ...T } } fragment T on Thing { things { label } }',
    { since: day('2027-01-01'), until: day('2027-06-01') },
  ],
  ['an argument that never ends', '{ new(most: 1) { name } }', { since: day('2026-01-01'), until: null }],
  ['an enum value', '{ new(colour: CRIMSON) { name } }', SCHEMA_PERIOD],
  ['a default', 'query ($c: Colour = CRIMSON) { new(colour: $c) { name } }', SCHEMA_PERIOD],
  ['an input field', '{ new(order: {and: {sort: "x"}}) { name } }', SCHEMA_PERIOD],
  [
    'an enum value in a list of inputs',
    '{ new(all: [{colour: RED}, {colour: CRIMSON}]) { name } }',
    SCHEMA_PERIOD,
  ],
  [
    'several: the first to begin, and the first to end',
    '{ old new(most: 1) { label } }',
    { since: day('2026-01-01'), until: day('2027-06-01') },
  ],
])('a document with %s', (_name, document, period) => {
  expect(deprecations.of(parse(document))).toEqual(period);
});

test.each([
  '{ new(colour: RED, limit: 1, order: {by: "sort", and: {by: "CRIMSON"}}) { things { name } } }',
  '{ plain(colour: RED) __typename __schema { types { name } } }',
])('%s uses nothing that is deprecated', (document) => {
  expect(deprecations.of(parse(document))).toBeNull();
});

test('variables count with what they hold', () => {
  const document = parse('query ($all: [Order!], $c: Colour) { new(all: $all, colour: $c) { name } }');
  const of = (variables: Record<string, unknown>) => deprecations.of(document, variables);
  expect(of({ all: [{ by: 'x', and: { and: { sort: 'y' } } }] })).toEqual(SCHEMA_PERIOD);
  expect(of({ all: { sort: 'one is a list of one' } })).toEqual(SCHEMA_PERIOD);
  expect(of({ c: 'CRIMSON' })).toEqual(SCHEMA_PERIOD);
  for (const variables of [{}, { all: null }, { all: [{ by: 'sort' }], c: 'RED' }, { c: 7, all: 'sort' }])
    expect(of(variables)).toBeNull();
});

test('a date that is none is found at start', () => {
  expect(
    () =>
      new Deprecations(
        buildSchema(`${DIRECTIVE} schema @deprecation(date: "soon") { query: Q } type Q { a: Int }`),
      ),
  ).toThrow('@deprecation has soon');
});

describe('answers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const OLD = '{ events(venue: [1]) { total } }';
  const headersOf = ({ headers }: Response) =>
    ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
  const ask = (method: 'GET' | 'POST' | 'QUERY', query: string) =>
    method === 'GET'
      ? fetch(`${server.url}/graphql?${new URLSearchParams({ query })}`)
      : fetch(`${server.url}/graphql`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        });

  test.each(['GET', 'POST', 'QUERY'] as const)(
    'to %s say so, from memory too, and others do not',
    async (method) => {
      for (let again = 0; again < 3; again++) {
        const response = await ask(method, OLD);
        expect(response.status).toBe(200);
        expect(headersOf(response)).toEqual([
          `@${day('2026-11-23') / 1_000}`,
          'Wed, 01 Dec 2027 00:00:00 GMT',
          `<${server.url}/schema.graphql>; rel="deprecation"; type="text/plain"`,
        ]);
      }
      expect(headersOf(await ask(method, '{ events(venues: []) { total } }'))).toEqual([null, null, null]);
    },
  );

  test('of what is not valid say nothing of it', async () => {
    expect(headersOf(await ask('POST', '{ events(venue: [1]) { bogus } }'))).toEqual([null, null, null]);
  });

  test('of REST have no such header: names of REST are not deprecated', async () => {
    for (const path of ['/events?venue=1&organizer=1', '/categories?orderby=name', '/doc', '']) {
      const response = await fetch(`${server.rest}${path}`);
      expect([response.headers.get('deprecation'), response.headers.get('sunset')]).toEqual([null, null]);
    }
  });
});
