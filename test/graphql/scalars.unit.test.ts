import { coerceInputValue, isInputObjectType } from 'graphql';
import { SCALARS } from '../../src/api/graphql/scalars.ts';
import { type World, world } from './harness.ts';

let one: World;
let seen: Record<string, unknown>;

beforeAll(async () => {
  const remember = (_source: unknown, args: Record<string, unknown>) => {
    seen = args;
    return null;
  };
  one = await world({
    'Mutation.createEvent': remember,
    'Query.event': () => null,
    'Query.events': remember,
  });
});

/** The value that a resolver receives for a field of an event, from a variable. */
async function field(name: string, value: unknown): Promise<unknown> {
  const input = { title: 'a', start: '2026-01-01', end: '2026-01-02', [name]: value };
  const { errors } = await one.run(
    'mutation($input: CreateEventInput!) { createEvent(input: $input) { event { id } } }',
    { input },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return Reflect.get(Object(seen.input), name);
}

async function literal(
  name: string,
  value: string,
  variables: Record<string, unknown> = {},
  definitions = '',
): Promise<unknown> {
  const { errors } = await one.run(
    `mutation${definitions} { createEvent(input: {title: "a", start: "2026-01-01", end: "2026-01-02", ${name}: ${value}}) { event { id } } }`,
    variables,
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return Reflect.get(Object(seen.input), name);
}

/** The GraphQL value that REST creates for a field of an event. */
function read(name: string, value: unknown): unknown {
  const type = one.contract.inputs.get('CreateEventInput')?.find((param) => param.name === name)?.type;
  if (type?.kind !== 'scalar') throw new Error(`${name} has no reader`);
  return type.parse(value);
}

test.each([
  ['an id', 5, [{ databaseId: 5 }]],
  ['digits', '5', [{ databaseId: 5 }]],
  ['ids separated by commas', '5, 6,7', [{ databaseId: 5 }, { databaseId: 6 }, { databaseId: 7 }]],
  ['a list of both', [5, '6'], [{ databaseId: 5 }, { databaseId: 6 }]],
  ['an object with an id', { id: 5 }, [{ databaseId: 5 }]],
  [
    'an object as it was read',
    { id: '5', venue: 'Hall', city: 'Ulm' },
    [{ record: { id: 5, name: 'Hall' } }],
  ],
  ['a name', 'Boat house', [{ text: 'Boat house' }]],
  ['names and ids', 'Boat house, 3,hall', [{ text: 'Boat house' }, { databaseId: 3 }, { text: 'hall' }]],
  [
    'a list with a comma in a name',
    ['Hall, upper', '3,4'],
    [{ text: 'Hall, upper' }, { databaseId: 3 }, { databaseId: 4 }],
  ],
  ['nothing as text', '', []],
  ['nothing as zero', 0, []],
  ['nothing as list', [], []],
  ['nothing as object', {}, []],
  [
    'a new record',
    { name: 'Boat house', showMap: true, status: 'draft' },
    [{ create: { name: 'Boat house', showMap: true, status: 'draft' } }],
  ],
  [
    'a new record among ids',
    [{ name: 'Boat house' }, 3],
    [{ create: { name: 'Boat house' } }, { databaseId: 3 }],
  ],
])('REST reads venues from %s, and its schema accepts the result', (_name, value, expected) => {
  expect(read('venues', value)).toEqual(expected);
  const input = one.schema.getType('CreateEventInput');
  const type = isInputObjectType(input) ? input.getFields().venues?.type : undefined;
  if (!type) throw new Error('no venues');
  const sent = JSON.parse(JSON.stringify(expected).replace('"draft"', '"DRAFT"'));
  // An input object has no prototype.
  expect(JSON.parse(JSON.stringify(coerceInputValue(sent, type)))).toEqual(expected);
});

test.each([
  ['a name that is too long', 'x'.repeat(1001), 'at most 1000 characters'],
  ['negative ids', -1, 'is not an id'],
  ['nested lists', [[1]], 'Use ids'],
  ['true', true, 'Use ids'],
  ['null in a list', [null], 'Use ids'],
  ['more than 50', Array.from({ length: 51 }, (_, at) => at + 1), 'At most 50'],
])('REST refuses venues from %s', (_name, value, message) => {
  expect(() => read('venues', value)).toThrow(message);
});

test.each([
  ['an id by itself', 5, 'venue'],
  ['a text', '5', 'venue'],
  ['two ways at once', [{ databaseId: 5, name: 'Hall' }], 'Exactly one key'],
  ['no way at all', [{}], 'Exactly one key'],
  ['a misspelt field', [{ create: { naem: 'Hall' } }], 'input.venues.0.create.naem'],
  ['a new one without name', [{ create: { city: 'Ulm' } }], 'input.venues.0.create.name'],
  ['a new one with an empty name', [{ create: { name: ' ' } }], 'input.venues.0.create.name'],
  [
    'a new one with a bad coordinate',
    [{ databaseId: 1 }, { create: { name: 'a', latitude: 91 } }],
    'input.venues.1.create.latitude',
  ],
  ['an empty name', [{ name: '' }], 'input.venues.0.name'],
  ['an unknown state', [{ create: { name: 'a', status: 'gone' } }], 'input.venues.0.create.status'],
])('GraphQL refuses venues from %s, and reports the place', async (_name, value, message) => {
  await expect(field('venues', value)).rejects.toThrow(message);
});

test('literals can be objects and lists, with variables inside; a single element needs no brackets', async () => {
  expect(
    await literal(
      'venues',
      '[{create: {name: "Boat house", status: DRAFT}}, {databaseId: 3}, {slug: "hall"}]',
    ),
  ).toEqual([{ create: { name: 'Boat house', status: 'draft' } }, { databaseId: 3 }, { slug: 'hall' }]);
  expect(
    await literal('venues', '{create: {name: $name}}', { name: 'Boat house' }, '($name: String!)'),
  ).toEqual([{ create: { name: 'Boat house' } }]);
  expect(await literal('cost', '"$5"')).toEqual(['$5']);
  expect(await literal('venues', 'null')).toBeNull();
});

test('a status is a name, and as a variable a text', async () => {
  expect(await literal('status', 'DRAFT')).toBe('draft');
  expect(await field('status', 'DRAFT')).toBe('draft');
});

test('unknown enum values are named with the known ones', async () => {
  await expect(field('status', 'bogus')).rejects.toThrow('PUBLISHED, FUTURE');
});

test.each([
  ['image', { databaseId: 7 }, { databaseId: 7 }],
  ['image', { url: ' https://a.test/b.png ' }, { url: 'https://a.test/b.png' }],
  ['image', null, null],
  ['website', '', ''],
  ['website', 'https://a.test', 'https://a.test'],
  ['cost', 5, ['5']],
  ['cost', ['$5', '10'], ['$5', '10']],
  [
    'categories',
    [{ databaseId: 1 }, { slug: 'music' }, { name: 'Music' }],
    [{ databaseId: 1 }, { slug: 'music' }, { name: 'Music' }],
  ],
  ['start', '2026-01-01 10:00', '2026-01-01 10:00'],
  ['start', 1_800_000_000, 1_800_000_000],
])('%s reads %j as %j', async (name, value, expected) => {
  expect(await field(name, value)).toEqual(expected);
});

test.each([
  ['image', '7', { databaseId: 7 }],
  ['image', 7, { databaseId: 7 }],
  ['image', '', null],
  ['image', 0, null],
  ['image', false, null],
  ['image', { id: 7 }, { databaseId: 7 }],
  ['image', { id: 7, url: 'https://a.test/b.png' }, { url: 'https://a.test/b.png' }],
  ['image', ' https://a.test/b.png ', { url: 'https://a.test/b.png' }],
  ['categories', 1, { databaseId: 1 }],
  ['categories', ' music ', { text: 'music' }],
  [
    'categories',
    { id: 3, name: 'Music', slug: 'music' },
    { record: { id: 3, name: 'Music', slug: 'music' } },
  ],
  ['cost', 5, ['5']],
  ['cost', ['$5', 10], ['$5', '10']],
  ['cost', '', []],
])('REST reads %s from %j as %j', (name, value, expected) => {
  expect(read(name, value)).toEqual(expected);
});

test.each([
  ['image', 'ftp://a.test/b'],
  ['image', {}],
  ['image', { id: '1' }],
  ['image', { id: 1.5 }],
  ['image', { id: { id: 1 } }],
  ['image', { url: 'https://a.test/b.png' }],
  ['image', [{ id: 1 }]],
  ['cost', { value: 5 }],
  ['categories', { id: 'music' }],
  ['categories', { slug: 'music' }],
  ['categories', { id: -1 }],
  ['categories', [1]],
  ['categories', true],
  ['categories', ''],
  ['categories', 'a'.repeat(201)],
  ['categories', 2 ** 31],
])('REST refuses %s from %j', (name, value) => {
  expect(() => read(name, value)).toThrow();
});

test.each([
  ['image', 7],
  ['image', { databaseId: 1, url: 'https://a.test/b.png' }],
  ['image', { id: 'x', databaseId: 1 }],
  ['image', { url: 'ftp://a.test/b' }],
  ['website', 5],
  ['website', 'javascript:alert(1)'],
  ['cost', [{ value: 5 }]],
  ['cost', [true]],
  ['categories', ['music']],
  ['categories', [{ name: '' }]],
  ['categories', [{ record: { id: 3, name: 'Music' } }]],
  ['categories', [{ text: 'music' }]],
  ['categories', [{ name: 'a'.repeat(1001) }]],
  ['start', '2026-02-30'],
  ['start', ['2026-02-03']],
  ['start', ''],
])('GraphQL refuses %s from %j', async (name, value) => {
  await expect(field(name, value)).rejects.toThrow('BAD_USER_INPUT');
});

test('readers are idempotent', () => {
  const values: [string, unknown][] = [
    ...(['CostInput', 'Price', 'DateInput'] as const).map((name): [string, unknown] => [name, '1700000000']),
    ['Truthy', 'yes'],
    ['Url', ' https://a.test '],
  ];
  for (const [name, value] of values) {
    const once = SCALARS[name]?.(value);
    expect(SCALARS[name]?.(once)).toEqual(once);
  }
});
