import { execute, parse } from 'graphql';
import { isCompilable } from '../../src/graphql/compiled.ts';
import { type World, world } from './world.ts';

const event = (id: number) => ({
  id,
  title: `Event ${id}`,
  status: 'publish',
  allDay: id % 2 === 0,
  venue:
    id === 3
      ? null
      : { id: id * 10, name: 'Boat house', geoLat: 50.7, events: { events: [{ id, title: 'again' }], total: 1, totalPages: 1 } },
  categories: [{ id: 1, name: 'Music' }, Promise.resolve({ id: 2, name: 'Open air' })],
  organizers: [],
  startDateDetails: { year: '2026', month: id === 2 ? null : '01' },
});

let one: World;

beforeAll(async () => {
  one = await world({
    'Query.events': async (_source, args) => ({ events: [1, 2, 3].map(event), total: 3, totalPages: JSON.stringify(args).length }),
    'Query.event': (_source, { id, slug }) =>
      id === 404 ? Promise.reject(new Error('no')) : { ...event(Number(id ?? 1)), slug: slug ?? 'none' },
    'Event.title': (source) => {
      const { id, title } = Object(source);
      if (id === 3) throw new Error('untitled');
      return Promise.resolve(title);
    },
    'Query.viewer': () => null,
    'Query.users': () => Promise.reject(new Error('no')),
  });
});

/** Errors in the order of their paths: neither executor promises another. */
const comparable = (result: object): unknown => {
  const { errors, ...rest } = JSON.parse(JSON.stringify(result));
  return { ...rest, errors: errors?.map((error: object) => JSON.stringify(error)).sort() };
};

test.each<[string, Record<string, unknown>?]>([
  ['{ event(id: 1) { id title status venue { id name } categories { id name } } }'],
  ['{ event(id: 1) { id, alias: title, __typename } other: event(id: 2) { id allDay } }'],
  ['{ event(id: 3) { id title } }'],
  ['{ event(id: 404) { id } viewer { id } }'],
  ['{ events { total totalPages events { id startDateDetails { year } } } }'],
  ['{ events { events { id startDateDetails { month } } } }'],
  ['{ event(id: 2) { id startDateDetails { month } } viewer { id } }'],
  ['{ users { id } viewer { id } }'],
  ['query($id: Int) { event(id: $id) { id slug } }', { id: 2 }],
  ['query($id: Int) { event(id: $id, slug: "a") { id slug } }', {}],
  ['query($id: Int = 2) { event(id: $id) { id } }', {}],
  ['query($id: Int = 2) { event(id: $id) { id } }', { id: null }],
  ['query($page: Int, $from: DateInput, $tags: [TermRef!]) { events(page: $page, startDate: $from, tags: $tags) { totalPages } }', {}],
  [
    'query($page: Int, $from: DateInput, $tags: [TermRef!]) { events(page: $page, startDate: $from, tags: $tags) { totalPages } }',
    { page: null, from: 'now', tags: ['a', 1] },
  ],
  ['query($tags: [TermRef!] = ["x"]) { events(tags: $tags) { totalPages } }', {}],
  ['query($tags: [TermRef!]) { events(tags: $tags) { totalPages } }', { tags: 'one' }],
  ['query($s: [Status!]) { events(status: $s) { totalPages } }', { s: ['DRAFT', 'publish'] }],
  ['{ events(status: [draft, "future"], page: 2) { totalPages } }'],
  ['{ events(status: draft, include: 4, featured: true, geolocLat: 1.5, geolocLng: 2) { totalPages } }'],
  ['query($t: TermRef!) { events(tags: [$t, 3]) { totalPages } }', { t: 'x' }],
  [
    'query($yes: Boolean!) { event(id: 1) { id @skip(if: $yes) title @include(if: $yes) ...F @skip(if: $yes) ...F } } fragment F on Event { status }',
    { yes: true },
  ],
  ['query($yes: Boolean!) { event(id: 1) { id @skip(if: $yes) title @include(if: $yes) } }', { yes: false }],
  ['{ event(id: 1) { ...A ...B } } fragment A on Event { id venue { name } } fragment B on Event { venue { id } ... on Event { title } }'],
  ['{ event(id: 1) { venue { name } venue { id geoLat } } }'],
  ['{ event(id: 1) { venue { events(perPage: 2) { events { id title } total } } } }'],
  ['{ __schema { queryType { name } } event(id: 1) { __typename } }'],
])('%s answers the same compiled', async (source, variables = {}) => {
  const document = parse(source);
  const expected = comparable(await execute({ schema: one.schema, document, variableValues: variables, contextValue: one.context() }));
  for (let use = 1; use <= 21; use++) expect(comparable(await one.execute(document, variables, one.context()))).toEqual(expected);
});

test('what the compiler cannot be trusted with is left to graphql-js', () => {
  expect(isCompilable(parse('query($id: Int) { event(id: $id) { ...F } } fragment F on Event { id }'))).toBe(true);
  expect(isCompilable(parse('query($x: Boolean!) { viewer @skip(if: $x) { id } }'))).toBe(false);
  expect(isCompilable(parse('query($t: TermRef!) { events(tags: [$t]) { total } }'))).toBe(false);
  expect(isCompilable(parse('mutation { deleteTag(id: 1) { id } }'))).toBe(false);
  expect(isCompilable(parse('{ __schema { queryType { name } } }'))).toBe(false);
});

test('mutations run one after another', async () => {
  const order: string[] = [];
  const slow = await world({
    'Mutation.createTag': async (_source, args) => {
      const { name } = Object(args.input);
      order.push(`${name} starts`);
      await new Promise((resolve) => setTimeout(resolve, name === 'a' ? 20 : 0));
      order.push(`${name} ends`);
      return { id: 1 };
    },
  });
  await slow.execute(
    parse('mutation { x: createTag(input: {name: "a"}) { id } y: createTag(input: {name: "b"}) { id } }'),
    {},
    slow.context(),
  );
  expect(order).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});
