import { APIS, type Body, isRecord } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
const ids: Record<string, number> = {};
beforeAll(async () => {
  world = await openWorld();
  for (const name of ['Music', 'Food & Drink', '1999']) {
    ids[`categories ${name}`] = (await world.make('category', { name })).id;
    ids[`tags ${name}`] = (await world.make('tag', { name })).id;
  }
  ids['categories Jazz'] = (
    await world.make('category', {
      name: 'Jazz',
      parent: ids['categories Music'] ?? 0,
      slug: 'all-that-jazz',
    })
  ).id;
  ids['tags Jazz'] = (await world.make('tag', { name: 'Jazz', slug: 'all-that-jazz' })).id;
  ids.event = (await world.make('event', EVENT)).id;
});
afterAll(() => world.stop());

const EVENT = { title: 'Concert', start_date: '2031-04-05', end_date: '2031-04-05' };
const FIELDS = ['categories', 'tags'] as const;
const namesOf = (terms: unknown): unknown[] =>
  Array.isArray(terms) ? terms.map((term: unknown) => (isRecord(term) ? term.name : term)) : [];

/** `#Music` stands for the id of Music. */
const fill = (field: string, value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one: unknown) => fill(field, one))
    : typeof value !== 'string'
      ? value
      : /^#[^,]+$/.test(value)
        ? ids[`${field} ${value.slice(1)}`]
        : value.replace(/#(\w+)/g, (_, name: string) => String(ids[`${field} ${name}`]));

const ACCEPTED: [sent: unknown, names: string[]][] = [
  [['#Music'], ['Music']],
  ['#Music', ['Music']],
  [['music'], ['Music']],
  [['MUSIC'], ['Music']],
  [['all-that-jazz'], ['Jazz']],
  [['Jazz'], ['Jazz']],
  [['Food & Drink'], ['Food & Drink']],
  [['food-drink'], ['Food & Drink']],
  [['1999'], ['1999']],
  [['#Music', 'music', 'Music'], ['Music']],
  [
    ['Jazz', '#Music'],
    ['Jazz', 'Music'],
  ],
  [
    ['Brand new', 'music'],
    ['Brand new', 'Music'],
  ],
  [['brand NEW'], ['Brand new']],
  [['<b>Brand</b> new'], ['Brand new']],
  [['With, comma'], ['With, comma']],
  [[], []],
];
const REST_ACCEPTED: [sent: unknown, names: string[]][] = [
  ['Jazz,music', ['Jazz', 'Music']],
  ['Jazz , #Music,', ['Jazz', 'Music']],
  ['', []],
];

describe.each(FIELDS.flatMap((field) => APIS.map((api) => ({ field, api }))))(
  '$field of an event through $api',
  ({ field, api }) => {
    const rows = api === 'REST' ? [...ACCEPTED, ...REST_ACCEPTED] : ACCEPTED;
    test.each(rows)('%j are %j, by name', async (sent, names) => {
      const value = fill(field, sent);
      const created = await world.create(api, 'event', { ...EVENT, [field]: value });
      expect({ status: created.status, names: namesOf(created.body[field]) }).toEqual({ status: 201, names });
      const other = await world.make('event', {
        ...EVENT,
        categories: ['#Music', '1999'].map((one) => fill('categories', one)),
        tags: ['Jazz'],
      });
      const changed = await world.change(api, 'event', other.id, { [field]: value });
      expect(namesOf(changed.body[field])).toEqual(names);
      const rest = field === 'tags' ? 'categories' : 'tags';
      expect(namesOf(changed.body[rest])).toEqual(namesOf(other[rest]));
    });

    const refused: [sent: unknown][] = [
      [[999_999]],
      [['#Music', 999_999]],
      [[-1]],
      [[0]],
      [[1.5]],
      [[true]],
      [[{}]],
      [[null]],
      [['x'.repeat(201)]],
      [['<i></i>']],
    ];
    // In GraphQL digits can be a name.
    if (api === 'REST') refused.push([['999999']]);
    test.each(refused)('%j is 400, and nothing is stored', async (sent) => {
      const before = await world.counts();
      const value = fill(field, sent);
      expect(await world.create(api, 'event', { ...EVENT, [field]: value })).toMatchObject({
        status: 400,
        failing: [field],
      });
      expect(await world.change(api, 'event', ids.event ?? 0, { [field]: value })).toMatchObject({
        status: 400,
        failing: [field],
      });
      expect(await world.counts()).toEqual(before);
    });

    test('the id of a term of the other kind is unknown', async () => {
      const other = ids[`${field === 'tags' ? 'categories' : 'tags'} Jazz`];
      expect(await world.create(api, 'event', { ...EVENT, [field]: [other] })).toMatchObject({
        status: 400,
        failing: [field],
      });
    });

    test('a new name becomes a term at the top level', async () => {
      await world.create(api, 'event', { ...EVENT, [field]: [`Fresh ${api}`] });
      const { body } = await world.create(api, 'event', { ...EVENT, [field]: [`fresh ${api}`] });
      expect(body[field]).toMatchObject([
        { name: `Fresh ${api}`, slug: `fresh-${api.toLowerCase()}`, parent: 0, count: 2 },
      ]);
    });
  },
);

describe.each(APIS)('images through %s', (api) => {
  const image = (body: Body): Body => (isRecord(body.image) ? body.image : {});
  const targets = [
    ['event', EVENT],
    ['venue', { venue: 'Hall' }],
    ['organizer', { organizer: 'Club' }],
  ] as const;
  const URL = 'https://img.example/pictures/one.JPG?size=1#x';

  test.each(targets)(
    'of a new %s: an address is stored once, and found again by its id',
    async (kind, needed) => {
      const first = await world.create(api, kind, { ...needed, image: URL });
      expect(first.body.image).toEqual({ url: URL, id: expect.any(Number), extension: 'jpg' });
      const { id } = image(first.body);
      expect(image((await world.create(api, kind, { ...needed, image: URL })).body).id).toBe(id);
      expect(image((await world.create(api, kind, { ...needed, image: id })).body).url).toBe(URL);
      expect(image((await world.create(api, kind, { ...needed, image: String(id) })).body).url).toBe(URL);
      expect(image((await world.create(api, kind, { ...needed, image: `${URL}y` })).body).id).not.toBe(id);
    },
  );

  test.each(targets)('of a %s: changed, kept and cleared', async (kind, needed) => {
    const { id } = await world.make(kind, { ...needed, image: URL });
    const none = kind === 'event' ? false : undefined;
    expect(image((await world.change(api, kind, id, { description: 'x' })).body).url).toBe(URL);
    expect(
      image((await world.change(api, kind, id, { image: 'http://img.example/two' })).body),
    ).toMatchObject({
      url: 'http://img.example/two',
    });
    for (const nothing of ['', null, 0, '0', false]) {
      await world.change('REST', kind, id, { image: URL });
      const { status, body } = await world.change(api, kind, id, { image: nothing });
      expect({ status, image: body.image }).toEqual({ status: 200, image: none });
    }
  });

  test.each(targets)('of a %s: an invalid image is 400', async (kind, needed) => {
    const { id } = await world.make(kind, needed);
    const before = await world.counts();
    for (const bad of [
      999_999,
      '999999',
      id,
      'x.png',
      'ftp://a.example/x.png',
      'data:image/png;base64,AA',
      'https://',
      'https://u:p@a.example/x',
      -1,
      1.5,
      [],
      {},
      true,
    ]) {
      expect(await world.change(api, kind, id, { image: bad })).toMatchObject({
        status: 400,
        failing: ['image'],
      });
      expect(await world.create(api, kind, { ...needed, image: bad })).toMatchObject({
        status: 400,
        failing: ['image'],
      });
    }
    expect(await world.counts()).toEqual(before);
  });
});
