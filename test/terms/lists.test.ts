import { connectionFields } from '../../src/domain/content/connection.resolvers.ts';
import type { QueryCategoriesArgs } from '../../src/domain/generated/schema.ts';
import { createTerm } from '../../src/domain/terms/term.commands.ts';
import { listTerms, requireTerm } from '../../src/domain/terms/term.queries.ts';
import { failure, openStore, type Store } from '../support/context.ts';

/** A record in the form of a list. */
const by = (databaseId: number) => ({ databaseId });

let store: Store;
let ids: Record<'music' | 'jazz' | 'bebop' | 'art' | 'empty' | 'draft' | 'tag', number>;
let draftEvent: number;
let jazzEvent: number;

beforeAll(async () => {
  store = await openStore();
  const make = async (name: string, parent = 0) =>
    (
      await createTerm(store.context(), 'category', {
        name,
        parent: parent === 0 ? null : { databaseId: parent },
      })
    ).id;
  const music = await make('Music');
  const jazz = await make('jazz', music);
  const bebop = await make('Bebop_100%', jazz);
  const [art, empty, draft] = [await make('Árt'), await make('Empty'), await make('Zzz')];
  const tag = (await createTerm(store.context(), 'tag', { name: 'A tag' })).id;
  ids = { music, jazz, bebop, art, empty, draft, tag };
  jazzEvent = await store.event({ terms: [jazz, art, tag] });
  await store.event({ terms: [art] });
  await store.event({ terms: [bebop] });
  draftEvent = await store.event({ status: 'draft', authorId: 5, terms: [draft, bebop] });
  await store.event({ status: 'future', publishedUtc: '2031-03-01 12:00:01', terms: [draft] });
});
afterAll(() => store.close());

type Filter = NonNullable<QueryCategoriesArgs['filter']>;
const names = async (
  filter: Filter,
  orderBy: QueryCategoriesArgs['orderBy'] = null,
  role: 'editor' | 'anonymous' = 'anonymous',
) => {
  const args = { filter, orderBy };
  const page = await listTerms(store.context(role), 'category', args);
  return {
    names: (await page.rows()).map((row) => row.name),
    total: await connectionFields.totalCount(page),
  };
};

test('by name, accented letters next to their plain ones, only terms with published events in them or below', async () => {
  expect(await names({})).toEqual({ names: ['Árt', 'Bebop_100%', 'jazz', 'Music'], total: 4 });
});

test('empty terms are listed on request', async () => {
  expect(await names({ hideEmpty: false })).toEqual({
    names: ['Árt', 'Bebop_100%', 'Empty', 'jazz', 'Music', 'Zzz'],
    total: 6,
  });
});

test('pages list every term once, and the page past the end is empty with unchanged totals', async () => {
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) =>
      listTerms(store.context(), 'category', { page, perPage: 2, filter: { hideEmpty: false } }),
    ),
  );
  const rows = await Promise.all(pages.map((page) => page.rows()));
  expect(rows.map(({ length }) => length)).toEqual([2, 2, 2, 0]);
  expect(await Promise.all(pages.map(connectionFields.totalCount))).toEqual([6, 6, 6, 6]);
  expect(await Promise.all(pages.map(connectionFields.totalPages))).toEqual([3, 3, 3, 3]);
});

test.each<[Filter, string[]]>([
  [{ search: 'JAZ' }, ['jazz']],
  [{ search: 'ÁR' }, ['Árt']],
  [{ search: 'ar' }, ['Árt']],
  [{ search: '0%' }, ['Bebop_100%']],
  [{ search: 'p_1' }, ['Bebop_100%']],
  [{ search: '_' }, ['Bebop_100%']],
  [{ search: "'; drop table term; --" }, []],
  [{ slug: 'JAZZ' }, ['jazz']],
  [{ slug: 'jaz' }, []],
  [{ slug: 'jazz,art' }, []],
  [{ parent: { databaseId: 0 } }, ['Árt', 'Music']],
  [{ isTopLevel: true }, ['Árt', 'Music']],
  [{ isTopLevel: false }, ['Bebop_100%', 'jazz']],
  [{ include: [] }, []],
  [{ exclude: [] }, ['Árt', 'Bebop_100%', 'jazz', 'Music']],
])('%j', async (filter, expected) => {
  expect(await names(filter)).toEqual({ names: expected, total: expected.length });
});

test('parent, include, exclude', async () => {
  expect((await names({ parent: { databaseId: ids.music } })).names).toEqual(['jazz']);
  expect((await names({ include: [ids.jazz, ids.art, ids.empty].map(by) })).names).toEqual(['Árt', 'jazz']);
  expect((await names({ exclude: [by(ids.jazz)] })).names).toEqual(['Árt', 'Bebop_100%', 'Music']);
});

test('sorted by anything, in both directions, ties by id', async () => {
  const all = { hideEmpty: false } as const;
  expect((await names(all, { field: 'name', direction: 'desc' })).names).toEqual([
    'Zzz',
    'Music',
    'jazz',
    'Empty',
    'Bebop_100%',
    'Árt',
  ]);
  expect((await names(all, { field: 'id', direction: 'asc' })).names).toEqual([
    'Music',
    'jazz',
    'Bebop_100%',
    'Árt',
    'Empty',
    'Zzz',
  ]);
  expect((await names(all, { field: 'count', direction: 'desc' })).names).toEqual([
    'Árt',
    'jazz',
    'Bebop_100%',
    'Music',
    'Empty',
    'Zzz',
  ]);
  expect((await names(all, { field: 'slug', direction: 'asc' })).names[0]).toBe('Árt');
  expect(
    (await names({ include: [ids.music, ids.art, ids.jazz].map(by) }, { field: 'include', direction: 'asc' }))
      .names,
  ).toEqual(['Music', 'Árt', 'jazz']);
  for (const field of ['include', 'description', 'term_group', 'include_slugs'] as const) {
    expect((await names({}, { field, direction: 'asc' })).total).toBe(4);
  }
});

test('terms of an event; event wins over post', async () => {
  expect((await names({ event: by(jazzEvent) })).names).toEqual(['Árt', 'jazz']);
  expect((await names({ post: by(jazzEvent) })).names).toEqual(['Árt', 'jazz']);
  expect((await names({ post: by(424242), event: by(jazzEvent) })).names).toEqual(['Árt', 'jazz']);
  const tags = await listTerms(store.context(), 'tag', { filter: { event: by(jazzEvent) } });
  expect((await tags.rows()).map((row) => row.name)).toEqual(['A tag']);
});

test('an event that the caller may not read is not found', async () => {
  expect(await failure(names({ event: by(draftEvent) }))).toMatchObject({ status: 400, problems: ['event'] });
  expect((await names({ event: by(draftEvent), hideEmpty: false }, null, 'editor')).names).toEqual([
    'Bebop_100%',
    'Zzz',
  ]);
});

test('unknown ids are rejected, all parameters in one response', async () => {
  const filter = {
    include: [by(ids.tag)],
    exclude: [by(424242)],
    parent: by(ids.tag),
    post: by(424242),
    search: ' ',
  };
  expect((await failure(names(filter))).problems.toSorted()).toEqual(['parent', 'post', 'search']);
});

test('one category or tag, by id, slug or name', async () => {
  expect((await requireTerm(store.context(), 'category', { slug: 'Jazz' })).id).toBe(ids.jazz);
  expect(await failure(requireTerm(store.context(), 'tag', { id: ids.jazz }))).toMatchObject({
    code: 'tag-not-found',
    status: 404,
  });
  expect(await failure(requireTerm(store.context(), 'category', { slug: '' }))).toMatchObject({
    code: 'category-not-found',
  });
  expect((await requireTerm(store.context(), 'category', { name: 'JAZZ' })).id).toBe(ids.jazz);
});
