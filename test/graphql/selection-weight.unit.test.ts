import { buildSchema, type GraphQLFieldResolver, graphql } from 'graphql';
import { type Amount, weigh } from '../../src/api/graphql/selection-weight.ts';

const schema = buildSchema(`
  type Query { nodes: [Node] node: Node venue: Venue }
  interface Node { id: Int! }
  interface Named implements Node { id: Int! name: String }
  type Venue implements Named & Node { id: Int! name: String address: String }
  type Event implements Node { id: Int! name: Int text: String }
`);
const VENUE = { __typename: 'Venue', id: 7, name: 'x'.repeat(100), address: 'y'.repeat(10) };
const EVENT = { __typename: 'Event', id: 8, name: 3, text: 'z'.repeat(1_000) };

/** What the answer of the only root field amounts to. */
async function amountOf(source: string, answer: unknown): Promise<Amount | undefined> {
  let amount: Amount | undefined;
  const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (_source, _args, _context, info) => {
    amount = weigh(answer, info);
    return null;
  };
  await graphql({ schema, source, fieldResolver });
  return amount;
}
/** Each key counts four characters more. */
const keys = (...names: string[]): number => names.reduce((sum, name) => sum + name.length + 4, 0);

test('what is selected counts for each record, and its texts', async () => {
  expect(await amountOf('{ venue { id n: name } }', VENUE)).toEqual({
    records: 1,
    values: 3,
    characters: keys('id', 'n') + 100,
  });
});

test('of records of several types only what fragments on their type select', async () => {
  const source =
    '{ nodes { id ... on Venue { address } ...N ... on Event { text } } } fragment N on Named { name }';
  expect(await amountOf(source, [VENUE, null, EVENT, VENUE])).toEqual({
    records: 4,
    // Each fragment counts one itself.
    values: 6 + 1 + 4 + 6,
    characters: 2 * (keys('id', 'address', 'name') + 110) + keys('id', 'text') + 1_000,
  });
  expect(await amountOf('{ node { ... on Event { text } } }', VENUE)).toEqual({
    records: 1,
    values: 1,
    characters: 0,
  });
});

test('a fragment that is spread on two types counts what each of them has', async () => {
  const source = '{ nodes { ...F } } fragment F on Node { ... on Venue { name } ... on Event { id text } }';
  expect(await amountOf(source, [EVENT, VENUE])).toEqual({
    records: 2,
    values: 5 + 4,
    characters: keys('id', 'text') + 1_000 + keys('name') + 100,
  });
});
