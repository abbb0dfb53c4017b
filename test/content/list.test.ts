import { sql } from 'kysely';
import { textKey } from '../../src/domain/content/keyset.ts';
import { listRecords } from '../../src/domain/content/list.ts';
import { connectionFields, listName, type PageArgs, pageInfoFields } from '../../src/domain/content/page.ts';
import type { Context } from '../../src/domain/context/context.ts';
import { failure, openStore, type Store } from '../support/context.ts';

/** A new list, whose author says of what table it is, by what it is sorted, and what it has. */
const listImages = (context: Context, args: PageArgs) =>
  listRecords(context, args, {
    table: 'image',
    sorted: {
      name: listName('images', args),
      order: { key: textKey(sql`url`, (url) => url), direction: 'asc', id: sql`id`, ties: 'desc' },
    },
    select: (db) => db.selectFrom('image').select(['id', 'url']),
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

test('a new list is read forth and back, by edges and by numbers', async () => {
  const context = store.context();
  const letters = async (args: PageArgs) => {
    const page = await listImages(context, args);
    const edges = connectionFields.edges(page);
    expect(edges.map(({ node }) => node)).toEqual(connectionFields.nodes(page));
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

test('its cursors are its own', async () => {
  const { code, problems } = await failure(listImages(store.context(), { after: 'x', first: 101 }));
  expect([code, problems.toSorted()]).toEqual(['rest_invalid_param', ['after', 'first']]);
});
