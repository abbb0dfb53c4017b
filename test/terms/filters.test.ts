import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { each, table } from '../support/table.ts';
import { recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
const ids: Record<string, number> = {};
const categories = { kind: 'category', world: () => world, ids: () => ids } as const;
const tags = { ...categories, kind: 'tag' } as const;

beforeAll(async () => {
  world = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  const category = async (name: string, fields: object = {}) => {
    ids[name] = (await world.make('category', { name, ...fields })).id;
  };
  const tag = async (name: string, fields: object = {}) => {
    ids[`t-${name}`] = (await world.make('tag', { name, ...fields })).id;
  };
  await category('music', { description: 'zz' });
  await category('Jazz', { parent: ids.music, description: 'Yes', slug: 'z-jazz' });
  await category('bebop', { parent: ids.Jazz, slug: 'be-bop-50' });
  await category('Árt', { description: 'B', slug: 'kunst' });
  await category('zoo', { description: 'c' });
  await category('empty', { description: 'a' });
  await category('drafts', {});
  await category('later', { parent: ids.empty });
  await tag('live');
  await tag('Élan', { slug: 'verve' });
  await tag('open air');
  await tag('100%_sure');
  await tag('unused');
  const event = async (title: string, fields: object) => {
    ids[title] = await world.event(title, '2031-06-01 10:00', fields);
  };
  const { bebop, zoo, drafts, later, Árt: art } = ids;
  await event('one', { categories: [bebop, art], tags: ['live', 'Élan', '100%_sure'] });
  await event('two', { categories: [art], tags: ['live', 'open air'] });
  await event('three', { categories: [art, zoo], tags: ['live'], hide_from_listings: true });
  await event('draft', { categories: [drafts, zoo], tags: ['unused'], status: 'draft' });
  await event('scheduled', { categories: [later, zoo], tags: ['unused'], date_utc: '2031-05-20' });
  await event('trashed', { categories: [drafts], tags: ['unused'], status: 'trash' });
  ids.hall = (await world.make('venue', { venue: 'hall' })).id;
});
afterAll(() => world.stop());

const USED = 'Árt bebop Jazz music zoo';
const ALL = 'Árt bebop drafts empty Jazz later music zoo';
const search = (words: string): string => `search=${encodeURIComponent(words)}`;

table('categories in use, by name', categories, [
  ['', USED],
  ['hide_empty=true', USED],
  ['hide_empty=1', USED],
  ['hide_empty=false', ALL],
  ['hide_empty=0', ALL],
  ['hide_empty=yes', 400, 'hide_empty'],
  ['per_page=2', 'Árt bebop'],
  ['per_page=2&page=3', 'zoo'],
  ['per_page=2&page=4', ''],
  ['page=99', ''],
  ...each(['0', '-1', 'abc', ''], (value) => `page=${value}`, 400, 'page'),
  ...each(['0', 'abc'], (value) => `per_page=${value}`, 400, 'per_page'),
]);

table('categories sorted', categories, [
  ['order=asc', USED],
  ['order=desc', 'zoo music Jazz bebop Árt'],
  ['orderby=name&order=desc', 'zoo music Jazz bebop Árt'],
  ['orderby=id', 'music Jazz bebop Árt zoo'],
  ['orderby=id&order=desc', 'zoo Árt bebop Jazz music'],
  ['orderby=slug', 'bebop Árt music Jazz zoo'],
  ['orderby=count', 'music Jazz bebop zoo Árt'],
  ['orderby=count&order=desc', 'Árt bebop zoo music Jazz'],
  ['orderby=description', 'bebop Árt zoo Jazz music'],
  ['orderby=description&order=desc', 'music Jazz zoo Árt bebop'],
  ['orderby=include', USED],
  ['orderby=include&include={zoo},{Árt},{music}', 'zoo Árt music'],
  ['orderby=include&order=desc&include={zoo},{Árt},{music}', 'music Árt zoo'],
  ['hide_empty=false&orderby=id&order=desc&per_page=2', 'later drafts'],
  ['order=bogus', 400, 'order'],
  ['orderby=parent&include={music},{Jazz}', 'music Jazz'],
  ['orderby=parent&order=desc&include={music},{Jazz}', 'Jazz music'],
  ['orderby=include&include={zoo},999999,{Árt}', 'zoo Árt'],
  ['orderby=bogus', 400, 'orderby'],
  ['order=bogus&orderby=bogus', 400, 'order orderby'],
]);

table('categories sorted by words that REST alone has', { ...categories, apis: ['REST'] }, [
  ['orderby=term_group', USED],
  ['orderby=include_slugs', USED],
  ['orderby=term_id', 'music Jazz bebop Árt zoo'],
  ['orderby=term_id&order=desc', 'zoo Árt bebop Jazz music'],
  ['orderby=none', 'music Jazz bebop Árt zoo'],
]);
table('which GraphQL refuses', { ...categories, apis: ['GraphQL'] }, [
  ...each(['term_group', 'include_slugs', 'term_id', 'none'], (word) => `orderby=${word}`, 400, 'orderby'),
]);

table('categories chosen', categories, [
  ['parent=0', 'Árt music zoo'],
  ['parent=0&hide_empty=false', 'Árt drafts empty music zoo'],
  ['parent={music}', 'Jazz'],
  ['parent={Jazz}', 'bebop'],
  ['parent={bebop}', ''],
  ['parent={empty}', ''],
  ['parent={empty}&hide_empty=0', 'later'],
  ...each(['999999', '{t-live}', 'abc', '-1'], (id) => `parent=${id}`, 400, 'parent'),
  ['include={zoo},{Árt}', 'Árt zoo'],
  ['include={zoo},{empty}', 'zoo'],
  ['include={zoo},{empty}&hide_empty=false', 'empty zoo'],
  ['exclude={zoo},{Árt}', 'bebop Jazz music'],
  ['include={zoo},{Árt}&exclude={zoo}', 'Árt'],
  ...each(['999999', '{t-live}', '2147483647,999999'], (id) => `include=${id}`, ''),
  ...each(['{zoo},999999', '999999,{zoo},{t-live}'], (id) => `include=${id}`, 'zoo'),
  ...each(['999999', '{t-live}', '2147483647'], (id) => `exclude=${id}`, USED),
  ['exclude={zoo},999999', 'Árt bebop Jazz music'],
  ['slug=z-jazz', 'Jazz'],
  ['slug=Z-JAZZ', 'Jazz'],
  ['slug=jazz', ''],
  ['slug=kunst', 'Árt'],
  ['slug=kunst,zoo', ''],
  ['slug=empty', ''],
  ['slug=empty&hide_empty=0', 'empty'],
  ['slug=', 400, 'slug'],
  ['event={one}', 'Árt bebop'],
  ['event={three}', 'Árt zoo'],
  ...each(
    ['999999', '{draft}', '{scheduled}', '{trashed}', '{hall}', '0', 'abc'],
    (id) => `event=${id}`,
    400,
    'event',
  ),
  ['event={one}&exclude={bebop}&search=r', 'Árt'],
  ['include=999999&exclude=999999&parent=999999&event=999999', 400, 'event parent'],
]);

table('an event under another name, and texts that are no ids', { ...categories, apis: ['REST'] }, [
  ['post={one}', 'Árt bebop'],
  ['post={two}&event={one}', 'Árt bebop'],
  ['post=999999&event={one}', 'Árt bebop'],
  ...each(['999999', '{draft}'], (id) => `post=${id}`, 400, 'post'),
  ...each(['0', 'abc'], (id) => `include=${id}`, 400, 'include'),
  ...each(['0', 'zoo'], (id) => `exclude=${id}`, 400, 'exclude'),
]);

test('GraphQL: global ID, slug and name select categories, too', async () => {
  const names = async (filter: object): Promise<unknown[]> => {
    const query = 'query ($filter: CategoryFilter!) { categories(filter: $filter) { nodes { name } } }';
    const { categories: list } = await world.query(query, 'anonymous', { filter });
    return recordsIn(Object(list).nodes).map(({ name }) => name);
  };
  const zoo = encodeGlobalId('Category', ids.zoo ?? 0);
  expect(
    await names({ include: [{ slug: 'kunst' }, { id: zoo }, { name: 'MUSIC' }, { slug: 'nope' }] }),
  ).toEqual(['Árt', 'music', 'zoo']);
  expect(await names({ exclude: [{ slug: 'kunst' }, { id: zoo }, { name: 'nope' }] })).toEqual([
    'bebop',
    'Jazz',
    'music',
  ]);
  expect(await names({ parent: { name: 'Music' } })).toEqual(['Jazz']);
  expect(await names({ parent: { slug: 'z-jazz' }, isTopLevel: false })).toEqual(['bebop']);
  expect(await names({ isTopLevel: true })).toEqual(['Árt', 'music', 'zoo']);
  expect(await names({ isTopLevel: false })).toEqual(['bebop', 'Jazz']);
  expect(await names({ event: { slug: 'two' } })).toEqual(['Árt']);
  expect(await names({ event: { id: encodeGlobalId('Event', ids.one ?? 0) } })).toEqual(['Árt', 'bebop']);
});

table('categories searched', categories, [
  ...each(['jaz', 'JAZZ', 'z-jazz', 'z-'], search, 'Jazz'),
  ...each(['Árt', 'árt', 'art', 'ÁRT', 'kunst'], search, 'Árt'),
  ...each(['bop', 'be-bop', 'bop-50', '-50'], search, 'bebop'),
  ...each(['%', '_', '\\', 'zz zz', 'yes'], search, ''),
  [search('z'), 'Jazz zoo'],
  ...each([' ', ''], search, 400, 'search'),
]);

table('categories as an editor sees them', { ...categories, as: 'editor' }, [
  ['', USED],
  ['event={draft}', 'zoo'],
  ['event={draft}&hide_empty=0', 'drafts zoo'],
  ['event={scheduled}&hide_empty=0', 'later zoo'],
]);

table('tags', tags, [
  ['', '100%_sure Élan live open_air'],
  ['hide_empty=false', '100%_sure Élan live open_air unused'],
  ['order=desc', 'open_air live Élan 100%_sure'],
  ['orderby=count&order=desc', 'live Élan open_air 100%_sure'],
  ['orderby=slug', '100%_sure live open_air Élan'],
  ['orderby=id&order=asc', 'live Élan open_air 100%_sure'],
  ['per_page=3&page=2', 'open_air'],
  ['per_page=3&page=3', ''],
  ...each(['elan', 'ÉLAN', 'verve'], search, 'Élan'),
  ...each(['%', '0%_', '_sure'], search, '100%_sure'),
  ...each(['open air', 'open-air', 'n a'], search, 'open_air'),
  ['slug=open-air', 'open_air'],
  ['include={t-live},{t-unused}', 'live'],
  ['exclude={t-live}', '100%_sure Élan open_air'],
  ['event={two}', 'live open_air'],
  ['include={zoo}', ''],
  ['event={draft}', 400, 'event'],
  ['orderby=bogus', 400, 'orderby'],
]);

// GraphQL uses the names of its enum.
table('words for the direction', { ...categories, apis: ['REST'] }, [
  ...each(['asc', 'ascending', 'ASC', 'Ascending', ' asc '], (word) => `order=${word}`, USED),
  ...each(
    ['desc', 'descending', 'DESC', 'DESCENDING'],
    (word) => `order=${word}`,
    'zoo music Jazz bebop Árt',
  ),
  ...each(['Term_ID', 'NONE'], (word) => `orderby=${word}`, 'music Jazz bebop Árt zoo'),
  ...each(['ascend', 'down', '1', ''], (word) => `order=${word}`, 400, 'order'),
]);
table('lists in brackets are read as such', { ...categories, apis: ['REST'] }, [
  ...each(['[{zoo},{Árt}]', '["{zoo}","{Árt}"]', '[ {zoo} , {Árt} ]'], (ids) => `include=${ids}`, 'Árt zoo'),
  ...each(['[{zoo}', '{zoo}]', '[]'], (ids) => `include=${ids}`, 400, 'include'),
]);
