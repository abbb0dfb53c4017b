import { difference, restAnswer } from '../support/answer.ts';
import { type Body, FACES, type Face } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

type Kind = 'venue' | 'organizer';
const LATER = '2031-03-15 08:30:00';
const LONG = 'x'.repeat(1001);

test.each(FACES)('a venue with nothing but a name, through %s', async (face) => {
  world.moveTo(NOW);
  const { status, body } = await world.create(face, 'venue', { venue: `Hall ${face}` });
  expect(status).toBe(201);
  const slug = `hall-${face.toLowerCase()}`;
  const globalId = `${new URL(world.server.url).hostname}?id=${body.id}`;
  expect(body).toEqual({
    id: expect.any(Number),
    author: 1,
    status: 'publish',
    date: NOW,
    date_utc: NOW,
    modified: NOW,
    modified_utc: NOW,
    url: `${world.server.url}/venue/${slug}/`,
    venue: `Hall ${face}`,
    slug,
    show_map: true,
    show_map_link: true,
    global_id: globalId,
    global_id_lineage: [globalId],
  });
});

test.each(FACES)('an organizer with nothing but a name, through %s', async (face) => {
  world.moveTo(NOW);
  const { status, body } = await world.create(face, 'organizer', { organizer: `Club ${face}` });
  expect(status).toBe(201);
  const slug = `club-${face.toLowerCase()}`;
  const globalId = `${new URL(world.server.url).hostname}?id=${body.id}`;
  expect(body).toEqual({
    id: expect.any(Number),
    author: 1,
    status: 'publish',
    date: NOW,
    date_utc: NOW,
    modified: NOW,
    modified_utc: NOW,
    url: `${world.server.url}/organizer/${slug}/`,
    organizer: `Club ${face}`,
    slug,
    global_id: globalId,
    global_id_lineage: [globalId],
  });
});

const FULL: Record<Kind, Body> = {
  venue: {
    venue: 'Town hall',
    description: '<p>Old</p>',
    address: 'High Street 1',
    city: 'Alderport',
    country: 'Italy',
    province: 'RM',
    state: 'Lazio',
    zip: '00100',
    phone: '+39 06 1',
    stateprovince: 'RM',
    website: 'https://hall.example/',
    image: 'https://img.example/hall.png',
    show_map: false,
    show_map_link: false,
    geo_lat: 41.9,
    geo_lng: 12.5,
    date: '2031-02-01 10:00:00',
  },
  organizer: {
    organizer: 'Chess club',
    description: '<p>Old</p>',
    phone: '+39 06 2',
    website: 'https://chess.example/',
    email: 'chess@club.example',
    image: 'https://img.example/chess.png',
    date: '2031-02-01 10:00:00',
  },
};
const TEXTS: Record<Kind, string[]> = {
  venue: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'],
  organizer: ['phone', 'email'],
};

/** Sent alone -> everything that changes; `undefined` for keys that go because they are empty. */
const SHARED: [sent: Body, changed: Body][] = [
  [{}, {}],
  [{ description: '<p onclick="x()">New<script>x</script></p>' }, { description: '<p>New</p>' }],
  [{ description: '' }, { description: undefined }],
  [{ description: null }, { description: undefined }],
  [{ website: 'http://new.example/?a=1&b=2' }, { website: 'http://new.example/?a=1&b=2' }],
  [{ website: '' }, { website: undefined }],
  [{ website: null }, { website: undefined }],
  [{ image: '' }, { image: undefined }],
  [{ image: null }, { image: undefined }],
  [{ image: 0 }, { image: undefined }],
  [{ status: 'draft' }, { status: 'draft' }],
  [{ status: 'pending' }, { status: 'pending' }],
  [{ status: 'private' }, { status: 'private' }],
  [{ date: '2031-03-01 09:00' }, { date: '2031-03-01 09:00:00', date_utc: '2031-03-01 09:00:00' }],
  [{ date_utc: '2031-03-01T09:00+02:00' }, { date: '2031-03-01 07:00:00', date_utc: '2031-03-01 07:00:00' }],
  [
    { date: '2031-07-01' },
    { status: 'future', date: '2031-07-01 00:00:00', date_utc: '2031-07-01 00:00:00' },
  ],
  [{ author: 1 }, {}],
  [{ author: null, date: null, date_utc: null, status: null }, {}],
];
const OWN: Record<Kind, [sent: Body, changed: Body][]> = {
  venue: [
    [{ venue: 'AT&T <b>Hall</b> "x" 2 < 3' }, { venue: 'AT&T Hall "x" 2 < 3' }],
    [{ venue: null, show_map: null, show_map_link: null }, {}],
    [{ show_map: true }, { show_map: true }],
    [{ show_map: 'true' }, { show_map: true }],
    [{ show_map: '1' }, { show_map: true }],
    [{ show_map: 'yes' }, { show_map: true }],
    [{ show_map: 'on' }, { show_map: true }],
    [{ show_map: false }, {}],
    [{ show_map: 'false' }, {}],
    [{ show_map: '0' }, {}],
    [{ show_map: 'no' }, {}],
    [{ show_map: '' }, {}],
    [{ show_map_link: 'true' }, { show_map_link: true }],
    [{ show_map_link: true }, { show_map_link: true }],
    [
      { geo_lat: 10, geo_lng: -20.5 },
      { geo_lat: 10, geo_lng: -20.5 },
    ],
    [{ geo_lat: 10 }, { geo_lat: 10 }],
    [
      { geo_lat: 0, geo_lng: 0 },
      { geo_lat: 0, geo_lng: 0 },
    ],
    [
      { geo_lat: null, geo_lng: null },
      { geo_lat: undefined, geo_lng: undefined },
    ],
    [
      { state: 'CA', country: 'United States' },
      { state: 'CA', country: 'United States', stateprovince: 'CA' },
    ],
  ],
  organizer: [
    [{ organizer: null }, {}],
    [{ organizer: '  Go <i>club</i> ' }, { organizer: 'Go club' }],
    [{ email: 'not an address' }, { email: 'not an address' }],
  ],
};
/** What the venue, which is not in the United States, shows as state or province. */
const follows = (field: string, value: string): Body =>
  field === 'province' ? { stateprovince: value } : {};
const changes = (kind: Kind): [Body, Body][] => [
  ...SHARED,
  ...OWN[kind],
  ...TEXTS[kind].flatMap((field): [Body, Body][] => [
    [{ [field]: '12 <b>New</b> & "x"' }, { [field]: '12 New & "x"', ...follows(field, '12 New & "x"') }],
    [{ [field]: '0' }, { [field]: '0', ...follows(field, '0') }],
    [{ [field]: '' }, { [field]: undefined }],
    [{ [field]: null }, { [field]: undefined }],
  ]),
];

const SHARED_REFUSED: [sent: Body, failing: string[]][] = [
  [{ description: 5 }, ['description']],
  [{ status: 'bogus' }, ['status']],
  [{ website: 'no address' }, ['website']],
  [{ website: 'javascript:alert(1)' }, ['website']],
  [{ website: 'ftp://a.example' }, ['website']],
  [{ image: 999_999 }, ['image']],
  [{ image: 'x' }, ['image']],
  [{ author: 999_999 }, ['author']],
  [{ author: 'x' }, ['author']],
  [{ date: 'never' }, ['date']],
  [{ date_utc: '2031-02-30' }, ['date_utc']],
  [{ status: 'x', website: 'x', date: 'x' }, ['date', 'status', 'website']],
  [{ image: 999_999, author: 999_999 }, ['author', 'image']],
];
const refusals = (kind: Kind): [Body, string[]][] => [
  ...SHARED_REFUSED,
  ...['', ' ', '<i></i>', '\u200b\u2800', 5, ['x'], LONG].map((name): [Body, string[]] => [
    { [kind]: name },
    [kind],
  ]),
  ...TEXTS[kind].flatMap((field): [Body, string[]][] =>
    [5, true, ['x'], LONG].map((bad) => [{ [field]: bad }, [field]]),
  ),
  ...(kind === 'venue'
    ? ([
        [{ geo_lat: 91, geo_lng: 0 }, ['geo_lat']],
        [{ geo_lat: 0, geo_lng: -181 }, ['geo_lng']],
        [{ geo_lat: 'north', geo_lng: 0 }, ['geo_lat']],
      ] as [Body, string[]][])
    : []),
];

describe.each(
  (['venue', 'organizer'] as const).flatMap((kind) => FACES.map((face: Face) => ({ kind, face }))),
)('$kind through $face', ({ kind, face }) => {
  test.each(changes(kind))('a change of just %j makes %j', async (sent, changed) => {
    world.moveTo(NOW);
    const before = await world.make(kind, FULL[kind]);
    world.moveTo(LATER);
    const { status, body } = await world.change(face, kind, before.id, sent);
    expect(status).toBe(200);
    expect(difference(before, body)).toEqual(changed);
    expect(body.modified).toBe(Object.keys(changed).length > 0 ? LATER : NOW);
  });

  test.each(Object.keys(FULL[kind]).filter((field) => field !== kind))(
    '%s: null on create is nothing given',
    async (field) => {
      world.moveTo(NOW);
      const bare = await world.make(kind, { [kind]: 'Bare' });
      const { status, body } = await world.create(face, kind, { [kind]: 'Bare', [field]: null });
      expect(status).toBe(201);
      expect(
        Object.keys(difference(bare, body)).filter((key) => !/^(id|slug|url|global_id.*)$/.test(key)),
      ).toEqual([]);
    },
  );

  test('bad values are 400 on create and on change, by name, and nothing is stored', async () => {
    const record = await world.make(kind, FULL[kind]);
    const before = await world.counts();
    for (const [sent, failing] of refusals(kind)) {
      expect({ sent, ...(await world.create(face, kind, { [kind]: 'X', ...sent })) }).toMatchObject({
        sent,
        status: 400,
        failing,
      });
      expect({ sent, ...(await world.change(face, kind, record.id, sent)) }).toMatchObject({
        sent,
        status: 400,
        failing,
      });
    }
    expect(await world.create(face, kind, { [kind]: null })).toMatchObject({ status: 400, failing: [kind] });
    expect(await world.create(face, kind, { description: 'x' })).toMatchObject({
      status: 400,
      failing: [kind],
    });
    expect(await world.counts()).toEqual(before);
    expect(await world.read(kind, record.id)).toEqual(record);
  });
});

describe.each(FACES)('a venue through %s', (face) => {
  test.each([
    [{ country: 'United States', state: 'CA' }, 'CA'],
    [{ country: 'USA', state: 'CA', province: 'X' }, 'CA'],
    [{ country: 'Italy', province: 'RM', state: 'Lazio' }, 'RM'],
    [{ province: 'RM' }, 'RM'],
    [{ country: 'Italy', state: 'Lazio' }, undefined],
    [{ state: 'CA', country: 'United States', stateprovince: 'Own' }, 'Own'],
  ])('%j shows the state or province %j', async (sent, stateprovince) => {
    expect((await world.create(face, 'venue', { venue: 'Place', ...sent })).body.stateprovince).toBe(
      stateprovince,
    );
  });

  test.each([
    [{ geo_lat: 41.9 }, 'geo_lng'],
    [{ geo_lng: 12.5 }, 'geo_lat'],
  ])('%j is half a place: %s is missing', async (sent, failing) => {
    expect(await world.create(face, 'venue', { venue: 'Place', ...sent })).toMatchObject({
      status: 400,
      failing: [failing],
    });
    const { id } = await world.make('venue', { venue: 'Place' });
    expect(await world.change(face, 'venue', id, sent)).toMatchObject({ status: 400, failing: [failing] });
  });
});

test.each(['POST', 'PUT', 'PATCH'])('%s changes by slug too', async (method) => {
  const { id, slug } = await world.make('venue', { venue: `By ${method}` });
  const answer = await restAnswer(
    await world.server.request(method, `/venues/by-slug/${slug}`, { city: 'Rome' }),
  );
  expect(answer).toMatchObject({ status: 200, body: { id, city: 'Rome' } });
});
