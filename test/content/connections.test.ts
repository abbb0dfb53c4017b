import { type ConnectionList, documentOf, idsIn, pageOf, readAll, valuesOf } from '../support/connections.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
const ids: Record<string, number> = {};

const ALL = 'startDate: "2000-01-01", endDate: "2099-01-01"';
const ORDERS = valuesOf('Order');
const [ASCENDING = '', DESCENDING = ''] = ORDERS;
/** So long that only its beginning counts for the order. */
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
  await make('category', 'beneath', { parent: ids['category m'] });
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
  await world.settled();
});
afterAll(() => world.stop());

const orders = (name: string): string[] =>
  valuesOf(name).flatMap((orderBy) => ORDERS.map((order) => `orderBy: ${orderBy}, order: ${order}`));

const LISTS: readonly (() => ConnectionList)[] = [
  ...orders('EventOrderBy').map((order) => () => ({ field: 'events', args: `${ALL}, ${order}` })),
  ...(['venue', 'organizer', 'tag'] as const).flatMap((kind) =>
    orders('EventOrderBy').map((order) => () => ({
      field: 'events',
      args: `${ALL}, ${order}`,
      inside: `${kind}(id: ${ids[`${kind} a`]})`,
    })),
  ),
  ...orders('EventOrderBy').map((order) => () => ({
    field: 'events',
    args: `${ALL}, ${order}`,
    inside: `category(id: ${ids['category m']})`,
  })),
  ...['', ...orders('DirectoryOrderBy')].flatMap((args) =>
    ['venues', 'organizers'].map((field) => () => ({ field, args })),
  ),
  ...orders('TermOrderBy').flatMap((args) => [
    () => ({ field: 'categories', args: `${args}, hideEmpty: false` }),
    () => ({ field: 'tags', args: `${args}, hideEmpty: false, include: [${included('tag')}]` }),
  ]),
  () => ({ field: 'users', args: '', as: 'administrator' }),
];
/** In no order of theirs. */
const included = (kind: string): string =>
  ['z', 'a', 'm', 'o', 'e'].map((name) => ids[`${kind} ${name}`]).join(', ');

test('every list is read forth and back, and is what one page shows', async () => {
  for (const [place, listOf] of LISTS.entries()) {
    const list = listOf();
    const whole = await pageOf(world, list, 'perPage: 100');
    const all = idsIn(whole);
    const where = documentOf(list, '');
    expect([where, all.length > 4, new Set(all).size]).toEqual([where, true, all.length]);
    const size = 2 + (place % 2);
    const forth = await readAll(world, list, size, 'forth');
    const back = await readAll(world, list, size, 'back');
    expect([where, forth.flatMap(idsIn)]).toEqual([where, all]);
    expect([where, back.toReversed().flatMap(idsIn)]).toEqual([where, all]);
    for (const pages of [forth, back.toReversed()])
      for (const [at, { total, nodes, edges, pageInfo }] of pages.entries()) {
        expect(edges.map(({ node }) => node)).toEqual(nodes);
        expect(total).toBe(all.length);
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

test('what lies between two cursors is read from either end', async () => {
  const { edges } = await pageOf(world, EVENTS, 'perPage: 100');
  const all = edges.map(({ node }) => node.id);
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

test('pages by number say exactly what is around them, and lead on by their cursors', async () => {
  const around = async (page: string): Promise<unknown[]> => {
    const { nodes, pageInfo } = await pageOf(world, EVENTS, page);
    return [nodes.length, pageInfo.hasPreviousPage, pageInfo.hasNextPage];
  };
  expect(await around('perPage: 5')).toEqual([5, false, true]);
  expect(await around('perPage: 5, page: 2')).toEqual([5, true, false]);
  expect(await around('perPage: 5, page: 3')).toEqual([0, true, false]);
  const nothing: ConnectionList = { field: 'events', args: 'startDate: "2098-01-01", endDate: "2099-01-01"' };
  expect((await pageOf(world, nothing, 'perPage: 5, page: 2')).pageInfo).toEqual({
    hasPreviousPage: false,
    hasNextPage: false,
    startCursor: null,
    endCursor: null,
  });
  const { pageInfo } = await pageOf(world, EVENTS, 'perPage: 4');
  const next = await pageOf(world, EVENTS, `first: 4, after: ${JSON.stringify(pageInfo.endCursor)}`);
  expect(idsIn(next)).toEqual(idsIn(await pageOf(world, EVENTS, 'perPage: 4, page: 2')));
});

test('the deprecated names of a page are those of its connection', async () => {
  const { events } = await world.query(
    `{ events(${ALL}, first: 3) { events { id } nodes { id } hasNextPage nextCursor pageInfo { endCursor } } }`,
  );
  const { nodes, pageInfo } = events as { nodes: unknown; pageInfo: { endCursor: string } };
  expect(events).toMatchObject({ events: nodes, hasNextPage: true, nextCursor: pageInfo.endCursor });
  const venues = `venues { id } nodes { id }`;
  const old = (await world.query(`{ venues(perPage: 3) { ${venues} } }`)).venues;
  expect(old).toMatchObject({ venues: Object(old).nodes });
});

test('categories are sorted by orderby too', async () => {
  const [name, id] = [valuesOf('TermOrderBy')[0], valuesOf('TermOrderBy')[1]];
  const sorted = async (args: string) =>
    idsIn(await pageOf(world, { field: 'categories', args: `hideEmpty: false, ${args}` }, ''));
  const byId = await sorted(`orderBy: ${id}`);
  expect(byId).toEqual(byId.toSorted((a, b) => a - b));
  expect(await sorted(`orderby: ${id}`)).toEqual(byId);
  expect(await sorted(`orderby: ${name}`)).not.toEqual(byId);
});

test('venues come latest first; another order is ascending unless it is asked otherwise', async () => {
  const [, byDate = ''] = valuesOf('DirectoryOrderBy');
  const sorted = async (args: string) => idsIn(await pageOf(world, { field: 'venues', args }, ''));
  const latest = await sorted('');
  expect(await sorted(`orderBy: ${byDate}, order: ${DESCENDING}`)).toEqual(latest);
  expect(await sorted(`orderBy: ${byDate}`)).toEqual(latest.toReversed());
  expect(await sorted(`order: ${ASCENDING}`)).toEqual(latest.toReversed());
});

describe('bad input is a 400 that names the arguments', () => {
  const params = async (list: ConnectionList, page: string): Promise<Record<string, unknown>> => {
    const { errors } = await world.server.graphql(
      documentOf(list, page),
      {},
      world.headers(list.as ?? 'anonymous'),
    );
    const [error] = errors ?? [];
    expect(error?.extensions).toMatchObject({ status: 400, code: 'rest_invalid_param' });
    expect(error?.path).toEqual(list.inside ? [list.inside.split('(')[0], list.field] : [list.field]);
    return Object(error?.extensions.params);
  };
  const inVenue = (name: string): ConnectionList => ({
    ...EVENTS,
    inside: `venue(id: ${ids[`venue ${name}`]})`,
  });
  const roots = (): ConnectionList[] => [
    EVENTS,
    inVenue('a'),
    { field: 'venues', args: '' },
    { field: 'organizers', args: '' },
    { field: 'categories', args: 'hideEmpty: false' },
    { field: 'tags', args: 'hideEmpty: false' },
    { field: 'users', args: '', as: 'administrator' },
  ];

  test.each(['first', 'last'])('%s of none, of less, and of more than the maximum', async (name) => {
    for (const list of roots())
      for (const [size, message] of [
        [0, 'must be at least 1'],
        [-1, 'must be at least 1'],
        [101, 'must be at most 100'],
        [2 ** 31 - 1, 'must be at most 100'],
      ])
        expect(await params(list, `${name}: ${size}`)).toEqual({ [name]: message });
  });

  test('first with last, and connections with pages by number', async () => {
    for (const list of roots()) {
      expect(await params(list, 'first: 1, last: 1')).toEqual({
        first: 'cannot be given together with last',
        last: 'cannot be given together with first',
      });
      expect(await params(list, 'first: 1, page: 1, perPage: 2')).toEqual({
        first: 'cannot be given together with page, perPage',
        page: 'cannot be given together with first',
        perPage: 'cannot be given together with first',
      });
    }
    expect(Object.keys(await params(EVENTS, 'last: 1, cursor: "*"')).toSorted()).toEqual(['cursor', 'last']);
  });

  test('cursors that are none, or were cut off', async () => {
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
      expect(await params(list, 'after: ""')).toEqual({ after: 'must not be empty' });
    }
  });

  test('cursors of another list, filter, order or record', async () => {
    const [start = '', end = ''] = valuesOf('EventOrderBy');
    const others: ConnectionList[] = [
      ...roots(),
      { ...EVENTS, args: `${ALL}, orderBy: ${start}` },
      { ...EVENTS, args: `${ALL}, orderBy: ${end}` },
      { ...EVENTS, args: `${ALL}, order: ${DESCENDING}` },
      { ...EVENTS, args: `${ALL}, featured: false` },
      { ...EVENTS, inside: `organizer(id: ${ids['organizer a']})` },
      { ...EVENTS, inside: `tag(id: ${ids['tag a']})` },
      { ...EVENTS, inside: `tag(id: ${ids['tag e']})` },
      { ...EVENTS, inside: `category(id: ${ids['category m']})` },
      { ...EVENTS, inside: `category(id: ${ids['category below']})` },
      { field: 'tags', args: 'hideEmpty: true' },
      { field: 'venues', args: `order: ${ASCENDING}` },
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

  test('together with all else that is wrong', async () => {
    const list: ConnectionList = { field: 'events', args: 'startDate: "2031-01-01", venues: [999999]' };
    expect(Object.keys(await params(list, 'first: 101, after: "x"')).toSorted()).toEqual([
      'after',
      'first',
      'venues',
    ]);
    expect(Object.keys(await params({ ...inVenue('a'), args: 'venues: [999999]' }, 'first: 0'))).toEqual([
      'first',
      'venues',
    ]);
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
