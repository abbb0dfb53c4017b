import type { Steps } from '../../src/api/graphql/operation-validator.ts';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import { forbidden } from '../../src/domain/access/policy.ts';
import type { Resource } from '../../src/domain/resource/resource.ts';
import { ServiceError } from '../../src/lib/errors.ts';
import { SDL, world } from './harness.ts';

const CREATE = 'mutation($input: CreateEventInput!) { createEvent(input: $input) { id } }';
/** What the compiler would not take. */
const OPEN = { deleteTag: { run: async () => null } };
const INPUT = { title: 'a', startDate: '2026-01-02', endDate: '2026-01-01' };

test('authorisation comes before validation', async () => {
  const { run } = await world(
    {},
    { authorize: { 'Mutation.createEvent': ({ caller }) => Promise.reject(forbidden(caller)) } },
  );
  const { errors } = await run(CREATE, { input: { ...INPUT, title: '' } });
  expect(errors?.[0]?.extensions).toEqual({ code: 'rest_forbidden', status: 401 });
});

test('bounds of the contract and the checks of the resource are reported together', async () => {
  const checked: unknown[] = [];
  const check: Steps['check'] = async (_context, args, checks) => {
    checked.push(args);
    checks.add('endDate', 'ends before it starts');
    checks.done();
  };
  const { run } = await world({}, { check: { 'Mutation.createEvent': check } });
  const { errors } = await run(CREATE, { input: { ...INPUT, title: ' ', authorId: -1 } });
  expect(errors?.[0]?.extensions.params).toEqual({
    'input.title': 'must not be empty',
    'input.authorId': 'must be at least 0',
    'input.endDate': 'ends before it starts',
  });
  const { startDate, endDate } = INPUT;
  expect(checked.at(-1)).toEqual({ input: { startDate, endDate, allDay: false } });
});

test('a mutation with failing bounds writes nothing, and the next one is not held up', async () => {
  const written: unknown[] = [];
  const { run } = await world({
    'Mutation.createTag': (_found, { input }) => {
      written.push(input);
      return { id: 1 };
    },
  });
  const { data, errors } = await run(
    'mutation { a: createTag(input: {name: ""}) { id } b: createTag(input: {name: "x"}) { id } }',
  );
  expect(new Set(written.map((input) => JSON.stringify(input)))).toEqual(new Set(['{"name":"x"}']));
  expect(data).toEqual({ a: null, b: { id: 1 } });
  expect(errors?.map(({ path }) => path)).toEqual([['a']]);
});

test('a query with failing bounds does not disturb its neighbours', async () => {
  const page = { events: [], total: 0, totalPages: 0 };
  const { run } = await world({ 'Query.events': () => page, 'Query.venue': () => null });
  const { errors } = await run('{ a: events(page: 0) { total } venue(id: 1) { id } }');
  expect(errors?.map(({ path, extensions }) => [path, extensions.params])).toEqual([
    [['a'], { page: 'must be at least 1' }],
  ]);
});

test.each([
  ['{ event { id } }', 'id'],
  ['{ event(slug: "") { id } }', 'id'],
  ['{ event(id: 1, slug: "a") { id } }', 'slug'],
])('%s names no one record', async (query, param) => {
  const { run } = await world({});
  const { errors } = await run(query);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'rest_invalid_param',
    status: 400,
    params: { [param]: expect.any(String) },
  });
});

test('whoever may not run an operation learns that first, also without naming a record', async () => {
  const authorize = { 'Mutation.deleteEvent': () => Promise.reject(new ServiceError('rest_forbidden')) };
  const { run } = await world({}, { authorize });
  const { errors } = await run('mutation { deleteEvent { id } }');
  expect(errors?.[0]?.extensions.code).toBe('rest_forbidden');
});

test('lists have at most a thousand elements', async () => {
  const { run } = await world({});
  const { errors } = await run('query($ids: [Int!]) { events(include: $ids) { total } }', {
    ids: Array(1001).fill(1),
  });
  expect(errors?.[0]?.extensions.params).toEqual({ include: 'must have at most 1000 elements' });
});

test('what authorising has found is what the operation gets, and nobody asks twice', async () => {
  const calls: unknown[] = [];
  const { run } = await world(
    { 'Mutation.updateEvent': (record, { id, slug }) => ({ ...Object(record), title: `${id} ${slug}` }) },
    {
      authorize: {
        'Mutation.updateEvent': async (_context, target) => {
          calls.push(target);
          return { id: 7 };
        },
      },
    },
  );
  const { data } = await run('mutation { updateEvent(slug: "a", input: {}) { id title } }');
  expect(data).toEqual({ updateEvent: { id: 7, title: 'undefined a' } });
  expect(calls).toHaveLength(1);
  expect(calls[0]).toEqual({ slug: 'a' });
});

test('operations without a field and mutations that everyone may run do not start', async () => {
  await expect(world({ 'Mutation.bogus': () => null })).rejects.toThrow('Mutation.bogus has an operation');
  const open: Resource = { entities: [], mutations: Object(OPEN), resolvers: {} };
  expect(() => buildSchemas(SDL, 'B', [open])).toThrow(
    'Mutation.deleteTag says nothing about who may run it',
  );
});
