import { configurationErrors } from '../../src/api/contract/contract.ts';
import { smallContract } from './small-contract.ts';

const wired = (types: string, argument: string) => () =>
  smallContract(`
    ${types}
    scalar Loose @restOnly scalar Whole @restOnly @wholeList scalar Word
    type Thing { id: Int! }
    type Query { thing(${argument}): Thing @rest(path: "/thing", methods: [GET]) }
  `);

test.each<[what: string, make: () => unknown, message: RegExp]>([
  [
    'a reader that does not exist',
    wired('', 'one: Int @param(reads: "Ghost")'),
    /names Ghost, which is not a scalar with @restOnly/,
  ],
  [
    'a reader of GraphQL',
    wired('', 'one: Int @param(reads: "Word")'),
    /names Word, which is not a scalar with @restOnly/,
  ],
  ['a scalar without a reader', wired('', 'one: Loose'), /one: the scalar Loose has no reader/],
  ['a list of lists', wired('', 'one: [[Int]]'), /one: a list of lists cannot be a parameter/],
  [
    'a list of inputs that REST cannot read',
    wired('input Link { id: Int }', 'one: [Link!]'),
    /Query\.thing: REST cannot read one, which needs @param\(reads:\)/,
  ],
  [
    'two parameters of one name',
    wired('', 'one: Int, two: Int @wire(name: "one")'),
    /Query\.thing: two parameters are called one/,
  ],
  [
    'a parameter of one name in an object',
    wired('input Place { one: Int }', 'one: Int, place: Place'),
    /Query\.thing: two parameters are called one/,
  ],
  [
    'a path variable without an argument',
    () =>
      smallContract(
        'type Thing { id: Int! } type Query { thing: Thing @rest(path: "/things/{id}", methods: [GET]) }',
      ),
    /Query\.thing: \/things\/\{id\} names an argument that does not exist/,
  ],
  [
    'a route without methods',
    () =>
      smallContract('type Thing { id: Int! } type Query { thing: Thing @rest(path: "/thing", methods: []) }'),
    /Query\.thing: @rest needs a path and methods/,
  ],
  [
    'an answer that is no record',
    () => smallContract('type Query { thing: Int @rest(path: "/thing", methods: [GET]) }'),
    /thing must return an object to be bound to REST/,
  ],
  [
    'a page without records',
    () =>
      smallContract(
        'type Page { totalPages: Int! pageInfo: Int } type Query { things: Page @rest(path: "/things", methods: [GET]) }',
      ),
    /Page has no list of records/,
  ],
  [
    'a payload without a record',
    () =>
      smallContract(`
        type Query { a: Int }
        type ThingPayload { changed: Int! }
        type Mutation { thing: ThingPayload @rest(path: "/things", methods: [POST]) }
      `),
    /ThingPayload has no record/,
  ],
  [
    'a scalar that no answer of REST can hold',
    () =>
      smallContract(
        'scalar Odd type Thing { odd: Odd } type Query { thing: Thing @rest(path: "/thing", methods: [GET]) }',
      ),
    /REST cannot show the scalar Odd/,
  ],
  [
    'a method that is bound twice, and a query that writes',
    () =>
      smallContract(`
        type Thing { id: Int! }
        type Query { one: Thing @rest(path: "/a", methods: [POST]) two: Thing @rest(path: "/a", methods: [POST]) }
      `),
    /POST \/a is bound twice[\s\S]*Query\.one: GET reads, everything else writes|Query\.one: GET reads[\s\S]*POST \/a is bound twice/,
  ],
  [
    'two bindings of one name',
    () =>
      smallContract(`
        type Thing { id: Int! }
        type Query { thing: Thing
          @rest(path: "/a", methods: [GET]) @rest(path: "/b/c", methods: [GET]) @rest(path: "/b-c", methods: [GET]) }
      `),
    /two bindings are called getThingAtBC: GET \/b\/c, GET \/b-c/,
  ],
  [
    "two operations of which one has the name of the other's binding",
    () =>
      smallContract(`
        type Thing { id: Int! }
        type Query { thing: Thing @rest(path: "/a", methods: [GET]) }
        type Mutation { getThing: Thing @rest(path: "/a", methods: [POST]) }
      `),
    /two bindings are called getThing: GET \/a, POST \/a/,
  ],
  [
    'a path with two variables',
    () =>
      smallContract(`
        type Thing { id: Int! }
        type Query { thing(id: Int, slug: String): Thing @rest(path: "/things/{id}/{slug}", methods: [GET]) }
      `),
    /Query\.thing: \/things\/\{id\}\/\{slug\} has more than one variable/,
  ],
  [
    'a path that names a record by something else than id and slug',
    () =>
      smallContract(`
        type Thing { id: Int! }
        type Query { thing(longName: String): Thing @rest(path: "/things/{long_name}", methods: [GET]) }
      `),
    /\/things\/\{long_name\}: a path can name a record by \{id\} or by \{slug\} only/,
  ],
  [
    'a path that names a record of another type by its slug',
    () =>
      smallContract(`
        input OwnerBy @oneOf { databaseId: Int slug: String }
        input ThingFilter { owner: OwnerBy }
        type Thing { id: Int! }
        type Query { things(filter: ThingFilter): Thing
          @rest(path: "/owners/{slug}/things", methods: [GET], names: "owner") }
      `),
    /\/owners\/\{slug\}\/things: a path can name a record that is not its own by \{id\} only/,
  ],
  [
    'a mutation by GET',
    () =>
      smallContract(`
        type Thing { id: Int! } type Query { a: Thing }
        type Mutation { one: Thing @rest(path: "/a", methods: [GET]) }
      `),
    /Mutation\.one: GET reads, everything else writes/,
  ],
  [
    'a key that a record has twice',
    () =>
      smallContract(`
        type Thing { id: Int! other: Int @wire(name: "id") }
        type Query { thing: Thing @rest(path: "/thing", methods: [GET]) }
      `),
    /Thing has the REST key id twice/,
  ],
])('the start reports %s', (_, make, message) => expect(make).toThrow(message));

test('keys of different places may share a name', () =>
  expect(() =>
    smallContract(`
      type Thing { id: Int! @wire(place: ROOT) other: Int @wire(name: "id", place: EMBEDDED) }
      type Query { thing: Thing @rest(path: "/thing", methods: [GET]) }
    `),
  ).not.toThrow());

test('the start reports two names of one argument in a path', () => {
  const contract = smallContract(`
    type Thing { id: Int! }
    type Query { thing(id: Int, slug: String): Thing
      @rest(path: "/things/{id}", methods: [GET]) @rest(path: "/things/by-slug/{slug}", methods: [GET]) }
  `);
  const [route] = contract.routes;
  const other = contract.routes[1]?.bindings[0];
  if (!route || !other) throw new Error('no routes');
  const broken = {
    ...contract,
    routes: [{ ...route, bindings: [...route.bindings, { ...other, methods: [] }] }],
  };
  expect(configurationErrors(broken)).toContain('/things/{id} names different arguments');
  expect(configurationErrors(contract)).toEqual([]);
});
