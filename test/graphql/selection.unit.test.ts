import { buildSchema, type GraphQLFieldResolver, graphql } from 'graphql';
import { selectedFields } from '../../src/domain/content/selection.ts';

const schema = buildSchema(
  'type Query { list: List } type List { total: Int item: Item items: [Item] } type Item { id: Int name: String list: List }',
);

/** The names that a resolver of `list` gets for a path. */
async function selected(query: string, path: readonly string[]): Promise<string[]> {
  let names: string[] = [];
  const list: GraphQLFieldResolver<unknown, unknown> = (_source, _args, _context, info) => {
    names = [...selectedFields(info, 'List', path)].sort();
    return null;
  };
  await graphql({ schema, source: query, fieldResolver: list });
  return names;
}

test('fields are found through fragments, at every level', async () => {
  const query =
    '{ list { ...A items { id ...B } } } fragment A on List { total items { list { total } } ... { item { id } } } fragment B on Item { name }';
  expect(await selected(query, [])).toEqual(['item', 'items', 'total']);
  expect(await selected(query, ['items'])).toEqual(['id', 'list', 'name']);
  expect(await selected(query, ['items', 'list'])).toEqual(['total']);
});

test('fields that are named twice are one', async () => {
  expect(await selected('{ list { items { id } } list { items { name } } }', ['items'])).toEqual([
    'id',
    'name',
  ]);
});

test.each([30, 200])('a chain of %i fragments that double is followed once', async (links) => {
  const chain = Array.from(
    { length: links },
    (_, at) => `fragment F${at} on List { ...F${at + 1} ...F${at + 1} }`,
  ).join(' ');
  expect(
    await selected(`{ list { ...F0 } } ${chain} fragment F${links} on List { total items { id } }`, [
      'items',
    ]),
  ).toEqual(['id']);
});
