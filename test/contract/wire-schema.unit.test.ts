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
  type Things { total: Int! totalPages: Int! things: [Thing!]! }
  input ThingInput { name: String }
  type Query {
    thing(id: Int, slug: String): Thing
      @rest(path: "/things/{id}", methods: [GET])
      @rest(path: "/things/by-slug/{slug}", methods: [GET])
    things(page: Int): Things
      @rest(path: "/things", methods: [GET])
      @rest(path: "/old/things", methods: [GET])
    internal: Thing
  }
  type Mutation {
    updateThing(id: Int, slug: String, input: ThingInput): Thing
      @rest(path: "/things/{id}", methods: [POST, PUT, PATCH])
      @rest(path: "/things/by-slug/{slug}", methods: [POST, PUT, PATCH])
    rename(id: Int, input: ThingInput): Thing
      @rest(path: "/things/{id}/name", methods: [POST])
      @rest(path: "/things/{id}/name", methods: [PUT])
      @rest(path: "/names/{id}", methods: [POST])
  }
`;
const wire = wireSchema(smallContract(TYPES), smallSchema(TYPES));

test('each way to an operation is a field of the schema of REST', () => {
  expect([...wire.endpoints.keys()]).toEqual([
    'Reading.getThing',
    'Reading.getThingBySlug',
    'Reading.listThings',
    'Reading.listThingsAtOldThings',
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

test('types have the keys of REST, by reply and place', () => {
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
test('a document of REST becomes one of the public schema', () => {
  expect(
    translated('query X($slug: String) { getThingBySlug(slug: $slug) { id start_date post_parent { id } } }'),
  ).toBe(
    'query Rest_thing($slug: String) { thing(slug: $slug) { id start_date: startDate post_parent: parent { id } } }',
  );
  expect(translated('mutation { updateThingWithPut(id: 1) { id } }')).toBe(
    'mutation Rest_updateThing { updateThing(id: 1) { id } }',
  );
});

test('what REST does not have is named', () =>
  expect(() => translated('{ getThing(id: 1) { ghost } }')).toThrow(
    'ghost is not a field of the REST interface',
  ));
