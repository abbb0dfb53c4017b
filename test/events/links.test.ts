import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { APIS, type Body, isRecord, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
/** Ids of two venues, two organizers, and one of each in the trash. */
let ids: Record<'hall' | 'barn' | 'trashedVenue' | 'club' | 'band' | 'trashedOrganizer' | 'event', number>;
beforeAll(async () => {
  world = await openWorld();
  const id = async (kind: 'venue' | 'organizer', name: string): Promise<number> =>
    (await world.make(kind, { [kind]: name })).id;
  const [trashedVenue, trashedOrganizer] = [await id('venue', 'Ruin'), await id('organizer', 'Ghosts')];
  await world.remove('REST', 'venue', trashedVenue);
  await world.remove('REST', 'organizer', trashedOrganizer);
  ids = {
    hall: await id('venue', 'Hall'),
    barn: await id('venue', 'Barn'),
    club: await id('organizer', 'Club'),
    band: await id('organizer', 'Band'),
    trashedVenue,
    trashedOrganizer,
    event: (await world.make('event', EVENT)).id,
  };
});
afterAll(() => world.stop());

const EVENT = { title: 'Concert', start_date: '2031-04-05', end_date: '2031-04-05' };
const KINDS = ['venue', 'organizer'] as const;
type Linked = (typeof KINDS)[number];

/** Names of the linked records in order, from the REST shapes for none, one and several. */
function linked(body: Body, kind: Linked): unknown[] {
  const value = body[kind];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((one) => (isRecord(one) ? one[kind] : one));
}

/**
 * `5` and `6` stand for the ids of two records, `T` for one in the trash, `E` for an event; `{name}` for an
 * object with a name.
 */
function fill(kind: Linked, value: unknown): unknown {
  const [five, six, trashed] =
    kind === 'venue' ? [ids.hall, ids.barn, ids.trashedVenue] : [ids.club, ids.band, ids.trashedOrganizer];
  const numbers: Record<string, number> = { 5: five, 6: six, T: trashed, E: ids.event };
  if (typeof value === 'number') return numbers[value] ?? value;
  if (typeof value === 'string')
    return /^[56TE, ]+$/.test(value) ? value.replace(/[56TE]/g, (key) => String(numbers[key])) : value;
  if (Array.isArray(value)) return value.map((element: unknown) => fill(kind, element));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === 'name' ? [kind, inner] : [key, key === 'id' ? fill(kind, inner) : inner],
    ),
  );
}
const NAMES: Record<Linked, [string, string]> = { venue: ['Hall', 'Barn'], organizer: ['Club', 'Band'] };

const ACCEPTED: [sent: unknown, names: (5 | 6 | string)[]][] = [
  [5, [5]],
  ['5', [5]],
  ['5,6', [5, 6]],
  ['6, 5', [6, 5]],
  ['5,', [5]],
  [[5], [5]],
  [['5'], [5]],
  [
    [5, 6],
    [5, 6],
  ],
  [
    [6, 5],
    [6, 5],
  ],
  [[5, 5], [5]],
  [['5', 5, { id: 5 }], [5]],
  [['5,6'], [5, 6]],
  [{ id: 5 }, [5]],
  [{ id: '5' }, [5]],
  [{ id: 5, unknown: 1, slug: '', name: ' ' }, [5]],
  [
    [{ id: 6 }, 5],
    [6, 5],
  ],
  [{ name: 'New place' }, ['New place']],
  [[{ name: 'Another place' }], ['Another place']],
  [
    [5, { name: 'Third place' }, { id: 6 }],
    [5, 'Third place', 6],
  ],
  [
    [{ name: 'Zulu' }, { name: 'Alpha' }],
    ['Zulu', 'Alpha'],
  ],
  [[{ name: 'Same' }, { name: 'SAME' }, { name: 'same ' }], ['Same']],
  [{ name: 'new PLACE' }, ['New place']],
  [{ name: '<b>New</b> place' }, ['New place']],
  [[0, 5], [5]],
  ['', []],
  [null, []],
  [[], []],
  [0, []],
  ['0', []],
  [{}, []],
  [[0], []],
  [{ id: 0 }, []],
  [{ id: '' }, []],
];

const REFUSED: unknown[] = [
  999_999,
  '999999',
  [5, 999_999],
  '5,999999',
  { id: 999_999 },
  { id: 999_999, name: 'X' },
  ['T'],
  'T',
  { id: 'T' },
  'E',
  'nonsense',
  ['nonsense'],
  '5;6',
  -1,
  1.5,
  true,
  [true],
  [[5]],
  { name: '' },
  { name: ' ' },
  { name: '<i></i>' },
  { name: null },
  { name: 5 },
  { description: 'no name' },
  { name: 'X', website: 'no address' },
  { name: 'X', status: 'bogus' },
  { name: 'X', image: 999_999 },
  { name: 'X', author: 999_999 },
  { name: 'X', date: 'never' },
  [{ name: 'Fine' }, { name: '' }],
  { id: 'x' },
  { id: '5,6' },
  { id: -1 },
  Array.from({ length: 101 }, (_, at) => at + 1),
];

describe.each(KINDS.flatMap((kind) => APIS.map((api) => ({ kind, api }))))(
  '$kind of an event through $api',
  ({ kind, api }) => {
    const names = (expected: (5 | 6 | string)[]): unknown[] =>
      expected.map((one) => (one === 5 ? NAMES[kind][0] : one === 6 ? NAMES[kind][1] : one));

    test.each(ACCEPTED)('%j links %j, on create and on change', async (sent, expected) => {
      const value = fill(kind, sent);
      const created = await world.create(api, 'event', { ...EVENT, [kind]: value });
      expect(created.status).toBe(201);
      expect(linked(created.body, kind)).toEqual(names(expected));
      const other = await world.make('event', { ...EVENT, [kind]: fill(kind, [6, 5]) });
      const changed = await world.change(api, 'event', other.id, { [kind]: value });
      expect(changed.status).toBe(200);
      expect(linked(changed.body, kind)).toEqual(names(expected));
      const [one] = expected;
      if (kind === 'venue' && expected.length === 1)
        expect(changed.body.venue).toMatchObject({ venue: names([one ?? ''])[0] });
    });

    test.each(REFUSED)('%j is 400, and nothing is stored', async (sent) => {
      const before = await world.counts();
      const value = fill(kind, sent);
      expect(await world.create(api, 'event', { ...EVENT, [kind]: value })).toMatchObject({
        status: 400,
        failing: [kind],
      });
      expect(await world.change(api, 'event', ids.event, { [kind]: value })).toMatchObject({
        status: 400,
        failing: [kind],
      });
      expect(await world.counts()).toEqual(before);
    });

    test('a record in the trash is not reused', async () => {
      const name = `Thrown away ${api}`;
      const { id } = await world.make(kind, { [kind]: name });
      await world.remove('REST', kind, id);
      const { body } = await world.create(api, 'event', { ...EVENT, [kind]: { [kind]: name } });
      const [one] = [body[kind]].flat();
      expect(isRecord(one) && one.id).not.toBe(id);
      expect(linked(body, kind)).toEqual([name]);
    });

    test('of several with the same name, the oldest is linked', async () => {
      const name = `Twins ${api}`;
      const { id } = await world.make(kind, { [kind]: name });
      await world.make(kind, { [kind]: name });
      const { body } = await world.create(api, 'event', { ...EVENT, [kind]: { [kind]: name } });
      expect([body[kind]].flat()).toEqual([expect.objectContaining({ id })]);
    });

    test('a stand-alone create always makes a new record', async () => {
      const { body } = await world.create(api, kind, { [kind]: NAMES[kind][0] });
      expect(Object.values(ids)).not.toContain(body.id);
      await world.remove('REST', kind, Number(body.id), { force: true });
    });

    test('a failed event leaves no new record behind', async () => {
      const before = await world.counts();
      const fields = {
        venue: { venue: 'Left over' },
        organizer: [{ organizer: 'Left over' }],
        categories: ['Left over'],
        image: 'https://left.example/over.png',
      };
      expect((await world.create(api, 'event', { ...EVENT, ...fields, end_date: '2031-04-04' })).status).toBe(
        400,
      );
      expect((await world.change(api, 'event', ids.event, { ...fields, tags: [999_999] })).status).toBe(400);
      expect(await world.counts()).toEqual(before);
    });
  },
);

describe.each(KINDS)('GraphQL: an existing %s', (kind) => {
  const field = `${kind}s`;
  const [one, other] = NAMES[kind];
  const type = kind === 'venue' ? 'Venue' : 'Organizer';
  const idOf = (): number => (kind === 'venue' ? ids.hall : ids.club);
  const link = (links: unknown[]) =>
    world.server.graphql(
      `mutation ($input: UpdateEventInput!) {
        updateEvent(by: { databaseId: ${ids.event} }, input: $input) { event { ${field} { name } } } }`,
      { input: { [field]: links } },
    );
  const refused = async (links: unknown[]): Promise<Body> =>
    Object((await link(links)).errors?.[0]?.extensions);

  test('is linked by its global ID, number, slug or name', async () => {
    for (const by of [
      { id: encodeGlobalId(type, idOf()) },
      { databaseId: idOf() },
      { slug: one.toLowerCase() },
      { name: one.toUpperCase() },
    ]) {
      const { data } = await link([{ slug: other.toLowerCase() }, by]);
      expect(data).toEqual({ updateEvent: { event: { [field]: [{ name: other }, { name: one }] } } });
    }
  });

  test.each([
    ['the global ID of another type', () => ({ id: encodeGlobalId('Event', ids.event) }), '.1.id'],
    ['an invalid global ID', () => ({ id: '5' }), '.1.id'],
    ['an unknown slug', () => ({ slug: 'nowhere' }), ''],
    ['an unknown name', () => ({ name: 'Nowhere' }), ''],
    ['a name as slug', () => ({ slug: `The ${one}` }), ''],
  ])('cannot be linked by %s, and nothing is stored', async (_what, by, place) => {
    const before = await world.counts();
    expect(await refused([{ databaseId: idOf() }, by()])).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 400,
      params: { [`input.${field}${place}`]: expect.any(String) },
    });
    expect(await world.counts()).toEqual(before);
  });

  test('an ambiguous name is refused', async () => {
    for (let n = 0; n < 2; n++) await world.make(kind, { [kind]: `Many ${kind}s` });
    expect(await refused([{ name: `Many ${kind}s` }])).toMatchObject({
      code: 'BAD_USER_INPUT',
      params: { [`input.${field}`]: expect.stringContaining('several') },
    });
  });

  test('takes exactly one identifier', async () => {
    expect(await refused([{ slug: one.toLowerCase(), databaseId: idOf() }])).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 400,
      params: { [`input.${field}.0`]: expect.any(String) },
    });
    expect(await refused([{}])).toMatchObject({ params: { [`input.${field}.0`]: expect.any(String) } });
  });
});

test('GraphQL: terms are linked by global ID, number and slug; unknown names create terms', async () => {
  const [category, tag] = [
    await world.make('category', { name: 'Chamber music' }),
    await world.make('tag', { name: 'Late' }),
  ];
  const link = async (categories: unknown[], tags: unknown[]) => {
    const { data, errors } = await world.server.graphql(
      `mutation ($input: UpdateEventInput!) {
        updateEvent(by: { slug: "concert" }, input: $input) { event { categories { name } tags { name } } } }`,
      { input: { categories, tags } },
    );
    const { event } = Object(Object(data).updateEvent);
    const names = (list: unknown): unknown[] => recordsIn(list).map(({ name }) => name);
    return errors ? errors[0]?.extensions : [names(Object(event).categories), names(Object(event).tags)];
  };
  for (const [categoryBy, tagBy] of [
    [{ id: encodeGlobalId('Category', category.id) }, { id: encodeGlobalId('Tag', tag.id) }],
    [{ databaseId: category.id }, { databaseId: tag.id }],
    [{ slug: 'chamber-music' }, { slug: 'late' }],
    [{ name: 'CHAMBER music' }, { name: 'LATE' }],
  ])
    expect(await link([categoryBy], [tagBy])).toEqual([['Chamber music'], ['Late']]);
  expect(await link([{ name: 'Not yet' }], [{ name: 'not-yet' }])).toEqual([['Not yet'], ['not-yet']]);
  expect(await link([{ slug: 'never' }], [{ id: encodeGlobalId('Category', category.id) }])).toMatchObject({
    code: 'BAD_USER_INPUT',
    status: 400,
    params: { 'input.tags.0.id': expect.any(String) },
  });
  expect(await link([{ slug: 'never' }], [{ databaseId: category.id }])).toMatchObject({
    params: { 'input.categories': expect.any(String), 'input.tags': expect.any(String) },
  });
});
