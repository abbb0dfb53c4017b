import { applyShape, shapeOf } from '../../src/api/contract/shape.ts';
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
  applyShape(value, shapeOf(contract, operationOf(contract, field)));

test('empty objects, constants, and a list of one', () => {
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

test('a nested record has the keys of its place', () => {
  expect(show('thing', { id: 1, parent: { id: 2, text: null } })).toEqual({
    id: 1,
    parent: { id: 2, text: '', kind: 'thing', meta: [] },
    kind: 'thing',
  });
});

test('drops empty keys if the record sets this', () => {
  const link = (value: Json) => JSON.parse(JSON.stringify(show('thing', { links: [value] }))).links;
  expect(link({ href: '', text: null, tags: [], seats: 0, image: null })).toEqual({ seats: 0, image: false });
  expect(link({ href: 'a', tags: ['b'] })).toEqual({ href: 'a', tags: ['b'] });
});

test('maps each record of a list, and keeps the page', () => {
  expect(show('things', { total: 2, things: [{ id: 1, text: null }, { id: 2 }] })).toEqual({
    total: 2,
    things: [
      { id: 1, text: '', kind: 'thing' },
      { id: 2, kind: 'thing' },
    ],
  });
  // Only single records have linked data, so it disappears here.
  expect(show('things', { things: [{ linked_data: null }] })).toEqual({
    things: [{ linked_data: null, kind: 'thing' }],
  });
});

test.each([null, 7, 'text'])('%j stays unchanged', (value) => expect(show('thing', value)).toBe(value));

test('the start refuses endlessly recursive records', () => {
  const endless = smallContract(`
    type Node { id: Int! next: Node }
    type Query { node(id: Int!): Node @rest(path: "/nodes/{id}", methods: [GET]) }
  `);
  expect(() => shapeOf(endless, operationOf(endless, 'node'))).toThrow(
    'Node is nested without end in REST; hide a field with @wire(hide: true)',
  );
});

test('names a record that REST does not have', () => {
  const operation = { ...operationOf(contract, 'thing'), record: 'Ghost' };
  expect(() => shapeOf(contract, operation)).toThrow('REST has no record Ghost');
});
