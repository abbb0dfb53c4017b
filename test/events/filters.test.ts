import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { each, table } from '../support/table.ts';
import { recordsIn } from '../support/words.ts';
import type { World } from '../support/world.ts';
import { ALL, allBut, B, C, type Ids, J, L, N, openFilterWorld, S, T, X } from './filters.world.ts';

let world: World;
let small: World;
const ids: Ids = {};
const events = { kind: 'event', world: () => world, ids: () => ids } as const;

beforeAll(async () => {
  world = await openFilterWorld(ids);
  small = await world.beside({ PER_PAGE: '2', MAX_PER_PAGE: '4' });
});
afterAll(async () => {
  await small.server.stop();
  await world.stop();
});

const search = (words: string): string => `search=${encodeURIComponent(words)}`;
table('search', events, [
  ['', ALL],
  ...each(
    [
      'jazz',
      'JAZZ',
      'jaz',
      'river',
      'jazz river',
      'river jazz',
      ' jazz  river ',
      'jazz, river',
      'river,jazz',
      ',jazz,',
    ],
    search,
    `${J} ${B}`,
  ),
  // Words too short for a trigram, alone and with others.
  ...each(['zz', 'ZZ', 'zz az', 'zz river', 'river z', 'a zz'], search, `${J} ${B}`),
  ...each(['"zz on"', '"z o"', 'zz -brunch', 'zz -"z b"'], search, J),
  ...each(['zz -z', 'qq', 'jazz qq'], search, ''),
  ...each(
    [
      '"on the river"',
      '"jazz on"',
      'jazz -brunch',
      'jazz -"river view"',
      'swing',
      '"evening of swing"',
      'jazz -100%',
    ],
    search,
    J,
  ),
  ...each(['water&wine', 'water&amp;wine'], search, J),
  ...each(
    [
      '"jazz, river"',
      '"river jazz"',
      'jazz zürich',
      'strong',
      '<strong>',
      '<p>',
      '&amp;amp;',
      'jazz -jazz',
      "'; drop table event; --",
    ],
    search,
    '',
  ),
  ...each(['blue notes', '"blue notes"', 'notes blue', '“blue notes”'], search, `${J} ${N}`),
  ...each(
    [
      'cafe',
      'CAFÉ',
      'zurich',
      'zürich',
      'creme brulee',
      'crème',
      'strasse',
      'STRASSE',
      'straße',
      'cafe -lodz',
    ],
    search,
    C,
  ),
  ...each(['lodz', 'łódź', 'ŁÓDŹ', 'नमस्ते', 'O’Brien', "o'brien", 'quoted'], search, L),
  ...each(['evening', 'évening', 'EVENING'], search, `${J} ${L}`),
  ...each(['100%', '100% fun'], search, B),
  [search('%'), `${B} ${S}`],
  ...each(['5%', '_', 'snake_case', 'a\\b', '\\', 'snake -snakex'], search, S),
  ...each(['snakexcase', 'snake -workshop'], search, X),
  [search('-jazz'), allBut(J, B)],
  [search('-jazz -talk'), allBut(J, B, T)],
  ...each([' ', ',', '""', '-', '" "', '--'], search, 400, 'search'),
  [search('x'.repeat(1001)), 400, 'search'],
  ['search=', 400, 'search'],
]);

const categories = (names: string): string =>
  `categories=${encodeURIComponent(names)}`.replaceAll('%7B', '{').replaceAll('%7D', '}');
const tags = (names: string): string => categories(names).replace('categories', 'tags');
table('categories and tags', events, [
  ...each(['music', 'Music', 'MUSIC', '{music}', 'music,jazz', 'bebop,{music}'], categories, `${J} ${N}`),
  ...each(['jazz', 'Jazz', '{jazz}'], categories, `${J} ${N}`),
  ...each(['bebop', '{bebop}'], categories, N),
  ...each(['food-drink', 'Food & Drink', 'food & drink', '{food}'], categories, `${B} ${C}`),
  [categories('music,talks'), [J, S, N, T].join(' ')],
  [categories('{talks},bebop'), [S, N, T].join(' ')],
  [categories('{number}'), T],
  ...each(['empty', '{empty}', '{foodjazz}'], categories, ''),
  ...each(['nope', 'music,nope', '999999', '0', '-1', '{live}', 'musi', '%'], categories, 400, 'categories'),
  ...each(['live', 'LIVE', '{live}'], tags, `${J} ${X}`),
  ...each(['outdoor', 'Outdoor'], tags, `${J} ${N}`),
  ...each(['Éntry free', 'éntry FREE', 'entry-free', '{free}'], tags, `${B} ${N}`),
  [tags('live,outdoor'), [J, X, N].join(' ')],
  [tags('unused'), ''],
  ...each(['nope', '{jazz}', 'live,999999'], tags, 400, 'tags'),
  ['categories=music&tags=live', J],
  ['categories=music&tags=entry-free', N],
  ['categories=music,food-drink&tags=entry-free', `${B} ${N}`],
  ['categories=talks&tags=live', ''],
  ['categories=nope&tags=nope', 400, 'categories tags'],
]);
table('digits are a name before they are an id', { ...events, apis: ['REST'] }, [[categories('2031'), T]]);

table('venues and organizers', events, [
  ['venue={hall}', `${J} ${N}`],
  ['venue={cellar}', `${B} ${N}`],
  ['venue={hall},{cellar}', `${J} ${B} ${N}`],
  ['venue={hall},{hall}', `${J} ${N}`],
  ['organizer={society}', `${J} ${C}`],
  ['organizer={bakers}', C],
  ['organizer={society},{bakers}', `${J} ${C}`],
  ['venue={hall}&organizer={society}', J],
  ['venue={cellar}&organizer={society}', ''],
  ...each(
    ['999999', '{society}', '{hall},999999', '{J}', 'abc', '0', '-1', '1.5', '{plan}'],
    (id) => `venue=${id}`,
    400,
    'venue',
  ),
  ...each(['999999', '{hall}', '0'], (id) => `organizer=${id}`, 400, 'organizer'),
  [
    'venue=999999&organizer=999999&categories=nope&post_parent=999999',
    400,
    'categories organizer post_parent venue',
  ],
]);
table('the venue of a draft', { ...events, as: 'editor' }, [
  ['venue={plan}', 'Unfinished_jazz'],
  ['venue={plan}&status=publish', ''],
]);

table('flags and parents', events, [
  ...each(['true', '1'], (value) => `featured=${value}`, J),
  ...each(['false', '0'], (value) => `featured=${value}`, allBut(J)),
  ...each(['true', '1'], (value) => `ticketed=${value}`, J),
  ...each(['false', '0'], (value) => `ticketed=${value}`, allBut(J)),
  ...each(['yes', '2', 'on', ''], (value) => `featured=${value}`, 400, 'featured'),
  ...each(['yes', 'null'], (value) => `ticketed=${value}`, 400, 'ticketed'),
  ['post_parent={J}', T],
  ['post_parent={T}', ''],
  ...each(
    ['999999', '{hall}', '{draft}', '0', '-1', 'abc'],
    (value) => `post_parent=${value}`,
    400,
    'post_parent',
  ),
]);

table('status and online', events, [
  ['event_status=canceled', B],
  ['event_status=scheduled', allBut(B, X)],
  ['event_status=canceled,postponed', `${B} ${X}`],
  ['event_status=postponed,scheduled', allBut(B)],
  ['event_status=postponed,scheduled,canceled', ALL],
  ['event_status=canceled&is_virtual=false', ''],
  ['event_status=canceled&status=publish&search=brunch', B],
  ...each(['true', '1'], (value) => `is_virtual=${value}`, B),
  ...each(['false', '0'], (value) => `is_virtual=${value}`, allBut(B)),
  ...each(['moved', 'publish', 'canceled,moved'], (value) => `event_status=${value}`, 400, 'event_status'),
  ...each(['yes', 'null'], (value) => `is_virtual=${value}`, 400, 'is_virtual'),
]);
table('status and online, as REST says them', { ...events, apis: ['REST'] }, [
  ['event_status[]=CANCELLED&event_status[]=postponed', `${B} ${X}`],
  ['event_status=', ALL],
  ['is_virtual=', 400, 'is_virtual'],
]);

table('together', events, [
  ['search=jazz&venue={hall}', J],
  ['search=jazz&featured=false', B],
  ['search=jazz&categories=food-drink', B],
  ['search=notes&tags=entry-free&venue={cellar}&featured=false&ticketed=false', N],
  ['include={J},{B}&search=brunch', B],
  ['include={J},{draft}&featured=true', J],
  ['include={J},{B},{C}&categories=food-drink&organizer={bakers}', C],
  ['search=jazz&starts_after=2031-06-01&ends_before=2031-06-30&tags=live', J],
  ['search=jazz&start_date=2031-07-01', ''],
  ['search= &page=0&categories=nope', 400, 'categories page search'],
  ['search= &per_page=0&categories=nope', 400, 'categories per_page search'],
]);

table('pages', events, [
  ['per_page=3', `${J} ${B} ${C}`],
  ['per_page=8', ALL],
  ['page=2&per_page=3', `${S} ${X} ${N}`],
  ['page=3&per_page=3', `${L} ${T}`],
  ['page=8&per_page=1', T],
  ['page=1&search=nothing', ''],
  ['page=4&per_page=3', 404],
  ['page=2&per_page=8', 404],
  ['page=2&search=nothing', 404],
  ['page=2147483647', 404],
  ...each(['0', '-1', 'abc', '2.5', '', '99999999999'], (value) => `page=${value}`, 400, 'page'),
  ...each(['0', '-1', 'abc', '2.5', ''], (value) => `per_page=${value}`, 400, 'per_page'),
  ['page=0&per_page=0', 400, 'page per_page'],
]);
table('pages no larger than allowed', { ...events, world: () => small, apis: ['REST'] }, [
  ['per_page=100000', `${J} ${B} ${C} ${S}`],
  ['per_page=50', `${J} ${B} ${C} ${S}`],
  ['page=2&per_page=50', `${X} ${N} ${L} ${T}`],
  ['page=3&per_page=50', 404],
  ['page=1', `${J} ${B}`],
  ['page=4', `${L} ${T}`],
]);

table('order: start, then id', events, [
  ['starts_after=2033-12-31', 'tie-z tie-b tie-a tie-c'],
  ['starts_after=2033-12-31&per_page=2', 'tie-z tie-b'],
  ['starts_after=2033-12-31&per_page=2&page=2', 'tie-a tie-c'],
  ['include={c},{a},{b},{J}', `${J} tie-b tie-a tie-c`],
]);

test.each([
  ['REST', 'categories=', 'categories'],
  ['REST', 'venue=', 'venue'],
  ['REST', 'include=', 'include'],
])('%s: an empty list matches nothing: %s', async (_by, query, params) => {
  const { status, params: named } = await world.list('REST', 'event', query);
  expect([status, named]).toEqual([400, [params]]);
});
const refusalOf = async (filter: object, one = world): Promise<unknown> => {
  const query =
    'query ($filter: EventFilter, $first: Int) { events(filter: $filter, first: $first) { totalCount } }';
  return (await one.server.graphql(query, { filter }, {})).errors?.[0]?.extensions;
};
test.each(['categories', 'tags', 'venues', 'organizers', 'include'])(
  'GraphQL: an empty list matches nothing: %s',
  async (name) =>
    expect(await refusalOf({ [name]: [] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 400,
      params: { [`filter.${name}`]: 'must not be empty' },
    }),
);

describe('GraphQL: a record in a filter', () => {
  const titles = async (filter: object): Promise<string> => {
    const query = 'query ($filter: EventFilter!) { events(filter: $filter) { nodes { title } } }';
    const { events: list } = await world.query(query, 'anonymous', { filter });
    return recordsIn(Object(list).nodes)
      .map(({ title }) => String(title).replaceAll(' ', '_'))
      .join(' ');
  };
  const globalId = (type: string, key: string): string => encodeGlobalId(type, ids[key] ?? 0);

  test('is identified by its global ID, number, slug or name', async () => {
    const hall = `${J} ${N}`;
    for (const by of [
      { id: globalId('Venue', 'hall') },
      { databaseId: ids.hall },
      { slug: 'hall' },
      { slug: 'HALL' },
      { name: 'HALL' },
    ])
      expect(await titles({ venues: [by] })).toBe(hall);
    expect(await titles({ organizers: [{ name: 'Society' }, { slug: 'bakers' }] })).toBe(`${J} ${C}`);
    expect(await titles({ categories: [{ id: globalId('Category', 'talks') }, { slug: 'bebop' }] })).toBe(
      [S, N, T].join(' '),
    );
    expect(await titles({ categories: [{ name: '2031' }] })).toBe(T);
    expect(await titles({ categories: [{ slug: '2031' }] })).toBe(T);
    expect(await titles({ tags: [{ id: globalId('Tag', 'live') }, { name: 'Outdoor' }] })).toBe(
      [J, X, N].join(' '),
    );
    expect(await titles({ parent: { slug: 'jazz-on-the-river' } })).toBe(T);
    expect(await titles({ parent: { id: globalId('Event', 'J') } })).toBe(T);
    expect(
      await titles({ include: [{ slug: 'snakexcase' }, { id: globalId('Event', 'J') }, { slug: 'none' }] }),
    ).toBe(`${J} ${X}`);
  });

  test('a slug matches only slugs, and a name only names', async () => {
    for (const category of [{ slug: 'number' }, { name: 'food-drink' }, { name: 'musi' }])
      expect(await refusalOf({ categories: [category] })).toMatchObject({
        code: 'BAD_USER_INPUT',
        params: { 'filter.categories': expect.any(String) },
      });
  });

  test('reports all unknown records', async () => {
    const refused = await refusalOf({
      venues: [{ slug: 'hall' }, { name: 'nowhere' }, { databaseId: 999_999 }],
      parent: { slug: 'nothing' },
    });
    expect(refused).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 400,
      params: {
        'filter.parent': expect.any(String),
        'filter.venues': expect.stringMatching(/999999.*"nowhere"/),
      },
    });
  });

  test('refuses the global ID of another type or an invalid ID', async () => {
    const wrong = {
      venues: [{ slug: 'hall' }, { id: globalId('Organizer', 'society') }],
      parent: { id: 'x' },
      tags: [{ id: globalId('Category', 'music') }],
    };
    expect(await refusalOf(wrong)).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 400,
      params: {
        'filter.venues.1.id': expect.any(String),
        'filter.parent.id': expect.any(String),
        'filter.tags.0.id': expect.any(String),
      },
    });
  });

  test.each([
    ['none', '{}', 'filter.venues.0'],
    ['two', '{ slug: "hall", databaseId: 1 }', 'filter.venues.0'],
    ['null', '{ slug: null }', 'filter.venues.0.slug'],
  ])('takes one identifier: %s is refused by GraphQL itself', async (_name, by, path) => {
    const { data, errors } = await world.server.graphql(
      `{ events(filter: { venues: [${by}] }) { totalCount } }`,
    );
    expect(data).toBeUndefined();
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 400,
      params: { [path]: expect.any(String) },
    });
  });
});

test('GraphQL: an error in one list does not affect the others', async () => {
  const { data, errors } = await world.server.graphql(
    `{ wrong: events(filter: { venues: [{ databaseId: 999999 }] }) { totalCount } large: venues(first: 101) { totalCount }
       none: event(by: { databaseId: 999999 }) { title } right: events(filter: { search: "jazz" }) { totalCount } }`,
    {},
    {},
  );
  expect(data).toEqual({ wrong: null, large: null, none: null, right: { totalCount: 2 } });
  expect(errors?.map(({ path, extensions }) => [path, extensions.code]).toSorted()).toEqual([
    [['large'], 'BAD_USER_INPUT'],
    [['none'], 'NOT_FOUND'],
    [['wrong'], 'BAD_USER_INPUT'],
  ]);
});

test('GraphQL refuses pages that are larger than allowed', async () => {
  for (const [size, message] of [
    [5, 'must be at most 4'],
    [0, 'must be at least 1'],
  ]) {
    const { errors } = await small.server.graphql(`{ events(first: ${size}) { totalCount } }`, {}, {});
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', params: { first: message } });
  }
});

// GraphQL has no larger whole numbers.
table('a page of any size is the largest allowed', { ...events, world: () => small, apis: ['REST'] }, [
  ...each(
    ['2147483647', '2147483648', '99999999999', `1${'0'.repeat(400)}`, '1e30'],
    (value) => `per_page=${value}`,
    `${J} ${B} ${C} ${S}`,
  ),
  ...each(['-2147483648', '2147483648.5'], (value) => `per_page=${value}`, 400, 'per_page'),
  ...each(['99999999999', '2147483648'], (value) => `include=${value}`, ''),
  ['page=2147483648', 400, 'page'],
]);
