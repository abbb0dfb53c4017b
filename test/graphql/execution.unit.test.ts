import { setImmediate as turn } from 'node:timers/promises';
import { execute, parse } from 'graphql';
import { CompiledQueries, isCompilable } from '../../src/api/graphql/compiled-queries.ts';
import { type World, world } from './harness.ts';

const event = (id: number) => ({
  id,
  title: `Event ${id}`,
  status: 'publish',
  allDay: id % 2 === 0,
  venue:
    id === 3
      ? null
      : {
          id: id * 10,
          name: 'Boat house',
          geoLat: 50.7,
          events: { events: [{ id, title: 'again' }], total: 1, totalPages: 1 },
        },
  categories: [{ id: 1, name: 'Music' }, Promise.resolve({ id: 2, name: 'Open air' })],
  organizers: [],
  startDateDetails: { year: '2026', month: id === 2 ? null : '01' },
});

let one: World;

beforeAll(async () => {
  one = await world({
    'Query.events': async (_source, args) => ({
      events: [1, 2, 3].map(event),
      total: 3,
      totalPages: JSON.stringify(args).length,
    }),
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
  ['{ users { nodes { id } } viewer { id } }'],
  ['query($id: Int) { event(id: $id) { id slug } }', { id: 2 }],
  ['query($id: Int) { event(id: $id, slug: "a") { id slug } }', {}],
  ['query($id: Int = 2) { event(id: $id) { id } }', {}],
  ['query($id: Int = 2) { event(id: $id) { id } }', { id: null }],
  [
    'query($page: Int, $from: DateInput, $tags: [TermRef!]) { events(page: $page, startDate: $from, tags: $tags) { totalPages } }',
    {},
  ],
  [
    'query($page: Int, $from: DateInput, $tags: [TermRef!]) { events(page: $page, startDate: $from, tags: $tags) { totalPages } }',
    { page: null, from: 'now', tags: ['a', 1] },
  ],
  ['query($tags: [TermRef!] = ["x"]) { events(tags: $tags) { totalPages } }', {}],
  ['query($tags: [TermRef!]) { events(tags: $tags) { totalPages } }', { tags: 'one' }],
  ['query($s: [Status!]) { events(status: $s) { totalPages } }', { s: ['DRAFT', 'PUBLISH'] }],
  ['{ events(status: [DRAFT, FUTURE], page: 2) { totalPages } }'],
  ['{ events(status: DRAFT, include: 4, featured: true, geolocLat: 1.5, geolocLng: 2) { totalPages } }'],
  ['query($t: TermRef!) { events(tags: [$t, 3]) { totalPages } }', { t: 'x' }],
  [
    'query($yes: Boolean!) { event(id: 1) { id @skip(if: $yes) title @include(if: $yes) ...F @skip(if: $yes) ...F } } fragment F on Event { status }',
    { yes: true },
  ],
  ['query($yes: Boolean!) { event(id: 1) { id @skip(if: $yes) title @include(if: $yes) } }', { yes: false }],
  [
    '{ event(id: 1) { ...A ...B } } fragment A on Event { id venue { name } } fragment B on Event { venue { id } ... on Event { title } }',
  ],
  ['{ event(id: 1) { venue { name } venue { id geoLat } } }'],
  ['{ event(id: 1) { venue { events(perPage: 2) { events { id title } total } } } }'],
  ['{ __schema { queryType { name } } event(id: 1) { __typename } }'],
])('%s answers the same compiled', async (source, variables = {}) => {
  const document = parse(source);
  const expected = comparable(
    await execute({
      schema: one.schema,
      document,
      variableValues: variables,
      contextValue: { context: one.context() },
    }),
  );
  for (let use = 1; use <= 21; use++)
    expect(comparable(await one.execute(document, variables, one.context()))).toEqual(expected);
});

test('what the compiler cannot be trusted with is left to graphql-js', () => {
  expect(isCompilable(parse('query($id: Int) { event(id: $id) { ...F } } fragment F on Event { id }'))).toBe(
    true,
  );
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
      if (name === 'a') await turn();
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

describe('documents from outside are compiled', () => {
  const find = (queries: CompiledQueries, source: string, uses: number) => {
    const document = parse(source);
    const compiled = Array.from({ length: uses }, () => queries.find(document));
    return { document, compiled: compiled.map((code) => code !== null) };
  };
  const query = (name: string, fields = 1) => `query ${name} { event(id: 1) { ${'id '.repeat(fields)} } }`;

  test('when they come for the twentieth time', () => {
    const { compiled } = find(new CompiledQueries(one.schema), query('Q'), 21);
    expect(compiled).toEqual([...Array(19).fill(false), true, true]);
  });

  test('unless they are large, as they are or through fragments', () => {
    const queries = new CompiledQueries(one.schema);
    expect(find(queries, query('Q', 310), 25).compiled).not.toContain(true);
    const spread = `{ event(id: 1) { ${'...F '.repeat(30)} } } fragment F on Event { ${'id title '.repeat(5)} }`;
    expect(find(queries, spread, 25).compiled).not.toContain(true);
  });

  test('the hundred that were used last, and fewer where they are larger', () => {
    const small = new CompiledQueries(one.schema);
    const documents = Array.from({ length: 120 }, (_, at) => find(small, query(`Q${at}`), 20).document);
    expect(small.size).toBe(100);
    const [first] = documents;
    const last = documents.at(-1);
    if (!first || !last) throw new Error('no documents');
    expect([small.find(first), small.find(last)]).toEqual([null, expect.any(Function)]);
    const large = new CompiledQueries(one.schema);
    for (let at = 0; at < 25; at++) find(large, query(`Q${at}`, 280), 20);
    expect(large.size).toBe(17);
  });

  test('but those of the service at once, whatever else there is', () => {
    const own = parse(query('Own'));
    const queries = new CompiledQueries(one.schema);
    queries.compileOnUse(own);
    expect(queries.find(own)).not.toBeNull();
    for (let at = 0; at < 110; at++) find(queries, query(`Q${at}`), 20);
    expect(queries.find(own)).not.toBeNull();
  });
});
