import { coerce } from '../../src/api/contract/coerce.ts';
import { bindingOf, smallContract } from './small-contract.ts';

/** Objects of GraphQL are flat in REST: each field is a separate parameter. */
const TYPES = `
  scalar Word
  input ThingBy @oneOf { id: ID @wire(hide: true) databaseId: Int @wire(name: "id") slug: String @param(nonEmpty: true) }
  enum ThingOrderField { NAME SIZE }
  enum Direction { ASC DESC }
  input ThingOrder {
    field: ThingOrderField! = NAME @wire(name: "orderby") @param(hideDefault: true, after: "order")
    direction: Direction! = ASC @wire(name: "order") @param(after: "words")
  }
  input Area {
    latitude: Float! @wire(name: "lat") @param(min: -90, max: 90)
    longitude: Float! @wire(name: "lng") @param(min: -180, max: 180)
    radius: Float! = 25 @param(min: 0)
  }
  input ThingFilter {
    words: [String!]
    onlyA: Int @revision(only: A)
    onlyB: Int @revision(only: B)
    partOf: ThingBy @param(min: 1)
    any: [ThingBy!] @param(min: 1)
    none: ThingBy @param(min: 0, emptyIsNull: true)
    near: Area
    hidden: Int @wire(hide: true)
  }
  type Thing { id: Int! }
  type ThingPayload { thing: Thing }
  type PageInfo { hasNextPage: Boolean! }
  type Things { things: [Thing!]! pageInfo: PageInfo! @wire(hide: true) }
  input ThingInput { name: String! owner: ThingBy @param(min: 0, emptyIsNull: true) }
  type Query {
    thing(by: ThingBy!): Thing @rest(path: "/things/{id}", methods: [GET]) @rest(path: "/things/by-slug/{slug}", methods: [GET])
    things(page: Int = 1 @param(min: 1), filter: ThingFilter = {}, orderBy: ThingOrder = {}, first: Int, after: String): Things
      @rest(path: "/things", methods: [GET])
      @rest(path: "/things/{id}/parts", methods: [GET], names: "part_of", unlisted: true)
  }
  type Mutation {
    updateThing(by: ThingBy!, input: ThingInput!, loud: Boolean = false): ThingPayload
      @rest(path: "/things/{id}", methods: [PATCH])
  }
`;
const contract = smallContract(TYPES);
const list = bindingOf(contract, 'things');

const read = (raw: Record<string, unknown>) => coerce(list.queryParams, raw, contract.inputs);

test('names are paths of arguments, in the order of the listing', () => {
  expect(list.queryParams.map(({ name, wire }) => [name, wire])).toEqual([
    ['page', 'page'],
    ['filter.words', 'words'],
    ['orderBy.direction', 'order'],
    ['orderBy.field', 'orderby'],
    ['filter.onlyB', 'only_b'],
    ['filter.partOf', 'part_of'],
    ['filter.any', 'any'],
    ['filter.none', 'none'],
    ['filter.near.latitude', 'lat'],
    ['filter.near.longitude', 'lng'],
    ['filter.near.radius', 'radius'],
  ]);
});

test('each revision has its own parameters', () => {
  const wires = bindingOf(smallContract(TYPES, 'A'), 'things').queryParams.map(({ wire }) => wire);
  expect(wires).toContain('only_a');
  expect(wires).not.toContain('only_b');
});

test('the start refuses a parameter listed after a missing one', () =>
  expect(() => smallContract(TYPES.replace('after: "words"', 'after: "letters"'))).toThrow(
    '@param(after:) cannot place orderby behind order, order behind letters',
  ));

test('defaults come from the fields, and appear unless hidden', () => {
  const shown = Object.fromEntries(list.queryParams.map(({ wire, shown: { default: own } }) => [wire, own]));
  expect(shown).toMatchObject({ page: 1, order: 'asc', radius: 25 });
  expect(shown.orderby).toBeUndefined();
});

test('values become objects, without unsent members', () => {
  expect(read({}).values).toEqual({});
  expect(read({ page: '2', words: 'a,b', order: 'desc' }).values).toEqual({
    page: 2,
    filter: { words: ['a', 'b'] },
    orderBy: { direction: 'desc' },
  });
  expect(read({ lat: '1', lng: '2' }).values).toEqual({ filter: { near: { latitude: 1, longitude: 2 } } });
  expect(read({ lat: '1', lng: '2', radius: '0' }).values).toEqual({
    filter: { near: { latitude: 1, longitude: 2, radius: 0 } },
  });
});

test('a number identifies a record', () => {
  expect(read({ part_of: '7', any: '1,2', none: '3' }).values).toEqual({
    filter: {
      partOf: { databaseId: 7 },
      any: [{ databaseId: 1 }, { databaseId: 2 }],
      none: { databaseId: 3 },
    },
  });
  expect(read({ none: '0' }).values).toEqual({ filter: { none: null } });
  expect(read({ none: '' }).values).toEqual({ filter: { none: null } });
  expect(read({ part_of: '0', any: '1,0', none: '-1' }).failures).toMatchObject({
    'filter.partOf': { message: 'must be at least 1' },
    'filter.any': { message: 'must be at least 1' },
    'filter.none': { message: 'must be at least 0' },
  });
});

test('bounds come from the fields, by path', () => {
  expect(read({ page: '0', lat: '91', lng: '-181', radius: '-1' }).failures).toEqual({
    page: { message: 'must be at least 1', code: 'rest_out_of_bounds' },
    'filter.near.latitude': { message: 'must be at most 90', code: 'rest_out_of_bounds' },
    'filter.near.longitude': { message: 'must be at least -180', code: 'rest_out_of_bounds' },
    'filter.near.radius': { message: 'must be at least 0', code: 'rest_out_of_bounds' },
  });
});

test.each<[raw: Record<string, unknown>, failures: object]>([
  [
    { lat: 1 },
    { 'filter.near.latitude': { message: 'also requires the longitude', code: 'rest_invalid_value' } },
  ],
  [
    { lng: 1 },
    { 'filter.near.longitude': { message: 'also requires the latitude', code: 'rest_invalid_value' } },
  ],
  // An error in the sent value is reported first.
  [{ lat: 91 }, { 'filter.near.latitude': { message: 'must be at most 90', code: 'rest_out_of_bounds' } }],
  // Without a place there is no distance.
  [{ radius: 5 }, {}],
])('a part of an object, %j', (raw, failures) => {
  const result = read(raw);
  expect(result.failures).toEqual(failures);
  expect(result.missing).toEqual([]);
  expect(result.values).not.toHaveProperty('filter.near.latitude');
});

test("identifiers of an operation's record are only in paths", () => {
  const [byId, bySlug] = [bindingOf(contract, 'thing'), bindingOf(contract, 'thing', 1)];
  expect([byId.pathParam?.name, byId.queryParams]).toEqual(['by.databaseId', []]);
  expect([bySlug.pathParam?.name, bySlug.queryParams]).toEqual(['by.slug', []]);
  expect(bySlug.pathParam).toMatchObject({ nonEmpty: true, required: true });
});

test('a path variable may replace a parameter of another name, which the query then lacks', () => {
  const parts = bindingOf(contract, 'things', 1);
  expect(parts).toMatchObject({ pathArgument: 'part_of', unlisted: true });
  expect(parts.pathParam).toMatchObject({
    name: 'filter.partOf',
    wire: 'id',
    input: 'ThingBy',
    required: true,
  });
  expect(parts.queryParams.map(({ wire }) => wire)).not.toContain('part_of');
  expect(() => smallContract(TYPES.replace('names: "part_of"', 'names: "piece_of"'))).toThrow(
    'Query.things: /things/{id}/parts names an argument that does not exist',
  );
});

test('fields of the input are in the body, everything else in the query', () => {
  const change = bindingOf(contract, 'updateThing');
  expect(change.queryParams.map(({ name }) => name)).toEqual(['loud']);
  expect(change.bodyParams.map(({ name, wire, required }) => [name, wire, required])).toEqual([
    ['input.name', 'name', true],
    ['input.owner', 'owner', false],
  ]);
  expect(coerce(change.bodyParams, { name: 'x', owner: 0 }, contract.inputs).values).toEqual({
    input: { name: 'x', owner: null },
  });
  expect(coerce(change.bodyParams, { owner: 4 }, contract.inputs)).toMatchObject({
    values: { input: { owner: { databaseId: 4 } } },
    missing: ['input.name'],
  });
});
