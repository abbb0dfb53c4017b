import type { Steps } from '../../src/api/graphql/operation-validator.ts';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import { forbidden } from '../../src/domain/access/policy.ts';
import type { Resource } from '../../src/domain/resource/resource.ts';
import { ServiceError } from '../../src/lib/errors.ts';
import { SDL, world } from './harness.ts';

const CREATE = 'mutation($input: CreateEventInput!) { createEvent(input: $input) { event { id } } }';
/** A value that the compiler would refuse. */
const OPEN = { deleteTag: { run: async () => null } };
const INPUT = { title: 'a', start: '2026-01-02', end: '2026-01-01' };

test('authorization comes before validation', async () => {
  const { run } = await world(
    {},
    { authorize: { 'Mutation.createEvent': ({ caller }) => Promise.reject(forbidden(caller)) } },
  );
  const { errors } = await run(CREATE, { input: { ...INPUT, title: '' } });
  expect(errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED', status: 401 });
});

test('bounds of the contract and the checks of the resource are reported together', async () => {
  const checked: unknown[] = [];
  const check: Steps['check'] = async (_context, args, checks) => {
    checked.push(args);
    checks.add('end', 'ends before it starts');
    checks.assertValid();
  };
  const { run } = await world({}, { check: { 'Mutation.createEvent': check } });
  const { errors } = await run(CREATE, { input: { ...INPUT, title: ' ', author: { login: '' } } });
  expect(errors?.[0]?.extensions.params).toEqual({
    'input.title': 'must not be empty',
    'input.author.login': 'must not be empty',
    'input.end': 'ends before it starts',
  });
  const { start, end } = INPUT;
  expect(checked.at(-1)).toEqual({ input: { start, end, isAllDay: false } });
});

test('a mutation with failing bounds writes nothing, and the next one is not held up', async () => {
  const written: unknown[] = [];
  const { run } = await world({
    'Mutation.createTag': (_found, { input }) => {
      written.push(input);
      return { tag: { slug: 'x' } };
    },
  });
  const { data, errors } = await run(
    'mutation { a: createTag(input: {name: ""}) { tag { slug } } b: createTag(input: {name: "x"}) { tag { slug } } }',
  );
  expect(new Set(written.map((input) => JSON.stringify(input)))).toEqual(new Set(['{"name":"x"}']));
  expect(data).toEqual({ a: null, b: { tag: { slug: 'x' } } });
  expect(errors?.map(({ path }) => path)).toEqual([['a']]);
});

test('a query with failing bounds does not affect other queries', async () => {
  const { run } = await world({ 'Query.events': () => null, 'Query.venue': () => ({ name: 'Hall' }) });
  const { data, errors } = await run(
    '{ a: events(filter: {search: ""}) { totalCount } venue(by: {databaseId: 1}) { name } }',
  );
  expect(data).toEqual({ a: null, venue: { name: 'Hall' } });
  expect(errors?.map(({ path, extensions }) => [path, extensions.params])).toEqual([
    [['a'], { 'filter.search': 'must not be empty' }],
  ]);
});

test.each([
  ['{ event { id } }', 'by'],
  ['{ event(by: {}) { id } }', 'by'],
  ['{ venue(by: {name: ""}) { id } }', 'by.name'],
  ['{ event(by: {id: "x"}) { id } }', 'by.id'],
  ['{ event(by: {databaseId: 1, slug: "a"}) { id } }', 'by'],
])('%s does not identify one record', async (query, param) => {
  const { run } = await world({});
  const { errors } = await run(query);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    status: 400,
    params: { [param]: expect.any(String) },
  });
});

test('an unauthorized caller is refused first, also without a record', async () => {
  const authorize = { 'Mutation.deleteEvent': () => Promise.reject(new ServiceError('rest_forbidden')) };
  const { run } = await world({}, { authorize });
  const { errors } = await run('mutation { deleteEvent(by: {id: "x"}) { deletedId } }');
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});

test('lists have at most a thousand elements', async () => {
  const { run } = await world({});
  const { errors } = await run(
    'query ($ids: [EventBy!]) { events(filter: {include: $ids}) { totalCount } }',
    {
      ids: Array(1001).fill({ databaseId: 1 }),
    },
  );
  expect(errors?.[0]?.extensions.params).toEqual({
    'filter.include': 'must have at most 1000 elements',
  });
});

test('the operation receives the record that authorization has loaded, without a second query', async () => {
  const calls: unknown[] = [];
  const { run } = await world(
    {
      'Mutation.updateEvent': (record, args) => {
        calls.push(args.by);
        return { event: record, changedOccurrences: 1 };
      },
    },
    {
      authorize: {
        'Mutation.updateEvent': async (_context, target) => {
          calls.push(target);
          return { slug: 'a', title: 'A' };
        },
      },
    },
  );
  const { data } = await run(
    'mutation { updateEvent(by: {slug: "a"}, input: {}) { event { title } changedOccurrences } }',
  );
  expect(data).toEqual({ updateEvent: { event: { title: 'A' }, changedOccurrences: 1 } });
  expect(calls).toEqual([{ slug: 'a' }, { slug: 'a' }]);
});

test('operations without a field and mutations without authorization prevent the start', async () => {
  await expect(world({ 'Mutation.bogus': () => null })).rejects.toThrow('Mutation.bogus has an operation');
  const open: Resource = { entities: [], mutations: Object(OPEN), resolvers: {} };
  expect(() => buildSchemas(SDL, 'B', [open])).toThrow('Mutation.deleteTag has no authorization');
});
