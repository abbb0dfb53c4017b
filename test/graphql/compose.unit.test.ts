import { execute, parse } from 'graphql';
import { Runner } from '../../src/api/graphql/runner.ts';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import { SDL, world } from './harness.ts';

const VENUE = '{ venue(by: {databaseId: 1}) { name events { totalCount } } }';

/** Authorization finds venue 1; `seen` has the input of its operation and of the nested list. */
async function venues() {
  const seen: unknown[] = [];
  const calls: string[] = [];
  const one = await world(
    {
      'Query.venue': (record) => {
        calls.push('run');
        seen.push(record);
        return { id: 1, name: 'Boathouse' };
      },
      'Venue.events': (venue) => {
        seen.push(venue);
        return { nodes: [], totalCount: 0 };
      },
    },
    {
      authorize: {
        'Query.venue': async () => {
          calls.push('authorize');
          return { id: 1, locked: true };
        },
      },
      check: { 'Query.events': async () => void calls.push('check') },
    },
  );
  return { ...one, seen, calls };
}

test('an operation receives the authorized record, and a nested list its parent', async () => {
  const { publicSchema: schema, context, seen, calls } = await venues();
  const contextValue = { context: context() };
  const rootValue = { id: 666 };
  await execute({ schema, document: parse(VENUE), rootValue, contextValue });
  expect(seen).toEqual([
    { id: 1, locked: true },
    { id: 1, name: 'Boathouse' },
  ]);
  expect(calls).toEqual(['authorize', 'run']);
});

test('an already authorized and validated operation is not checked again', async () => {
  const { schema, context, seen, calls } = await venues();
  const runner = new Runner(schema);
  const { data } = await runner.run(parse(VENUE), { variables: {}, record: { id: 7 } }, context());
  expect(seen).toEqual([{ id: 7 }, { id: 1, name: 'Boathouse' }]);
  expect(calls).toEqual(['run']);
  expect(JSON.parse(JSON.stringify(data))).toEqual({
    venue: { name: 'Boathouse', events: { totalCount: 0 } },
  });
});

test('a nested list is validated by the rules of the operation with the same arguments', async () => {
  const { run, seen, calls } = await venues();
  const { errors } = await run(
    '{ venue(by: {databaseId: 1}) { events(filter: {near: {latitude: 1, longitude: 2, radiusKm: -1}}) { totalCount } } }',
  );
  expect(errors?.[0]?.extensions.params).toEqual({ 'filter.near.radiusKm': 'must be at least 0' });
  expect(calls.slice(0, 3)).toEqual(['authorize', 'run', 'check']);
  expect(seen).not.toContainEqual({ id: 1, name: 'Boathouse' });
});

test('a resolver without a field does not start', () => {
  const resolvers = Object({ Venue: { bogus: () => null } });
  expect(() => buildSchemas(SDL, 'B', [{ entities: [], resolvers }])).toThrow(
    'Venue.bogus has a resolver but does not exist',
  );
});
