import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { type As, type Body, isRecord, type Kind } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** GraphQL: the ways to address a record. */
let world: World;
const ids: Record<string, number> = {};
beforeAll(async () => {
  world = await openWorld({ roles: true });
  ids.event = await world.event('Jazz night', '2031-05-01 20:00', { image: 'https://img.example/jazz.png' });
  ids.venue = (await world.make('venue', { venue: 'Old hall' })).id;
  ids.organizer = (await world.make('organizer', { organizer: 'Old club' })).id;
  ids.category = (await world.make('category', { name: 'Live music' })).id;
  ids.tag = (await world.make('tag', { name: 'Open air' })).id;
});
afterAll(() => world.stop());

const typeOf = (kind: Kind): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
const globalId = (kind: Kind): string => encodeGlobalId(typeOf(kind), ids[kind] ?? 0);
const ask = (text: string, variables: Body = {}, as: As = world.server.admin) =>
  world.server.graphql(text, variables, world.headers(as));
const read = (kind: Kind, by: Body, as?: As) =>
  ask(`query ($by: ${typeOf(kind)}By!) { ${kind}(by: $by) { id databaseId slug } }`, { by }, as);
const change = (kind: Kind, by: Body, input: Body, as?: As) =>
  ask(
    `mutation ($by: ${typeOf(kind)}By!, $input: Update${typeOf(kind)}Input!) {
      update${typeOf(kind)}(by: $by, input: $input) { ${kind} { databaseId } } }`,
    { by, input },
    as,
  );

/** Each kind with its slug, and with its name if that addresses it. */
const KINDS: [kind: Kind, slug: string, name?: string][] = [
  ['event', 'jazz-night'],
  ['venue', 'old-hall', 'Old hall'],
  ['organizer', 'old-club', 'Old club'],
  ['category', 'live-music', 'Live music'],
  ['tag', 'open-air', 'Open air'],
];

describe.each(KINDS)('%s', (kind, slug, name) => {
  const waysOf = (): Body[] => [
    { id: globalId(kind) },
    { databaseId: ids[kind] },
    { slug },
    { slug: slug.toUpperCase() },
    ...(name === undefined ? [] : [{ name }, { name: name.toUpperCase() }]),
  ];

  test('is read and changed by its global ID, number, slug and, if supported, name', async () => {
    for (const by of waysOf()) {
      expect(await read(kind, by)).toEqual({
        data: { [kind]: { id: globalId(kind), databaseId: ids[kind], slug } },
      });
      expect(await change(kind, by, { description: `By ${JSON.stringify(by)}` })).toEqual({
        data: { [`update${typeOf(kind)}`]: { [kind]: { databaseId: ids[kind] } } },
      });
      expect((await world.read(kind, ids[kind] ?? 0)).description).toContain(`By ${JSON.stringify(by)}`);
    }
  });

  test('an unknown identifier is a missing record, and nothing else is null', async () => {
    const unknown = [
      { id: encodeGlobalId(typeOf(kind), 999_999) },
      { databaseId: 999_999 },
      { slug: 'nothing' },
      ...(name === undefined ? [] : [{ name: 'Nothing' }]),
    ];
    for (const by of unknown) {
      const answer = await read(kind, by);
      expect(answer.data).toEqual({ [kind]: null });
      expect(answer.errors?.[0]).toMatchObject({
        path: [kind],
        extensions: { code: 'NOT_FOUND', status: 404 },
      });
      expect((await change(kind, by, {})).errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test.each([
    ['none', {}],
    ['two', { slug, databaseId: 1 }],
    ['null', { slug: null }],
    ['another one', { title: 'x' }],
  ])('takes exactly one identifier: %s is refused, after rights', async (_what, by) => {
    const literal = JSON.stringify(by).replace(/"(\w+)":/g, '$1: ');
    for (const { errors } of [
      await read(kind, by),
      await change(kind, by, {}),
      await ask(`{ ${kind}(by: ${literal}) { id } }`),
    ]) {
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
      const places = Object.keys(Object(errors?.[0]?.extensions.params));
      expect(places.length).toBeGreaterThan(0);
      for (const place of places) expect(place).toMatch(/^by(\.\w+)?$/);
    }
    expect((await change(kind, by, {}, 'subscriber')).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  test('refuses a global ID of another type or an invalid one; rights come first', async () => {
    const other = kind === 'venue' ? 'event' : 'venue';
    for (const id of [globalId(other), String(ids[kind]), '', `${globalId(kind)}x`]) {
      for (const { errors } of [await read(kind, { id }), await change(kind, { id }, {})])
        expect(errors?.[0]?.extensions).toMatchObject({
          code: 'BAD_USER_INPUT',
          status: 400,
          params: { 'by.id': expect.any(String) },
        });
      expect((await change(kind, { id }, {}, 'subscriber')).errors?.[0]?.extensions).toEqual({
        code: 'FORBIDDEN',
        status: 403,
      });
    }
  });
});

test.each(['venue', 'organizer'] as const)('a name shared by several %ss is refused', async (kind) => {
  const names = [await world.make(kind, { [kind]: 'Twins' }), await world.make(kind, { [kind]: 'twins' })];
  for (const { errors } of [await read(kind, { name: 'TWINS' }), await change(kind, { name: 'Twins' }, {})]) {
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    const message = String(Object(errors?.[0]?.extensions.params)['by.name']);
    for (const { id } of names) expect(message).toContain(String(id));
  }
  // Names of records in the trash, or unreadable ones, do not match.
  await world.remove('REST', kind, names[0]?.id ?? 0);
  expect(await read(kind, { name: 'Twins' })).toMatchObject({
    data: { [kind]: { databaseId: names[1]?.id } },
  });
  await world.change('REST', kind, names[1]?.id ?? 0, { status: 'draft' });
  expect((await read(kind, { name: 'Twins' }, 'anonymous')).errors?.[0]?.extensions).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('of categories with one name, the one closest to the top level matches', async () => {
  const { id: deep } = await world.make('category', { name: 'Folk', parent: ids.category });
  expect(await read('category', { name: 'folk' })).toMatchObject({
    data: { category: { databaseId: deep } },
  });
  const { id: top } = await world.make('category', { name: 'FOLK' });
  expect(await read('category', { name: 'folk' })).toMatchObject({ data: { category: { databaseId: top } } });
});

describe('in inputs', () => {
  const EVENT = { title: 'Made', start: '2031-05-02 20:00', end: '2031-05-02 22:00' };
  const create = async (input: Body) => {
    const { data, errors } = await ask(
      `mutation ($input: CreateEventInput!) { createEvent(input: $input) { event {
        author { login } parent { databaseId } image { id databaseId url } } } }`,
      { input: { ...EVENT, ...input } },
    );
    const { event } = Object(data?.createEvent);
    return errors ? errors[0]?.extensions : event;
  };

  test('an author is addressed by global ID, number or login', async () => {
    const databaseId = world.ids.author;
    for (const author of [
      { login: 'THE-author' },
      { databaseId },
      { id: encodeGlobalId('User', databaseId) },
    ])
      expect(await create({ author })).toMatchObject({ author: { login: 'the-author' } });
    for (const [author, path] of [
      [{ login: 'nobody-at-all' }, 'input.author'],
      [{ databaseId: 999_999 }, 'input.author'],
      [{ id: globalId('event') }, 'input.author.id'],
    ] as const)
      expect(await create({ author })).toMatchObject({
        code: 'BAD_USER_INPUT',
        status: 400,
        params: { [path]: expect.any(String) },
      });
  });

  test('a parent is addressed by global ID, number or slug; null means none', async () => {
    const databaseId = ids.event;
    for (const parent of [{ slug: 'jazz-night' }, { databaseId }, { id: globalId('event') }])
      expect(await create({ parent })).toMatchObject({ parent: { databaseId } });
    expect(await create({ parent: null })).toMatchObject({ parent: null });
    for (const [parent, path] of [
      [{ slug: 'nothing' }, 'input.parent'],
      [{ id: globalId('venue') }, 'input.parent.id'],
    ] as const)
      expect(await create({ parent })).toMatchObject({ params: { [path]: expect.any(String) } });
  });

  test('an image is addressed by global ID or number', async () => {
    const { image } = await world.read('event', ids.event ?? 0);
    const databaseId = isRecord(image) ? Number(image.id) : 0;
    const shown = {
      id: encodeGlobalId('Image', databaseId),
      databaseId,
      url: 'https://img.example/jazz.png',
    };
    for (const link of [{ id: shown.id }, { databaseId }, { url: shown.url }])
      expect(await create({ image: link })).toMatchObject({ image: shown });
    expect(await create({ image: { id: globalId('event') } })).toMatchObject({
      code: 'BAD_USER_INPUT',
      params: { 'input.image.id': expect.any(String) },
    });
  });
});

test('a forbidden list does not affect other root fields', async () => {
  const { data, errors } = await ask(
    '{ users { totalCount } webhooks { totalCount } tags(filter: { hideEmpty: false }) { totalCount } }',
    {},
    'subscriber',
  );
  expect(data).toEqual({ users: null, webhooks: null, tags: { totalCount: 1 } });
  expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
    [['users'], 'FORBIDDEN'],
    [['webhooks'], 'FORBIDDEN'],
  ]);
});
