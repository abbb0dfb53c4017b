import { parse, print, printSchema } from 'graphql';
import { wireSchema } from '../../src/api/contract/wire-schema.ts';
import { smallContract, smallSchema } from './small-contract.ts';

const TYPES = `
  type Image { id: Int! }
  type Thing @constant(name: "kind", value: "thing") {
    id: Int! startDate: String images: [Image!] cover: Image
    parent: Thing @wire(name: "post_parent", place: ROOT)
    linkedData: String @wire(in: [SINGLE])
  }
  type PageInfo { hasNextPage: Boolean! }
  type Things { total: Int! totalPages: Int! things: [Thing!]! pageInfo: PageInfo! @wire(hide: true) }
  input ThingBy @oneOf { databaseId: Int @wire(name: "id") slug: String }
  input ThingFilter { insideOf: ThingBy search: String }
  type ThingPayload { thing: Thing }
  input ThingInput { name: String }
  type Query {
    thing(by: ThingBy!): Thing
      @rest(path: "/things/{id}", methods: [GET])
      @rest(path: "/things/by-slug/{slug}", methods: [GET])
    things(page: Int, filter: ThingFilter): Things
      @rest(path: "/things", methods: [GET])
      @rest(path: "/old/things", methods: [GET])
      @rest(path: "/things/{id}/things", methods: [GET], names: "inside_of")
    internal: Thing
  }
  type Mutation {
    updateThing(by: ThingBy!, input: ThingInput): ThingPayload
      @rest(path: "/things/{id}", methods: [POST, PUT, PATCH])
      @rest(path: "/things/by-slug/{slug}", methods: [POST, PUT, PATCH])
    rename(by: ThingBy!, input: ThingInput): ThingPayload
      @rest(path: "/things/{id}/name", methods: [POST])
      @rest(path: "/things/{id}/name", methods: [PUT])
      @rest(path: "/names/{id}", methods: [POST])
  }
`;
const wire = wireSchema(smallContract(TYPES), smallSchema(TYPES));

test('each route to an operation is a field of the REST schema', () => {
  expect([...wire.endpoints.keys()]).toEqual([
    'Reading.getThing',
    'Reading.getThingBySlug',
    'Reading.listThings',
    'Reading.listThingsAtOldThings',
    'Reading.listThingsByInsideOf',
    'Writing.updateThingWithPost',
    'Writing.updateThingWithPut',
    'Writing.updateThing',
    'Writing.updateThingBySlugWithPost',
    'Writing.updateThingBySlugWithPut',
    'Writing.updateThingBySlug',
    'Writing.renameWithPost',
    'Writing.renameWithPut',
    'Writing.renameAtNames',
  ]);
  expect(wire.endpoints.get('Writing.updateThingWithPut')).toMatchObject({
    method: 'PUT',
    binding: { path: '/things/{id}' },
  });
});

test('types have the REST keys, by response and place', () => {
  const sdl = printSchema(wire.schema).replace(/\s+/g, ' ');
  expect(sdl).toContain(
    'type Thing_SINGLE_ROOT { id: Shown start_date: Shown images: [Image_SINGLE_EMBEDDED] cover: Image_SINGLE_EMBEDDED ' +
      'post_parent: Thing_SINGLE_EMBEDDED linked_data: Shown }',
  );
  expect(sdl).toContain(
    'type Thing_SINGLE_EMBEDDED { id: Shown start_date: Shown images: [Image_SINGLE_EMBEDDED] cover: Image_SINGLE_EMBEDDED linked_data: Shown }',
  );
  expect(sdl).toContain(
    'type Things_LIST_ROOT { total: Shown total_pages: Shown things: [Thing_LIST_ROOT] }',
  );
  expect(sdl).not.toContain(
    'Thing_LIST_ROOT { id: Shown start_date: Shown images: [Image_LIST_EMBEDDED] cover: Image_LIST_EMBEDDED post_parent: Thing_LIST_EMBEDDED linked_data',
  );
});

const translated = (query: string): string => print(wire.publicDocument(parse(query))).replace(/\s+/g, ' ');
test('a REST document becomes a document of the schema that REST executes', () => {
  expect(
    translated('query X($by: ThingBy!) { getThingBySlug(by: $by) { id start_date post_parent { id } } }'),
  ).toBe(
    'query Rest_thing($by: ThingBy!) { thing(by: $by) { id start_date: startDate post_parent: parent { id } } }',
  );
});

test('the result of a mutation is inside its payload', () =>
  expect(translated('mutation ($by: ThingBy!) { updateThingWithPut(by: $by) { id } }')).toBe(
    'mutation Rest_updateThing($by: ThingBy!) { updateThing(by: $by) { thing { id } } }',
  ));

test('endpoints accept the arguments of their operation', () => {
  const sdl = printSchema(wire.schema);
  expect(sdl).toContain('getThingBySlug(by: ThingBy!): Thing_SINGLE_ROOT');
  expect(sdl).toContain('listThingsByInsideOf(page: Int, filter: ThingFilter): Things_LIST_ROOT');
  expect(sdl).toContain('renameAtNames(by: ThingBy!, input: ThingInput): Thing_WRITTEN_ROOT');
});

test('names a field that REST does not have', () =>
  expect(() => translated('{ getThing(id: 1) { ghost } }')).toThrow('ghost is not a field of the REST API'));
