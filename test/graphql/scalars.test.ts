import type { ScalarParsers } from '../../src/contract/params.ts';
import { createScalars } from '../../src/graphql/scalars.ts';
import { type World, world } from './world.ts';

let one: World;
let seen: Record<string, unknown>;

beforeAll(async () => {
  const remember = (_source: unknown, args: Record<string, unknown>) => {
    seen = args;
    return null;
  };
  one = await world({ 'Mutation.createEvent': remember, 'Query.event': () => null, 'Query.events': remember });
});

/** The value that a resolver gets for a field of an event, from a variable. */
async function field(name: string, value: unknown): Promise<unknown> {
  const input = { title: 'a', startDate: '2026-01-01', endDate: '2026-01-02', [name]: value };
  const { errors } = await one.run('mutation($input: CreateEventInput!) { createEvent(input: $input) { id } }', { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return Reflect.get(Object(seen.input), name);
}

/** The same from a literal. */
async function literal(name: string, value: string, variables: Record<string, unknown> = {}, definitions = ''): Promise<unknown> {
  const { errors } = await one.run(
    `mutation${definitions} { createEvent(input: {title: "a", startDate: "2026-01-01", endDate: "2026-01-02", ${name}: ${value}}) { id } }`,
    variables,
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return Reflect.get(Object(seen.input), name);
}

test.each([
  ['an id', 5, [5]],
  ['digits', '5', [5]],
  ['ids separated by commas', '5, 6,7', [5, 6, 7]],
  ['a list of both', [5, '6', 5], [5, 6]],
  ['an object with an id', { id: 5 }, [5]],
  ['an object with more than an id', { id: '5', venue: 'Ignored' }, [5]],
  ['nothing as text', '', []],
  ['nothing as zero', 0, []],
  ['nothing as list', [], []],
  ['nothing as object', {}, []],
  ['a new record', { name: 'Boat house', showMap: 'yes', status: 'DRAFT' }, [{ name: 'Boat house', showMap: true, status: 'draft' }]],
  ['a new record among ids', [{ name: 'Boat house' }, 3], [{ name: 'Boat house' }, 3]],
])('venues are read from %s', async (_name, value, expected) => {
  expect(await field('venue', value)).toEqual(expected);
});

test.each([
  ['text that is no id', 'Boat house', 'is not an id'],
  ['negative ids', -1, 'is not an id'],
  ['nested lists', [[1]], 'Use ids'],
  ['true', true, 'Use ids'],
  ['null in a list', [null], 'Use ids'],
  ['more than 100', Array.from({ length: 101 }, (_, at) => at + 1), 'At most 100'],
  ['an object without name', { city: 'Bonn' }, 'name is required'],
  ['an empty name', { name: ' ' }, 'name must not be empty'],
  ['unknown fields', { name: 'a', colour: 'red' }, 'colour'],
  ['wrong values inside', { name: 'a', geoLat: 91 }, 'geoLat must be at most 90'],
])('venues are refused from %s', async (_name, value, message) => {
  await expect(field('venue', value)).rejects.toThrow(message);
});

test('literals can be objects and lists, with variables inside', async () => {
  expect(await literal('venue', '[{name: "Boat house", status: Draft}, 3, {id: 4}]')).toEqual([
    { name: 'Boat house', status: 'draft' },
    3,
    4,
  ]);
  expect(await literal('venue', '[$id, {name: $name}]', { id: 3, name: 'Boat house' }, '($id: Int, $name: String)')).toEqual([
    3,
    { name: 'Boat house' },
  ]);
  await expect(literal('venue', '[$id]', {}, '($id: Int)')).rejects.toThrow('invalid value');
  expect(await literal('venue', 'null')).toBeNull();
});

test.each(['draft', 'DRAFT', '"draft"', '" Draft "'])('status can be written %s', async (value) => {
  expect(await literal('status', value)).toBe('draft');
});

test.each(['draft', 'DRAFT', 'Draft'])('status as variable can be %s', async (value) => {
  expect(await field('status', value)).toBe('draft');
});

test('unknown enum values are named with the known ones', async () => {
  await expect(field('status', 'bogus')).rejects.toThrow('publish, future');
});

test.each([
  ['image', '7', 7],
  ['image', 7, 7],
  ['image', '', ''],
  ['image', 0, ''],
  ['image', false, ''],
  ['image', ' https://a.test/b.png ', 'https://a.test/b.png'],
  ['website', '', ''],
  ['website', 'https://a.test', 'https://a.test'],
  ['cost', 5, ['5']],
  ['cost', ['$5', '10'], ['$5', '10']],
  ['categories', [1, ' music '], [1, 'music']],
  ['categories', [{ id: 3, name: 'Music', slug: 'music' }], [3]],
  ['image', { id: 7, url: 'https://a.test/b.png' }, 7],
  ['startDate', '2026-01-01 10:00', '2026-01-01 10:00'],
  ['startDate', 1_800_000_000, 1_800_000_000],
])('%s reads %j as %j', async (name, value, expected) => {
  expect(await field(name, value)).toEqual(expected);
});

test.each([
  ['image', 'ftp://a.test/b'],
  ['image', {}],
  ['image', { id: '1' }],
  ['image', { id: 1.5 }],
  ['image', { id: { id: 1 } }],
  ['image', { url: 'https://a.test/b.png' }],
  ['image', [{ id: 1 }]],
  ['website', 5],
  ['website', 'javascript:alert(1)'],
  ['cost', { value: 5 }],
  ['categories', [{ id: 'music' }]],
  ['categories', [{ slug: 'music' }]],
  ['categories', [{ id: -1 }]],
  ['categories', [[1]]],
  ['categories', [true]],
  ['categories', ['']],
  ['categories', ['a'.repeat(201)]],
  ['categories', [2 ** 31]],
  ['startDate', '2026-02-30'],
  ['startDate', ['2026-02-03']],
  ['startDate', ''],
])('%s refuses %j', async (name, value) => {
  await expect(field(name, value)).rejects.toThrow('rest_invalid_param');
});

test('readers give the same when they read their own results', () => {
  const parsers: ScalarParsers = createScalars(() => {
    throw new Error('not needed');
  });
  const values: [string, unknown][] = [
    ...(['VenueLinks', 'ImageInput', 'TermRef', 'CostInput', 'DateInput', 'UserRef'] as const).map((name): [string, unknown] => [
      name,
      '1700000000',
    ]),
    ['Truthy', 'yes'],
    ['Url', ' https://a.test '],
  ];
  for (const [name, value] of values) {
    const once = parsers[name]?.(value);
    expect(parsers[name]?.(once)).toEqual(once);
  }
});
