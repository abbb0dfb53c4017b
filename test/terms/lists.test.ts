import { connectionFields } from '../../src/domain/content/page.ts';
import type { QueryCategoriesArgs } from '../../src/domain/generated/schema.ts';
import { createTerm } from '../../src/domain/terms/term.commands.ts';
import { listTerms, needTerm } from '../../src/domain/terms/term.queries.ts';
import { failure, openStore, type Store } from '../support/context.ts';

let store: Store;
let ids: Record<'music' | 'jazz' | 'bebop' | 'art' | 'empty' | 'draft' | 'tag', number>;
let draftEvent: number;
let jazzEvent: number;

beforeAll(async () => {
  store = await openStore();
  const make = async (name: string, parent = 0) =>
    (await createTerm(store.context(), 'category', { name, parentId: parent })).id;
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

const names = async (args: QueryCategoriesArgs, role: 'editor' | 'anonymous' = 'anonymous') => {
  const page = await listTerms(store.context(role), 'category', args);
  return { names: page.rows.map((row) => row.name), total: await connectionFields.total(page) };
};

test('by name, accented letters beside their plain ones, only those with published events in them or below', async () => {
  expect(await names({})).toEqual({ names: ['Árt', 'Bebop_100%', 'jazz', 'Music'], total: 4 });
});

test('empty ones are listed when asked for', async () => {
  expect(await names({ hideEmpty: false })).toEqual({
    names: ['Árt', 'Bebop_100%', 'Empty', 'jazz', 'Music', 'Zzz'],
    total: 6,
  });
});

test('pages hold every term once, and the one past the end is empty with the totals intact', async () => {
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) =>
      listTerms(store.context(), 'category', { page, perPage: 2, hideEmpty: false }),
    ),
  );
  expect(pages.map((page) => page.rows.length)).toEqual([2, 2, 2, 0]);
  expect(await Promise.all(pages.map(connectionFields.total))).toEqual([6, 6, 6, 6]);
  expect(await Promise.all(pages.map(connectionFields.totalPages))).toEqual([3, 3, 3, 3]);
});

test.each<[QueryCategoriesArgs, string[]]>([
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
  [{ parentId: 0 }, ['Árt', 'Music']],
  [{ include: [] }, []],
  [{ exclude: [] }, ['Árt', 'Bebop_100%', 'jazz', 'Music']],
])('%j', async (args, expected) => {
  expect(await names(args)).toEqual({ names: expected, total: expected.length });
});

test('parent, include, exclude', async () => {
  expect((await names({ parentId: ids.music })).names).toEqual(['jazz']);
  expect((await names({ include: [ids.jazz, ids.art, ids.empty] })).names).toEqual(['Árt', 'jazz']);
  expect((await names({ exclude: [ids.jazz] })).names).toEqual(['Árt', 'Bebop_100%', 'Music']);
});

test('sorted by anything, either way, ties by id', async () => {
  const all = { hideEmpty: false } as const;
  expect((await names({ ...all, order: 'desc' })).names).toEqual([
    'Zzz',
    'Music',
    'jazz',
    'Empty',
    'Bebop_100%',
    'Árt',
  ]);
  expect((await names({ ...all, orderBy: 'id' })).names).toEqual([
    'Music',
    'jazz',
    'Bebop_100%',
    'Árt',
    'Empty',
    'Zzz',
  ]);
  expect((await names({ ...all, orderBy: 'count', order: 'desc' })).names).toEqual([
    'Árt',
    'jazz',
    'Bebop_100%',
    'Music',
    'Empty',
    'Zzz',
  ]);
  expect((await names({ ...all, orderBy: 'slug' })).names[0]).toBe('Árt');
  expect((await names({ orderBy: 'include', include: [ids.music, ids.art, ids.jazz] })).names).toEqual([
    'Music',
    'Árt',
    'jazz',
  ]);
  for (const orderBy of ['include', 'description', 'term_group', 'include_slugs'] as const) {
    expect((await names({ orderBy })).total).toBe(4);
  }
});

test('terms of an event; event wins over post', async () => {
  expect((await names({ event: jazzEvent })).names).toEqual(['Árt', 'jazz']);
  expect((await names({ post: jazzEvent })).names).toEqual(['Árt', 'jazz']);
  expect((await names({ post: 424242, event: jazzEvent })).names).toEqual(['Árt', 'jazz']);
  expect((await listTerms(store.context(), 'tag', { event: jazzEvent })).rows.map((row) => row.name)).toEqual(
    ['A tag'],
  );
});

test('an event that the caller may not read is unknown', async () => {
  expect(await failure(names({ event: draftEvent }))).toMatchObject({ status: 400, problems: ['event'] });
  expect((await names({ event: draftEvent, hideEmpty: false }, 'editor')).names).toEqual([
    'Bebop_100%',
    'Zzz',
  ]);
});

test('unknown ids are refused, all parameters in one answer', async () => {
  const args = { include: [ids.tag], exclude: [424242], parentId: ids.tag, post: 424242, search: ' ' };
  expect((await failure(names(args))).problems.toSorted()).toEqual(['parentId', 'post', 'search']);
});

test('one category or tag, by id or slug', async () => {
  expect((await needTerm(store.context(), 'category', { slug: 'Jazz' })).id).toBe(ids.jazz);
  expect(await failure(needTerm(store.context(), 'tag', { id: ids.jazz }))).toMatchObject({
    code: 'tag-not-found',
    status: 404,
  });
  expect(await failure(needTerm(store.context(), 'category', { slug: '' }))).toMatchObject({
    code: 'category-not-found',
  });
  expect(await failure(needTerm(store.context(), 'category', {}))).toMatchObject({
    code: 'rest_invalid_param',
    problems: ['id'],
  });
});
