import { shapeOf, shown } from '../../src/api/contract/shape.ts';
import type { Json } from '../../src/api/contract/types.ts';
import { operationOf, smallContract } from './small-contract.ts';

const contract = smallContract(`
  type Image { id: Int! size: Int }
  type Link @dropEmpty { href: String text: String tags: [String!] seats: Int image: Image @wire(empty: FALSE) }
  type Thing @constant(name: "kind", value: "thing") @constant(name: "meta", value: [], place: EMBEDDED) {
    id: Int!
    name: String
    image: Image @wire(empty: FALSE)
    text: String @wire(empty: TEXT)
    owner: Int @wire(empty: ZERO)
    links: [Link!] @wire(empty: LIST, unwrap: true)
    host: Thing @wire(name: "parent", place: ROOT)
    linkedData: String @wire(in: [SINGLE, WRITTEN], empty: TEXT)
    secret: String @wire(hide: true)
  }
  type PageInfo { hasNextPage: Boolean! }
  type Things { total: Int! things: [Thing!]! pageInfo: PageInfo! @wire(hide: true) }
  type CreateThingPayload { thing: Thing }
  input ThingInput { name: String }
  type Query {
    thing(id: Int!): Thing @rest(path: "/things/{id}", methods: [GET])
    things(page: Int): Things @rest(path: "/things", methods: [GET])
  }
  type Mutation { createThing(input: ThingInput!): CreateThingPayload @rest(path: "/things", methods: [POST], status: 201) }
`);
const show = (field: string, value: Json): Json =>
  shown(value, shapeOf(contract, operationOf(contract, field)));

test('what stands for nothing, constants, and a list of one', () => {
  expect(
    show('thing', {
      id: 1,
      name: null,
      image: null,
      text: null,
      owner: null,
      links: [{ href: 'a' }],
      linked_data: null,
    }),
  ).toEqual({
    id: 1,
    name: null,
    image: false,
    text: '',
    owner: 0,
    links: { href: 'a' },
    linked_data: '',
    kind: 'thing',
  });
  expect(show('thing', { links: [] })).toEqual({ links: [], kind: 'thing' });
  expect(show('thing', { links: null, image: { id: 2, size: null } })).toEqual({
    links: [],
    image: { id: 2, size: null },
    kind: 'thing',
  });
  expect(show('thing', { links: [{ href: 'a' }, { href: 'b' }] })).toMatchObject({
    links: [{ href: 'a' }, { href: 'b' }],
  });
});

test('a record inside another has the keys of its place', () => {
  expect(show('thing', { id: 1, parent: { id: 2, text: null } })).toEqual({
    id: 1,
    parent: { id: 2, text: '', kind: 'thing', meta: [] },
    kind: 'thing',
  });
});

test('empty keys are dropped where the record says so', () => {
  const link = (value: Json) => JSON.parse(JSON.stringify(show('thing', { links: [value] }))).links;
  expect(link({ href: '', text: null, tags: [], seats: 0, image: null })).toEqual({ seats: 0, image: false });
  expect(link({ href: 'a', tags: ['b'] })).toEqual({ href: 'a', tags: ['b'] });
});

test('records of a list are shown each, and the page stays', () => {
  expect(show('things', { total: 2, things: [{ id: 1, text: null }, { id: 2 }] })).toEqual({
    total: 2,
    things: [
      { id: 1, text: '', kind: 'thing' },
      { id: 2, kind: 'thing' },
    ],
  });
  // Linked data is of single records only, so nothing becomes of it here.
  expect(show('things', { things: [{ linked_data: null }] })).toEqual({
    things: [{ linked_data: null, kind: 'thing' }],
  });
});

test.each([null, 7, 'text'])('%j is shown as it is', (value) => expect(show('thing', value)).toBe(value));

test('records that contain themselves without end are refused at start', () => {
  const endless = smallContract(`
    type Node { id: Int! next: Node }
    type Query { node(id: Int!): Node @rest(path: "/nodes/{id}", methods: [GET]) }
  `);
  expect(() => shapeOf(endless, operationOf(endless, 'node'))).toThrow(
    'Node is nested without end in REST; hide a field with @wire(hide: true)',
  );
});

test('a record that REST does not have is named', () => {
  const operation = { ...operationOf(contract, 'thing'), record: 'Ghost' };
  expect(() => shapeOf(contract, operation)).toThrow('REST has no record Ghost');
});
