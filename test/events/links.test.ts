import { APIS, type Body, isRecord } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
/** Ids of two venues, two organizers, and of one of each in the trash. */
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

/** Names of the linked records, in their order, from the shapes that REST has for none, one and several. */
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

    test('one in the trash is not reused', async () => {
      const name = `Thrown away ${api}`;
      const { id } = await world.make(kind, { [kind]: name });
      await world.remove('REST', kind, id);
      const { body } = await world.create(api, 'event', { ...EVENT, [kind]: { [kind]: name } });
      const [one] = [body[kind]].flat();
      expect(isRecord(one) && one.id).not.toBe(id);
      expect(linked(body, kind)).toEqual([name]);
    });

    test('one of several with the same name: the oldest', async () => {
      const name = `Twins ${api}`;
      const { id } = await world.make(kind, { [kind]: name });
      await world.make(kind, { [kind]: name });
      const { body } = await world.create(api, 'event', { ...EVENT, [kind]: { [kind]: name } });
      expect([body[kind]].flat()).toEqual([expect.objectContaining({ id })]);
    });

    test('a stand-alone create always makes a new one', async () => {
      const { body } = await world.create(api, kind, { [kind]: NAMES[kind][0] });
      expect(Object.values(ids)).not.toContain(body.id);
      await world.remove('REST', kind, Number(body.id), { force: true });
    });

    test('an event that fails leaves no new record behind', async () => {
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
