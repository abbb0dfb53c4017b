import { readFileSync } from 'node:fs';
import { type ExecutionResult, graphql, parse } from 'graphql';
import { Runner } from '../../src/api/graphql/runner.ts';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import * as resources from '../../src/app/resources.ts';
import { createTerm } from '../../src/domain/terms/term.commands.ts';
import { resource } from '../../src/domain/terms/term.resolvers.ts';
import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { failure, openStore, type Store } from '../support/context.ts';

const { schema, publicSchema } = buildSchemas(
  readFileSync('schema.graphql', 'utf8'),
  'B',
  Object.values(resources),
);
const runner = new Runner(schema);
const REST = 'https://cal.example.net/wp-json/calendar/events/v1';

let store: Store;
let music: number;
let jazz: number;
let bebop: number;
let tag: number;

beforeAll(async () => {
  store = await openStore();
  const make = async (name: string, parent = 0) =>
    (
      await createTerm(store.context(), 'category', {
        name,
        parent: parent === 0 ? null : { databaseId: parent },
      })
    ).id;
  music = await make('Music');
  jazz = await make('Jazz', music);
  bebop = await make('Bebop', jazz);
  await make('Álpine', music);
  tag = (await createTerm(store.context(), 'tag', { name: 'Open air' })).id;
  await store.event({ terms: [jazz, tag] });
  await store.event({ terms: [jazz] });
  await store.event({ terms: [jazz], status: 'draft' });
});
afterAll(() => store.close());

const dataOf = ({ data, errors }: ExecutionResult): unknown => {
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data));
};

/** The result of a query of the service, which may select fields for REST only. */
const read = async (source: string): Promise<unknown> =>
  dataOf(await runner.runUncompiled(parse(source), { variables: {}, record: null }, store.context()));

/** The response to a caller, and its number of statements. */
async function ask(source: string): Promise<{ data: unknown; statements: number }> {
  let statements = 0;
  const counting = store.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const context = store.context('editor', 7, { db: counting });
  const result = await graphql({ schema: publicSchema, source, contextValue: { context } });
  return { data: dataOf(result), statements };
}

test('a child category: nested address, parent, links, count', async () => {
  const data = await read(
    `{ category(by: { databaseId: ${bebop} }) { url taxonomy parentId parent { databaseId } urls { self collection up } links { self { href } up { href } } } }`,
  );
  const self = `${REST}/categories/${bebop}`;
  expect(data).toEqual({
    category: {
      url: 'https://cal.example.net/events/category/music/jazz/bebop/',
      taxonomy: 'tribe_events_cat',
      parentId: jazz,
      parent: { databaseId: jazz },
      urls: { self, collection: `${REST}/categories`, up: `${REST}/categories/${jazz}` },
      links: { self: [{ href: self }], up: [{ href: `${REST}/categories/${jazz}` }] },
    },
  });
});

test('a top-level category and a tag have no parent', async () => {
  const data = await read(`{
    category(by: { slug: "music" }) { url parent { name } urls { up } links { up { href } } children { nodes { name } } }
    tag(by: { databaseId: ${tag} }) { url taxonomy eventCount urls { self up } links { collection { href } up { href } } }
  }`);
  expect(data).toEqual({
    category: {
      url: 'https://cal.example.net/events/category/music/',
      parent: null,
      urls: { up: null },
      links: { up: [] },
      children: { nodes: [{ name: 'Álpine' }, { name: 'Jazz' }] },
    },
    tag: {
      url: 'https://cal.example.net/tag/open-air/',
      taxonomy: 'post_tag',
      eventCount: 1,
      urls: { self: `${REST}/tags/${tag}`, up: null },
      links: { collection: [{ href: `${REST}/tags` }], up: [] },
    },
  });
});

test('a list with all fields takes a fixed number of statements', async () => {
  const { data, statements } = await ask(
    `{ categories(filter: { hideEmpty: false }) { totalCount nodes {
      name eventCount url parent { name } children { nodes { name } } } } }`,
  );
  expect(data).toMatchObject({ categories: { totalCount: 4 } });
  expect(statements).toBe(3);
});

test('deleting returns the term as before', async () => {
  const top = (await createTerm(store.context(), 'category', { name: 'Gone' })).id;
  await createTerm(store.context(), 'category', { name: 'Stays', parent: { databaseId: top } });
  await store.event({ terms: [top] });
  const { data } = await ask(
    `mutation { deleteCategory(by: { databaseId: ${top} }) { deletedId category {
      id databaseId eventCount url children { nodes { name } } } } }`,
  );
  const url = 'https://cal.example.net/events/category/gone/';
  const id = encodeGlobalId('Category', top);
  const children = { nodes: [{ name: 'Stays' }] };
  const category = { id, databaseId: top, eventCount: 1, url, children };
  expect(data).toEqual({ deleteCategory: { deletedId: id, category } });
});

test.each([
  ['anonymous', 401],
  ['subscriber', 403],
  ['contributor', 403],
  ['author', 403],
] as const)('%s may not write terms, and learns nothing of their ids', async (role, status) => {
  const mutations = Object.entries(resource.mutations ?? {});
  expect(mutations).toHaveLength(6);
  for (const [name, { authorize }] of mutations)
    expect([name, await failure(authorize(store.context(role), { id: 424242 }))]).toEqual([
      name,
      { code: 'rest_forbidden', status, problems: [], data: undefined },
    ]);
});

test('an editor learns of an unknown id first', async () => {
  const { createTag, updateCategory, deleteTag } = resource.mutations ?? {};
  await createTag?.authorize(store.context(), {});
  expect(await updateCategory?.authorize(store.context(), { id: jazz })).toMatchObject({ id: jazz });
  expect(await failure(Promise.resolve(deleteTag?.authorize(store.context(), { id: jazz })))).toMatchObject({
    code: 'tag-not-found',
    status: 404,
  });
});
