import { type ConnectionList, documentOf, idsIn, pageOf, readAll, valuesOf } from '../support/connections.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
const ids: Record<string, number> = {};

/** All events, optionally with another condition. */
const window = (more = ''): string => `filter: { startsFrom: "2000-01-01", endsUntil: "2099-01-01"${more} }`;
const ALL = window();
const DIRECTIONS = valuesOf('SortDirection');
/** So long that only a prefix counts for the order. */
const LONG = 'ü😀'.repeat(250);

beforeAll(async () => {
  world = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  const make = async (kind: 'venue' | 'organizer' | 'category' | 'tag', name: string, fields = {}) => {
    const field = kind === 'category' || kind === 'tag' ? 'name' : kind;
    ids[`${kind} ${name}`] = (await world.make(kind, { [field]: name, ...fields })).id;
  };
  for (const [at, name] of ['b', 'É', 'B', 'a', `${LONG}b`, `${LONG}a`, 'z'].entries())
    for (const kind of ['venue', 'organizer'] as const) {
      world.moveTo(`2031-05-14 12:00:0${at % 3}`);
      await make(kind, name, { date: `2031-01-0${1 + (at % 2)}` });
    }
  for (const kind of ['category', 'tag'] as const)
    for (const [at, name] of ['m', 'É', 'n', 'a', 'e', 'o', 'z'].entries())
      await make(kind, name, { description: at % 2 ? 'Same' : `${'long '.repeat(60)}${at}` });
  await make('category', 'below', { parent: ids['category m'] });
  for (const name of ['beneath', 'low', 'É', 'a'])
    await make('category', name, { parent: ids['category m'] });
  for (const [at, title] of ['b', 'É', 'b', 'a', 'e', 'É', `${LONG}b`, `${LONG}a`, 'B', 'f'].entries()) {
    world.moveTo(`2031-05-14 12:00:0${at % 3}`);
    const fields = { end_date: `2031-07-0${1 + (at % 2)} 12:00`, date: `2031-01-0${1 + (at % 3)}` };
    await world.event(title, `2031-06-0${1 + Math.floor(at / 4)} 10:00`, {
      ...fields,
      venue: ids['venue a'],
      organizer: ids['organizer a'],
      categories: [ids[at % 2 ? 'category below' : 'category m']],
      tags: [ids['tag a'], ...(at > 4 ? [ids['tag e']] : [])],
    });
  }
  const parent = await world.event('parent', '2100-01-01 10:00');
  ids.parent = parent;
  for (const at of [1, 2, 3, 4, 5])
    await world.event('child', `210${at % 3}-01-01 10:00`, { post_parent: parent });
  for (const name of ['b', 'a', 'c', 'd'])
    await world.query(
      `mutation { createApplicationPassword(input: { name: "${name}" }) { password } }`,
      'administrator',
    );
  await world.settled();
});
afterAll(() => world.stop());

const orders = (name: string): string[] =>
  valuesOf(name).flatMap((field) =>
    DIRECTIONS.map((direction) => `orderBy: { field: ${field}, direction: ${direction} }`),
  );
const by = (key: string): string => `(by: { databaseId: ${ids[key]} })`;

const LISTS: readonly (() => ConnectionList)[] = [
  ...orders('EventOrderField').flatMap((order) => [
    () => ({ field: 'events', args: `${ALL}, ${order}` }),
    ...(['venue a', 'organizer a', 'tag a', 'category m'] as const).map((key) => () => ({
      field: 'events',
      args: `${ALL}, ${order}`,
      inside: `${key.split(' ')[0]}${by(key)}`,
    })),
    () => ({ field: 'children', args: order, inside: `event${by('parent')}` }),
  ]),
  ...['', ...orders('VenueOrderField')].map((args) => () => ({ field: 'venues', args })),
  ...['', ...orders('OrganizerOrderField')].map((args) => () => ({ field: 'organizers', args })),
  ...orders('TermOrderField').flatMap((order) => [
    () => ({ field: 'categories', args: `filter: { hideEmpty: false }, ${order}` }),
    () => ({
      field: 'children',
      args: order,
      inside: `category${by('category m')}`,
    }),
    () => ({ field: 'tags', args: `filter: { hideEmpty: false, include: [${included('tag')}] }, ${order}` }),
  ]),
  () => ({ field: 'users', args: '', as: 'administrator' }),
  () => ({ field: 'applicationPasswords', args: '', inside: 'viewer', as: 'administrator' }),
];
/** Deliberately unsorted. */
const included = (kind: string): string =>
  ['z', 'a', 'm', 'o', 'e'].map((name) => `{ databaseId: ${ids[`${kind} ${name}`]} }`).join(', ');

test('every list is read forwards and backwards, and equals a single page', async () => {
  for (const [place, listOf] of LISTS.entries()) {
    const list = listOf();
    const whole = await pageOf(world, list, 'first: 100');
    const all = idsIn(whole);
    const where = documentOf(list, '');
    expect([where, all.length > 4, new Set(all).size]).toEqual([where, true, all.length]);
    const size = 2 + (place % 2);
    const forth = await readAll(world, list, size, 'forth');
    const back = await readAll(world, list, size, 'back');
    expect([where, forth.flatMap(idsIn)]).toEqual([where, all]);
    expect([where, back.toReversed().flatMap(idsIn)]).toEqual([where, all]);
    for (const pages of [forth, back.toReversed()])
      for (const [at, { totalCount, nodes, edges, pageInfo }] of pages.entries()) {
        expect(edges.map(({ node }) => node)).toEqual(nodes);
        expect(totalCount).toBe(all.length);
        expect(pageInfo).toEqual({
          hasPreviousPage: at > 0,
          hasNextPage: at < pages.length - 1,
          startCursor: edges[0]?.cursor,
          endCursor: edges.at(-1)?.cursor,
        });
      }
  }
});

const EVENTS: ConnectionList = { field: 'events', args: ALL };

test('the range between two cursors is read from either end', async () => {
  const { edges } = await pageOf(world, EVENTS, 'first: 100');
  const all = edges.map(({ node }) => node.databaseId);
  const [after, before] = [JSON.stringify(edges[1]?.cursor), JSON.stringify(edges[6]?.cursor)];
  const between = `after: ${after}, before: ${before}`;
  const shown = async (page: string): Promise<unknown[]> => {
    const connection = await pageOf(world, EVENTS, page);
    const { hasPreviousPage, hasNextPage } = connection.pageInfo;
    return [idsIn(connection), hasPreviousPage, hasNextPage];
  };
  expect(await shown(`first: 2, ${between}`)).toEqual([all.slice(2, 4), true, true]);
  expect(await shown(`last: 2, ${between}`)).toEqual([all.slice(4, 6), true, true]);
  expect(await shown(between)).toEqual([all.slice(2, 6), true, true]);
  expect(await shown(`after: ${after}`)).toEqual([all.slice(2), true, false]);
  expect(await shown(`before: ${before}`)).toEqual([all.slice(0, 6), false, true]);
  expect(await shown(`first: 3, before: ${before}`)).toEqual([all.slice(0, 3), false, true]);
  expect(await shown(`last: 3, after: ${after}`)).toEqual([all.slice(-3), true, false]);
});

test('an empty page has no cursors', async () => {
  const nothing: ConnectionList = {
    field: 'events',
    args: 'filter: { startsFrom: "2098-01-01", endsUntil: "2099-01-01" }',
  };
  expect(await pageOf(world, nothing, 'first: 5')).toEqual({
    totalCount: 0,
    nodes: [],
    edges: [],
    pageInfo: { hasPreviousPage: false, hasNextPage: false, startCursor: null, endCursor: null },
  });
});

test('categories are ordered by number, too', async () => {
  const sorted = async (args: string) =>
    idsIn(
      await pageOf(world, { field: 'categories', args: `filter: { hideEmpty: false }${args}` }, 'first: 100'),
    );
  const byId = await sorted(', orderBy: { field: DATABASE_ID }');
  expect(byId).toEqual(byId.toSorted((a, b) => a - b));
  expect(await sorted('')).not.toEqual(byId);
});

test('venues come newest first; another order is ascending by name by default', async () => {
  const sorted = async (args: string) => idsIn(await pageOf(world, { field: 'venues', args }, 'first: 100'));
  const latest = await sorted('');
  expect(await sorted('orderBy: { field: PUBLISHED_AT, direction: DESC }')).toEqual(latest);
  expect(await sorted('orderBy: null')).toEqual(latest);
  expect(await sorted('orderBy: { field: PUBLISHED_AT }')).toEqual(latest.toReversed());
  const byName = await sorted('orderBy: { field: NAME, direction: ASC }');
  for (const args of ['orderBy: {}', 'orderBy: { direction: ASC }', 'orderBy: { field: NAME }'])
    expect(await sorted(args)).toEqual(byName);
  expect(await sorted('orderBy: { direction: DESC }')).toEqual(byName.toReversed());
});

test('the arguments of a list may be variables, and null counts as absent', async () => {
  const document = `query ($filter: EventFilter, $orderBy: EventOrder, $first: Int) {
    events(filter: $filter, orderBy: $orderBy, first: $first) { totalCount nodes { databaseId } } }`;
  const read = async (variables: Record<string, unknown>) =>
    (await world.query(document, 'anonymous', variables)).events;
  const plain = (await world.query('{ events { totalCount nodes { databaseId } } }')).events;
  expect(await read({})).toEqual(plain);
  expect(await read({ filter: null, orderBy: null, first: null })).toEqual(plain);
  expect(await read({ filter: { search: null, venues: null, near: null } })).toEqual(plain);
  const filter = {
    startsFrom: '2000-01-01',
    endsUntil: '2099-01-01',
    venues: [{ databaseId: ids['venue a'] }],
  };
  const [first] = idsIn(await pageOf(world, EVENTS, 'last: 1'));
  expect(await read({ filter, orderBy: { direction: 'DESC' }, first: 1 })).toEqual({
    totalCount: 10,
    nodes: [{ databaseId: first }],
  });
});

test.each(['page: 1', 'perPage: 5', 'cursor: "*"'])('paging by %s exists only in REST', async (page) => {
  const { data, errors } = await world.server.graphql(`{ events(${page}) { totalCount } }`, {}, {});
  expect(data).toBeUndefined();
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
});

describe('bad input is a 400 that names the arguments', () => {
  const params = async (list: ConnectionList, page: string): Promise<Record<string, unknown>> => {
    const { errors } = await world.server.graphql(
      documentOf(list, page),
      {},
      world.headers(list.as ?? 'anonymous'),
    );
    const [error] = errors ?? [];
    expect(error?.extensions).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    expect(error?.path).toEqual(list.inside ? [list.inside.split('(')[0], list.field] : [list.field]);
    return Object(error?.extensions.params);
  };
  const inVenue = (name: string): ConnectionList => ({
    ...EVENTS,
    inside: `venue${by(`venue ${name}`)}`,
  });
  const roots = (): ConnectionList[] => [
    EVENTS,
    inVenue('a'),
    { field: 'venues', args: '' },
    { field: 'organizers', args: '' },
    { field: 'categories', args: 'filter: { hideEmpty: false }' },
    { field: 'tags', args: 'filter: { hideEmpty: false }' },
    { field: 'users', args: '', as: 'administrator' },
    { field: 'children', args: '', inside: `event${by('parent')}` },
    { field: 'children', args: '', inside: `category${by('category m')}` },
    { field: 'applicationPasswords', args: '', inside: 'viewer', as: 'administrator' },
  ];

  test.each(['first', 'last'])('%s of zero, below zero, and above the maximum', async (name) => {
    for (const list of roots())
      for (const [size, message] of [
        [0, 'must be at least 1'],
        [-1, 'must be at least 1'],
        [101, 'must be at most 100'],
        [2 ** 31 - 1, 'must be at most 100'],
      ])
        expect(await params(list, `${name}: ${size}`)).toEqual({ [name]: message });
  });

  test('first with last', async () => {
    for (const list of roots())
      expect(await params(list, 'first: 1, last: 1')).toEqual({
        first: 'cannot be given together with last',
        last: 'cannot be given together with first',
      });
  });

  test('malformed or truncated cursors', async () => {
    for (const list of roots()) {
      const { pageInfo } = await pageOf(world, list, 'first: 1');
      const cursor = pageInfo.endCursor ?? '';
      for (const bad of [
        cursor.slice(1),
        cursor.slice(0, -1),
        `${cursor}A`,
        '*',
        'x',
        'W10',
        'x'.repeat(3000),
      ])
        for (const name of ['after', 'before'])
          expect(Object.keys(await params(list, `first: 1, ${name}: ${JSON.stringify(bad)}`))).toEqual([
            name,
          ]);
      expect(Object.keys(await params(list, 'after: ""'))).toEqual(['after']);
    }
  });

  test('cursors of another list, filter, order or record', async () => {
    const others: ConnectionList[] = [
      ...roots(),
      { ...EVENTS, args: `${ALL}, orderBy: { field: END }` },
      { ...EVENTS, args: `${ALL}, orderBy: { direction: DESC }` },
      { ...EVENTS, args: window(', isFeatured: false') },
      { ...EVENTS, inside: `organizer${by('organizer a')}` },
      { ...EVENTS, inside: `tag${by('tag a')}` },
      { ...EVENTS, inside: `tag${by('tag e')}` },
      { ...EVENTS, inside: `category${by('category m')}` },
      { ...EVENTS, inside: `category${by('category below')}` },
      { field: 'tags', args: 'filter: { hideEmpty: true }' },
      { field: 'venues', args: 'orderBy: { direction: ASC }' },
    ];
    const cursors: string[] = [];
    for (const list of others) cursors.push((await pageOf(world, list, 'first: 1')).pageInfo.endCursor ?? '');
    expect(new Set(cursors).size).toBe(others.length);
    for (const [at, list] of others.entries())
      for (const [of, cursor] of cursors.entries()) {
        const page = `first: 1, after: ${JSON.stringify(cursor)}`;
        if (of === at) await pageOf(world, list, page);
        else expect(Object.keys(await params(list, page))).toEqual(['after']);
      }
  });

  test('together with all other errors', async () => {
    const list: ConnectionList = {
      field: 'events',
      args: 'filter: { startsFrom: "2031-01-01", venues: [{ databaseId: 999999 }] }',
    };
    expect(Object.keys(await params(list, 'first: 101, after: "x"')).toSorted()).toEqual([
      'after',
      'filter.venues',
      'first',
    ]);
    const inside = { ...inVenue('a'), args: 'filter: { venues: [{ databaseId: 999999 }] }' };
    expect(Object.keys(await params(inside, 'first: 0')).toSorted()).toEqual(['filter.venues', 'first']);
  });

  test('REST knows none of these arguments', async () => {
    for (const path of ['/events', '/venues', '/categories']) {
      const plain = (await world.get(`${path}?per_page=3`)).body;
      for (const more of ['first=0', 'after=x', 'last=1&first=1', 'before=']) {
        const { status, body } = await world.get(`${path}?per_page=3&${more}`);
        expect([status, Object.keys(body)]).toEqual([200, Object.keys(plain)]);
      }
    }
  });
});
