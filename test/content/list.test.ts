import { sql } from 'kysely';
import { connectionFields, pageInfoFields } from '../../src/domain/content/connection.resolvers.ts';
import { textKey } from '../../src/domain/content/keyset.ts';
import { pageReader } from '../../src/domain/content/list.ts';
import { listName, type PageArgs } from '../../src/domain/content/page.ts';
import type { Context } from '../../src/domain/context/context.ts';
import { failure, openStore, type Store } from '../support/context.ts';

const list = pageReader('image', (db) => db.selectFrom('image').select(['id', 'url']));
/** A new list that declares only its table, its order and its fields. */
const listImages = (context: Context, args: PageArgs) =>
  list(context, args, {
    sorted: {
      name: listName('images', args),
      order: { key: textKey(sql`url`, (url) => url), direction: 'asc', id: sql`id`, ties: 'desc' },
    },
    condition: async () => sql`url like '%.png'`,
  });

const LETTERS = ['d', 'a', 'c', 'e', 'b'];
let store: Store;
beforeAll(async () => {
  store = await openStore();
  for (const name of [...LETTERS.map((letter) => `${letter}.png`), 'a.jpg'])
    await sql`insert into image (url, url_hash) values (${name}, ${name})`.execute(store.db);
});
afterAll(() => store.close());

test('reads a new list forwards and backwards, by edges and by numbers', async () => {
  const context = store.context();
  const letters = async (args: PageArgs) => {
    const page = await listImages(context, args);
    const edges = await connectionFields.edges(page);
    expect(edges.map(({ node }) => node)).toEqual(await connectionFields.nodes(page));
    const names = edges.map(({ node }) => node.url[0]).join('');
    return {
      names,
      start: pageInfoFields.startCursor(page),
      end: pageInfoFields.endCursor(page),
      around: [await pageInfoFields.hasPreviousPage(page), await pageInfoFields.hasNextPage(page)],
    };
  };
  const first = await letters({ first: 2 });
  expect(first).toMatchObject({ names: 'ab', around: [false, true] });
  const second = await letters({ first: 2, after: first.end });
  expect(second).toMatchObject({ names: 'cd', around: [true, true] });
  const third = await letters({ first: 2, after: second.end });
  expect(third).toMatchObject({ names: 'e', around: [true, false] });
  expect(await letters({ last: 2, before: third.start })).toEqual(second);
  expect(await letters({ page: 2, perPage: 2 })).toEqual(second);
  expect(await letters({ last: 3 })).toMatchObject({ names: 'cde', around: [true, false] });
});

test('equal lists of several scopes are read and counted together, each scope with its own records', async () => {
  let statements = 0;
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  const context = store.context('editor', 7, { db });
  const letters = await Promise.all(
    ['a', 'c', 'z'].map(async (letter, id) => {
      const page = await list(
        context,
        { first: 1 },
        {
          sorted: {
            name: listName(letter, {}),
            order: { key: textKey(sql`url`, (url) => url), direction: 'asc', id: sql`id`, ties: 'asc' },
          },
          condition: async () => sql`left(url, 1) >= (array['a', 'c', 'z'])[scope.id + 1]`,
          scope: { id, kind: 'first letter' },
        },
      );
      const rows = await page.rows();
      return [rows.map(({ url }) => url), page.hasMore, await page.count(), page.batchRows.length];
    }),
  );
  expect(letters).toEqual([
    [['a.jpg'], true, 6, 2],
    [['c.png'], true, 3, 2],
    [[], false, 0, 0],
  ]);
  expect(statements).toBe(2);
});

test('rejects an invalid cursor together with other errors', async () => {
  const { code, problems } = await failure(listImages(store.context(), { after: 'x', first: 101 }));
  expect([code, problems.toSorted()]).toEqual(['rest_invalid_param', ['after', 'first']]);
});
