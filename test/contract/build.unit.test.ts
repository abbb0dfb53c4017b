import { asJson } from '../../src/api/contract/directives.ts';
import { pathOf } from '../../src/api/contract/paths.ts';
import type { Contract } from '../../src/api/contract/types.ts';
import { bindingOf, operationOf, paramsOf, smallContract } from './small-contract.ts';

const THINGS = `
  "A thing, with a \`startDate\`."
  type Thing { "Its id." id: Int! startDate: String }
  type PageInfo { hasNextPage: Boolean! }
  type Things { total: Int! totalPages: Int! things: [Thing!]! pageInfo: PageInfo! @wire(hide: true) }
  type ThingPayload { thing: Thing changed: Int! @wire(hide: true) }
  input ThingBy @oneOf { id: ID @wire(hide: true) databaseId: Int @wire(name: "id") slug: String }
  input ThingFilter { partOf: ThingBy }
  input ThingInput { "Name of the thing." name: String! "Its startDate." startDate: String }
`;
const WHOLE = `
  ${THINGS}
  type Query {
    "One thing by its startDate."
    thing(by: ThingBy!, full: Boolean): Thing
      @rest(path: "/things/{id}", methods: [GET])
      @rest(path: "/things/by-slug/{slug}", methods: [GET])
    things(page: Int, first: Int, filter: ThingFilter): Things @rest(path: "/things", methods: [GET], pastTheEnd: NOT_FOUND)
    internal: Thing
  }
  type Mutation {
    createThing(input: ThingInput!): ThingPayload @rest(path: "/things", methods: [POST], status: 201)
    updateThing(by: ThingBy!, input: ThingInput!): ThingPayload
      @rest(path: "/things/{id}", methods: [POST, PUT, PATCH])
  }
`;
const contract = smallContract(WHOLE);

test('operations are the root fields that REST reaches', () => {
  expect(contract.operations.map(({ coordinate }) => coordinate)).toEqual([
    'Query.thing',
    'Query.things',
    'Mutation.createThing',
    'Mutation.updateThing',
  ]);
  expect(operationOf(contract, 'thing')).toMatchObject({
    kind: 'query',
    reply: 'SINGLE',
    record: 'Thing',
    payload: null,
    itemsKey: null,
    page: null,
    hasInput: false,
    description: 'One thing by its start_date.',
  });
  expect(operationOf(contract, 'things')).toMatchObject({
    reply: 'LIST',
    record: 'Thing',
    itemsKey: 'things',
    page: { name: 'Things' },
    description: '',
  });
  expect(operationOf(contract, 'createThing')).toMatchObject({
    kind: 'mutation',
    reply: 'WRITTEN',
    record: 'Thing',
    payload: 'thing',
    hasInput: true,
  });
});

test('routes are paths with the methods that run operations there', () => {
  expect(
    contract.routes.map(({ path, pathParam, bindings }) => [
      path,
      pathParam?.name ?? null,
      bindings.map(({ methods, operation }) => `${methods.join('|')} ${operation.field}`),
    ]),
  ).toEqual([
    ['/things/{id}', 'by.databaseId', ['GET thing', 'POST|PUT|PATCH updateThing']],
    ['/things/by-slug/{slug}', 'by.slug', ['GET thing']],
    ['/things', null, ['GET things', 'POST createThing']],
  ]);
});

test('a binding has its status, its parameters, and whether it ends at the last page', () => {
  expect(bindingOf(contract, 'things')).toMatchObject({
    status: 200,
    failsPastLastPage: true,
    pathParam: null,
  });
  expect(bindingOf(contract, 'things').queryParams.map(({ name }) => name)).toEqual([
    'page',
    'filter.partOf',
  ]);
  expect(bindingOf(contract, 'createThing')).toMatchObject({ status: 201, failsPastLastPage: false });
  expect(bindingOf(contract, 'createThing').bodyParams.map(({ wire, required }) => [wire, required])).toEqual(
    [
      ['name', true],
      ['start_date', false],
    ],
  );
  // Only the parameter in the path identifies the record, and is required.
  expect(bindingOf(contract, 'thing').queryParams.map(({ name }) => name)).toEqual(['full']);
  expect(bindingOf(contract, 'thing').pathParam).toMatchObject({
    name: 'by.databaseId',
    wire: 'id',
    required: true,
  });
  expect(bindingOf(contract, 'thing', 1).pathParam).toMatchObject({
    name: 'by.slug',
    wire: 'slug',
    required: true,
  });
});

test('records are the types that operations reach, with a key for each field', () => {
  expect([...contract.records.keys()]).toEqual(['Thing']);
  expect(
    contract.records.get('Thing')?.keys.map(({ key, nullable, type }) => [key, nullable, type.kind]),
  ).toEqual([
    ['id', false, 'int'],
    ['start_date', true, 'string'],
  ]);
  expect(contract.inputs.get('ThingInput')?.map(({ wire, description }) => [wire, description])).toEqual([
    ['name', 'Name of the thing.'],
    ['start_date', 'Its start_date.'],
  ]);
});

test('finds the path of records by their identifiers', () => {
  expect(pathOf(contract, 'thing', null)).toBe('/things');
  expect(pathOf(contract, 'Thing', 'slug')).toBe('/things/by-slug/{slug}');
  expect(() => pathOf(contract, 'ghost', null)).toThrow('REST reads no ghost by list');
  expect(() => pathOf(contract, 'ghost', 'slug')).toThrow('REST reads no ghost by slug');
});

test('the REST key of a record field', () => {
  const { records } = smallContract(`
    scalar LocalDateTime scalar JSON
    enum Colour { RED GREEN @wire(name: "verde") }
    type Image { id: Int! }
    type Thing @dropEmpty @constant(name: "n", value: 1) @constant(name: "t", value: "x") @constant(name: "j", value: [], place: EMBEDDED) {
      id: Int! width: Float on: Boolean at: LocalDateTime data: JSON colour: Colour! images: [Image!]!
      two: String @wire(name: "first") @wire(name: "second", in: [LIST], place: ROOT)
      flag: String @wire(filled: true, unwrap: true, empty: TEXT)
      hidden: String @wire(hide: true)
    }
    type Query { thing(id: Int!): Thing @rest(path: "/things/{id}", methods: [GET]) }
  `);
  const thing = records.get('Thing');
  expect(thing?.dropEmpty).toBe(true);
  expect(records.get('Image')).toMatchObject({ dropEmpty: false });
  expect(thing?.keys.map(({ key, type, list, nullable }) => [key, type, list, nullable])).toEqual([
    ['id', { kind: 'int' }, false, false],
    ['width', { kind: 'float' }, false, true],
    ['on', { kind: 'boolean' }, false, true],
    ['at', { kind: 'datetime' }, false, true],
    ['data', { kind: 'json' }, false, true],
    ['colour', { kind: 'enum', values: ['red', 'verde'] }, false, false],
    ['images', { kind: 'record', name: 'Image' }, true, false],
    ['first', { kind: 'string' }, false, true],
    ['second', { kind: 'string' }, false, true],
    ['flag', { kind: 'string' }, false, false],
    ['n', { kind: 'int' }, false, false],
    ['t', { kind: 'string' }, false, false],
    ['j', { kind: 'json' }, false, false],
  ]);
  const key = (name: string) => thing?.keys.find((one) => one.key === name);
  expect(key('first')).toMatchObject({ field: 'two', replies: ['LIST', 'SINGLE', 'WRITTEN'], place: null });
  expect(key('second')).toMatchObject({ field: 'two', replies: ['LIST'], place: 'ROOT', filled: false });
  expect(key('flag')).toMatchObject({ filled: true, unwrap: true, empty: 'TEXT', constant: undefined });
  expect(key('n')).toMatchObject({ field: null, constant: 1, filled: true, place: null });
  expect(key('j')).toMatchObject({ constant: [], place: 'EMBEDDED' });
});

test('the REST name of a parameter', () => {
  const { params } = paramsOf(`
    "When, as startDate."
    startDate: String @param(format: "date", default: "now", unlisted: true)
    perPage: Int = 10 @param(min: 1, max: 50, clamped: true, defaultFrom: PER_PAGE, type: STRING)
    ids: [Int!]! @param(items: INTEGER, nullDefault: true) @wire(name: "include")
    word: Word
    words: [Word] = ["a"]
    on: Boolean
    size: Float
  `);
  const all = Object.fromEntries(params.map((param) => [param.wire, param]));
  expect(Object.keys(all)).toEqual(['start_date', 'per_page', 'include', 'word', 'words', 'on', 'size']);
  expect(all.start_date).toMatchObject({
    name: 'startDate',
    description: 'When, as start_date.',
    unlisted: true,
    required: false,
    list: false,
    min: null,
    max: null,
    shown: {
      type: 'STRING',
      items: null,
      format: 'date',
      default: 'now',
      defaultFrom: null,
      nullDefault: false,
    },
  });
  expect(all.per_page).toMatchObject({
    min: 1,
    max: 50,
    clamped: true,
    unlisted: false,
    shown: { type: 'STRING', default: 10, defaultFrom: 'PER_PAGE' },
  });
  expect(all.include).toMatchObject({
    name: 'ids',
    list: true,
    required: true,
    clamped: false,
    nonEmpty: false,
    emptyIsNull: false,
    shown: { type: 'NONE', items: 'INTEGER', default: undefined, nullDefault: true },
  });
  expect(all.word?.type).toMatchObject({ kind: 'scalar', name: 'Word', description: '', objects: null });
  expect(all.words?.shown).toMatchObject({ type: 'NONE', default: ['a'] });
  expect([all.on?.shown.type, all.size?.shown.type, all.word?.shown.type]).toEqual([
    'BOOLEAN',
    'NUMBER',
    'NONE',
  ]);
});

test('REST may read a value by its own scalar', () => {
  const param = (argument: string) => {
    const made = smallContractWith(argument);
    return made.operations[0]?.bindings[0]?.queryParams[0];
  };
  const smallContractWith = (argument: string): Contract =>
    smallContract(`
      scalar Word @restOnly scalar Words @restOnly @wholeList
      input Link { id: Int }
      type Thing { id: Int! }
      type Query { thing(${argument}): Thing @rest(path: "/thing", methods: [GET]) }
    `);
  expect(param('one: [Link!] @param(reads: "Word")')).toMatchObject({
    list: true,
    input: 'Link',
    type: { kind: 'scalar', name: 'Word' },
  });
  expect(param('one: [Link!] @param(reads: "Words")')).toMatchObject({
    list: false,
    type: { name: 'Words' },
  });
});

test('a literal of the SDL is JSON', () => {
  expect(asJson({ a: [1, 'b', true, null] })).toEqual({ a: [1, 'b', true, null] });
  expect(() => asJson(undefined)).toThrow('not a JSON value');
});
