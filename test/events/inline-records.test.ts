import { basic } from '../support/service.ts';
import { APIS, type Body, isRecord } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const EVENT = { title: 'Concert', start_date: '2041-04-05', end_date: '2041-04-05' };
let counter = 0;
const unique = (): string => `Town hall ${counter++}`;
const first = (body: Body, kind: string): Body => {
  const [one] = [body[kind]].flat();
  return isRecord(one) ? one : {};
};

const VENUE = {
  address: 'High Street 1',
  city: 'Alderport',
  country: 'Italy',
  province: 'RM',
  state: 'Lazio',
  zip: '00100',
  phone: '+39 06 1',
  website: 'https://hall.example/',
  description: '<p>Old</p>',
  image: 'https://img.example/hall.png',
  geo_lat: 41.9,
  geo_lng: 12.5,
};
const ORGANIZER = {
  phone: '+39 06 2',
  email: 'js1@example.org',
  website: 'https://js.example/',
  description: 'Old',
};

/** The stored and the sent fields of records with the same name, and whether they match the same record. */
const VENUES: [stored: Body, sent: Body, same: boolean][] = [
  [VENUE, {}, true],
  [VENUE, VENUE, true],
  [VENUE, { city: 'ALDERPORT', address: ' high  street 1 ' }, true],
  [VENUE, { city: '', address: null, geo_lat: null, geo_lng: null }, true],
  [{}, VENUE, true],
  [{ city: 'Alderport' }, { zip: '00100' }, true],
  [VENUE, { show_map: false, status: 'draft', date: '2041-01-01' }, true],
  [VENUE, { slug: 'elsewhere' }, true],
  ...Object.entries({ ...VENUE, image: 'https://img.example/x.png' }).flatMap(
    ([field, value]): [Body, Body, boolean][] =>
      typeof value === 'number'
        ? []
        : [
            [
              VENUE,
              { [field]: field === 'image' || field === 'website' ? 'https://other.example/' : 'Other' },
              false,
            ],
          ],
  ),
  [VENUE, { geo_lat: 41.9, geo_lng: 12.6 }, false],
  [VENUE, { stateprovince: 'Elsewhere' }, false],
];
const ORGANIZERS: [stored: Body, sent: Body, same: boolean][] = [
  [ORGANIZER, {}, true],
  [ORGANIZER, { email: 'JS1@example.org' }, true],
  [{}, ORGANIZER, true],
  ...Object.keys(ORGANIZER).map((field): [Body, Body, boolean] => [
    ORGANIZER,
    { [field]: { website: 'https://other.example/', email: 'other@example.org' }[field] ?? 'Other' },
    false,
  ]),
];
const rows = [
  ...VENUES.map(([stored, sent, same]) => ({ kind: 'venue' as const, stored, sent, same })),
  ...ORGANIZERS.map(([stored, sent, same]) => ({ kind: 'organizer' as const, stored, sent, same })),
];

describe.each(APIS)('an event that names a record, through %s', (api) => {
  test.each(rows)('$kind: $stored and $sent are the same: $same', async ({ kind, stored, sent, same }) => {
    const name = unique();
    const record = await world.make(kind, { [kind]: name, ...stored });
    const before = await world.read(kind, record.id);
    const { status, body } = await world.create(api, 'event', {
      ...EVENT,
      [kind]: { [kind]: name.toUpperCase(), ...sent },
    });
    expect(status).toBe(201);
    const linked = first(body, kind);
    expect(linked.id === record.id).toBe(same);
    if (same)
      for (const [field, value] of Object.entries(stored))
        if (field !== 'image') expect(linked[field]).toEqual(value);
    if (!same) expect(await world.read(kind, record.id)).toEqual(before);
    // Sending the same data again matches the same record again.
    const again = await world.create(api, 'event', { ...EVENT, [kind]: { [kind]: name, ...sent } });
    expect(first(again.body, kind).id).toBe(linked.id);
    const changed = await world.change(api, 'event', Number(body.id), {
      [kind]: [{ [kind]: name, ...sent }],
    });
    expect(first(changed.body, kind).id).toBe(linked.id);
  });

  test('empty fields of a record are filled, its image too', async () => {
    const name = unique();
    const { id } = await world.make('venue', { venue: name, city: 'Alderport' });
    await world.create(api, 'event', { ...EVENT, venue: { venue: name, ...VENUE } });
    const { image, ...texts } = VENUE;
    expect(await world.read('venue', id)).toMatchObject({ id, ...texts, image: { url: image } });
  });

  test('of several, the oldest match without a conflict', async () => {
    const name = unique();
    await world.make('venue', { venue: name, city: 'A' });
    const two = await world.make('venue', { venue: name, city: 'B' });
    await world.make('venue', { venue: name, city: 'B' });
    const { body } = await world.create(api, 'event', { ...EVENT, venue: { venue: name, city: 'b' } });
    expect(first(body, 'venue').id).toBe(two.id);
  });

  test('a season in two towns', async () => {
    const name = unique();
    const places = await Promise.all(
      ['A', 'B', 'A', 'B'].map(
        async (city) =>
          (await world.create(api, 'event', { ...EVENT, venue: { venue: name, city } })).body.venue,
      ),
    );
    expect(places).toMatchObject([{ city: 'A' }, { city: 'B' }, { city: 'A' }, { city: 'B' }]);
    expect(new Set(places.map((place) => isRecord(place) && place.id)).size).toBe(2);
  });
});

test("a caller's data never change another user's record", async () => {
  const { password } = await world.newUser('ann', 'author');
  const ann = basic('ann', password);
  const name = unique();
  const { id } = await world.make('venue', { venue: name, city: 'Rome' });
  const before = await world.read('venue', id);
  const same = await world.create(
    'REST',
    'event',
    { ...EVENT, venue: { venue: name, city: 'Rome', zip: '1' } },
    ann,
  );
  const other = await world.create('REST', 'event', { ...EVENT, venue: { venue: name, city: 'Bari' } }, ann);
  expect([first(same.body, 'venue').id, first(other.body, 'venue').city]).toEqual([id, 'Bari']);
  expect(await world.read('venue', id)).toEqual(before);
});

describe('an object with an id and a name must match both', () => {
  const KINDS = ['venue', 'organizer'] as const;
  test.each(KINDS)('%s', async (kind) => {
    const record = await world.make(kind, { [kind]: `River house ${kind}`, phone: '1' });
    const event = await world.make('event', EVENT);
    const { id } = record;
    const agree = [
      { id },
      { id, [kind]: `river  HOUSE ${kind}` },
      { id: String(id), [kind]: `River house ${kind}`, slug: 'of-another-day' },
      { id, slug: record.slug },
      { id, phone: '2' },
      { id, [kind]: '' },
      record,
    ];
    for (const sent of agree) {
      const { status, body } = await world.change('REST', 'event', event.id, { [kind]: sent });
      expect([status, first(body, kind).id, first(body, kind).phone]).toEqual([200, id, '1']);
    }
    const contradict = [
      { [kind]: 'Cannery Square' },
      { name: 'Cannery Square' },
      { slug: 'cannery-square' },
      { [kind]: 'X', slug: record.slug },
    ];
    for (const names of contradict) {
      for (const answer of [
        await world.create('REST', 'event', { ...EVENT, [kind]: [{ id, ...names }] }),
        await world.change('REST', 'event', event.id, { [kind]: { id, ...names } }),
      ]) {
        expect({ names, ...answer }).toMatchObject({ status: 400, failing: [kind] });
        expect(JSON.stringify(answer.body)).toContain(`River house ${kind}`);
      }
    }
  });

  test.each(['categories', 'tags'] as const)('%s', async (field) => {
    const kind = field === 'tags' ? 'tag' : 'category';
    const term = await world.make(kind, { name: `Film ${kind}` });
    const event = await world.make('event', EVENT);
    for (const sent of [
      { id: term.id },
      { id: term.id, name: `FILM ${kind}` },
      { id: term.id, slug: term.slug },
      term,
    ]) {
      const { body } = await world.change('REST', 'event', event.id, { [field]: [sent] });
      expect(body[field]).toMatchObject([{ id: term.id }]);
    }
    for (const names of [{ name: 'Walks' }, { slug: 'walks' }, { name: 'Walks', slug: term.slug }]) {
      const answer = await world.change('REST', 'event', event.id, { [field]: [{ id: term.id, ...names }] });
      expect(answer).toMatchObject({ status: 400, failing: [field] });
      expect(JSON.stringify(answer.body)).toContain(`Film ${kind}`);
    }
  });

  test('an image with an id and an address is the picture at that address', async () => {
    const { image } = await world.make('event', { ...EVENT, image: 'https://img.example/here.png' });
    const id = isRecord(image) ? image.id : 0;
    expect(await world.make('event', { ...EVENT, image })).toMatchObject({ image });
    const foreign = { id, url: 'https://img.example/there.png' };
    expect(await world.make('event', { ...EVENT, image: foreign })).toMatchObject({
      image: { url: foreign.url },
    });
  });
});
