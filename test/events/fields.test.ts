import { difference, restAnswer } from '../support/answer.ts';
import { type Body, FACES, type Face } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const LATER = '2031-03-15 08:30:00';
const REQUIRED = { title: 'River walk', start_date: '2031-04-05 14:00:00', end_date: '2031-04-05 16:00:00' };

describe.each(FACES)('created through %s', (face) => {
  test('an event with nothing but what it needs has the documented defaults', async () => {
    world.moveTo(NOW);
    const { status, body } = await world.create(face, 'event', { ...REQUIRED, title: `Bare walk ${face}` });
    expect(status).toBe(201);
    const details = { year: '2031', month: '04', day: '05', minutes: '00', seconds: '00' };
    expect(body).toEqual({
      id: expect.any(Number),
      global_id: `${new URL(world.server.url).hostname}?id=${body.id}`,
      global_id_lineage: [`${new URL(world.server.url).hostname}?id=${body.id}`],
      author: 1,
      status: 'publish',
      date: NOW,
      date_utc: NOW,
      modified: NOW,
      modified_utc: NOW,
      url: `${world.server.url}/event/bare-walk-${face.toLowerCase()}/`,
      rest_url: `${world.server.rest}/events/${body.id}`,
      title: `Bare walk ${face}`,
      description: '',
      excerpt: '',
      slug: `bare-walk-${face.toLowerCase()}`,
      image: false,
      all_day: false,
      start_date: '2031-04-05 14:00:00',
      start_date_details: { ...details, hour: '14' },
      end_date: '2031-04-05 16:00:00',
      end_date_details: { ...details, hour: '16' },
      utc_start_date: '2031-04-05 14:00:00',
      utc_start_date_details: { ...details, hour: '14' },
      utc_end_date: '2031-04-05 16:00:00',
      utc_end_date_details: { ...details, hour: '16' },
      timezone: 'UTC',
      timezone_abbr: 'UTC',
      cost: '',
      cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
      website: '',
      show_map: true,
      show_map_link: true,
      hide_from_listings: false,
      sticky: false,
      featured: false,
      post_parent: 0,
      ticketed: false,
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
    });
  });

  test.each([
    'description',
    'slug',
    'excerpt',
    'status',
    'timezone',
    'all_day',
    'image',
    'cost',
    'website',
    'show_map',
    'show_map_link',
    'hide_from_listings',
    'sticky',
    'featured',
    'categories',
    'tags',
    'venue',
    'organizer',
    'post_parent',
    'ticketed',
    'author',
    'date',
    'date_utc',
  ])('%s: null means the same as nothing', async (field) => {
    world.moveTo(NOW);
    const bare = await world.create(face, 'event', REQUIRED);
    const { status, body } = await world.create(face, 'event', { ...REQUIRED, [field]: null });
    expect(status).toBe(201);
    const own = ['id', 'slug', 'url', 'rest_url', 'global_id', 'global_id_lineage'];
    expect(Object.keys(difference(bare.body, body)).filter((key) => !own.includes(key))).toEqual([]);
  });
});

/** Fields that cannot be empty: on a change, null means that they are not sent. */
const NOT_SENT = [
  ...[
    'title',
    'slug',
    'status',
    'timezone',
    'all_day',
    'start_date',
    'end_date',
    'author',
    'date',
    'date_utc',
  ],
  ...['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'ticketed'],
];

/** Sent alone to an event where every field is filled -> everything that changes. */
const CHANGES: [sent: Body, changed: Body][] = [
  [{}, {}],
  [{ title: 'Lake walk' }, { title: 'Lake walk' }],
  [{ title: '  Lake   walk ' }, { title: 'Lake   walk' }],
  [{ title: 'AT&T "quoted" it\'s 2 < 3 > 1 &amp; €' }, { title: 'AT&T "quoted" it\'s 2 < 3 > 1 &amp; €' }],
  [{ title: '<b>Bold</b> and <script>alert(1)</script>safe' }, { title: 'Bold and safe' }],
  [{ title: 'Ünïcödé 🎷 שלום' }, { title: 'Ünïcödé 🎷 שלום' }],
  [{ title: '0' }, { title: '0' }],
  [{ title: 'C++ <Advanced>, if a<b and b>c' }, { title: 'C++ <Advanced>, if a<b and b>c' }],
  [{ title: 'می\u200cخواهم 👩\u200d👩\u200d👧' }, { title: 'می\u200cخواهم 👩\u200d👩\u200d👧' }],
  [
    { description: '<p>Bring <strong>boots</strong>.</p>' },
    { description: '<p>Bring <strong>boots</strong>.</p>' },
  ],
  [{ description: 'No paragraph\n\nis made' }, { description: 'No paragraph\n\nis made' }],
  [{ description: '<p onclick="x()">Hi<script>alert(1)</script></p>' }, { description: '<p>Hi</p>' }],
  [{ description: '<a href="javascript:alert(1)">x</a>' }, { description: '<a>x</a>' }],
  [
    { description: '<a href="https://a.example/?a=1&amp;b=2" title="t">x</a>' },
    { description: '<a href="https://a.example/?a=1&amp;b=2" title="t">x</a>' },
  ],
  [
    { description: '<img src="https://a.example/x.png" onerror="x()" alt="A">' },
    { description: expect.stringMatching(/^<img src="https:\/\/a\.example\/x\.png" alt="A" ?\/?>$/) },
  ],
  [{ description: '<iframe src="https://a.example"></iframe>after' }, { description: 'after' }],
  [{ description: '<style>p{}</style>after<!-- hidden -->' }, { description: 'after' }],
  [{ description: '' }, { description: '' }],
  [{ description: null }, { description: '' }],
  [{ excerpt: '<em>Short</em><svg onload=x()>' }, { excerpt: '<em>Short</em>' }],
  [{ excerpt: '' }, { excerpt: '' }],
  [{ excerpt: null }, { excerpt: '' }],
  [{ website: 'https://walk.example/a?b=1&c=2#d' }, { website: 'https://walk.example/a?b=1&c=2#d' }],
  [{ website: 'HTTP://walk.example' }, { website: 'HTTP://walk.example' }],
  [{ website: ' https://walk.example/ ' }, { website: 'https://walk.example/' }],
  [{ website: '' }, { website: '' }],
  [{ website: null }, { website: '' }],
  [{ show_map: true }, { show_map: true }],
  [{ show_map_link: true }, { show_map_link: true }],
  [{ hide_from_listings: false }, { hide_from_listings: false }],
  [{ sticky: false }, { sticky: false }],
  [{ featured: false }, { featured: false }],
  [{ ticketed: false }, { ticketed: false }],
  [{ show_map: false, sticky: true, featured: true }, {}],
  [
    { cost: 0 },
    {
      cost: 'Free',
      cost_details: {
        currency_symbol: '$',
        currency_code: 'USD',
        currency_position: 'prefix',
        values: ['0'],
      },
    },
  ],
  [
    { cost: '0' },
    {
      cost: 'Free',
      cost_details: {
        currency_symbol: '$',
        currency_code: 'USD',
        currency_position: 'prefix',
        values: ['0'],
      },
    },
  ],
  [
    { cost: 20 },
    {
      cost: '$20',
      cost_details: {
        currency_symbol: '$',
        currency_code: 'USD',
        currency_position: 'prefix',
        values: ['20'],
      },
    },
  ],
  [
    { cost: '$20' },
    {
      cost: '$20',
      cost_details: {
        currency_symbol: '$',
        currency_code: 'USD',
        currency_position: 'prefix',
        values: ['20'],
      },
    },
  ],
  [
    { cost: '20 USD' },
    {
      cost: '20USD',
      cost_details: {
        currency_symbol: 'USD',
        currency_code: 'USD',
        currency_position: 'postfix',
        values: ['20'],
      },
    },
  ],
  [
    { cost: '€ 15' },
    {
      cost: '€15',
      cost_details: {
        currency_symbol: '€',
        currency_code: 'EUR',
        currency_position: 'prefix',
        values: ['15'],
      },
    },
  ],
  [
    { cost: '5,50' },
    {
      cost: '$5,50',
      cost_details: {
        currency_symbol: '$',
        currency_code: 'USD',
        currency_position: 'prefix',
        values: ['5.50'],
      },
    },
  ],
  [
    { cost: '1,234.56' },
    {
      cost: '$1,234.56',
      cost_details: {
        currency_symbol: '$',
        currency_code: 'USD',
        currency_position: 'prefix',
        values: ['1234.56'],
      },
    },
  ],
  [
    { cost: '10-25' },
    {
      cost: '$10 – $25',
      cost_details: {
        currency_symbol: '$',
        currency_code: 'USD',
        currency_position: 'prefix',
        values: ['10', '25'],
      },
    },
  ],
  [
    { cost: ['0$', '20$', '30$'] },
    {
      cost: 'Free – 30$',
      cost_details: {
        currency_symbol: '$',
        currency_code: 'USD',
        currency_position: 'postfix',
        values: ['0', '20', '30'],
      },
    },
  ],
  [
    { cost: [30, '5'] },
    {
      cost: '$5 – $30',
      cost_details: {
        currency_symbol: '$',
        currency_code: 'USD',
        currency_position: 'prefix',
        values: ['5', '30'],
      },
    },
  ],
  [
    { cost: 'donation' },
    {
      cost: 'donation',
      cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: ['donation'] },
    },
  ],
  [
    { cost: '' },
    { cost: '', cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] } },
  ],
  [
    { cost: [] },
    { cost: '', cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] } },
  ],
  [
    { cost: null },
    { cost: '', cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] } },
  ],
  [{ image: '' }, { image: false }],
  [{ image: null }, { image: false }],
  [{ image: 0 }, { image: false }],
  [{ image: '0' }, { image: false }],
  [{ image: false }, { image: false }],
  [{ categories: [] }, { categories: [] }],
  [{ tags: [] }, { tags: [] }],
  [{ categories: null }, { categories: [] }],
  [{ tags: null }, { tags: [] }],
  ...NOT_SENT.map((field): [Body, Body] => [{ [field]: null }, {}]),
  [
    {
      ...Object.fromEntries(NOT_SENT.map((field) => [field, null])),
      website: null,
      categories: null,
      tags: null,
      venue: null,
      organizer: null,
    },
    { website: '', categories: [], tags: [], venue: [], organizer: [] },
  ],
  [{ venue: [] }, { venue: [] }],
  [{ venue: '' }, { venue: [] }],
  [{ venue: 0 }, { venue: [] }],
  [{ venue: null }, { venue: [] }],
  [{ organizer: [] }, { organizer: [] }],
  [{ organizer: '' }, { organizer: [] }],
  [{ organizer: 0 }, { organizer: [] }],
  [{ organizer: null }, { organizer: [] }],
  [{ post_parent: 0 }, { post_parent: 0 }],
  [{ post_parent: null }, { post_parent: 0 }],
  [{ date: '2031-03-01 09:00:00' }, { date: '2031-03-01 09:00:00', date_utc: '2031-03-01 09:00:00' }],
  [
    { date_utc: '2031-03-01T09:00:00+02:00' },
    { date: '2031-03-01 07:00:00', date_utc: '2031-03-01 07:00:00' },
  ],
  [
    { date: '2031-03-01 09:00', date_utc: '2031-03-02 10:00' },
    { date: '2031-03-02 10:00:00', date_utc: '2031-03-02 10:00:00' },
  ],
  [{ date: '1900000000' }, { date: '2030-03-17 17:46:40', date_utc: '2030-03-17 17:46:40' }],
  [{ status: 'draft' }, { status: 'draft' }],
  [{ status: 'pending' }, { status: 'pending' }],
  [{ status: 'private' }, { status: 'private' }],
  [{ status: 'future' }, {}],
  [
    { status: 'publish', date: '2031-06-01' },
    { status: 'future', date: '2031-06-01 00:00:00', date_utc: '2031-06-01 00:00:00' },
  ],
  [
    { date: '2031-06-01' },
    { status: 'future', date: '2031-06-01 00:00:00', date_utc: '2031-06-01 00:00:00' },
  ],
  [{ author: 1 }, {}],
];

const NO_COST = { currency_symbol: '', currency_code: '', currency_position: '', values: [] };

/** Only REST reads these forms; GraphQL has types of its own. */
const REST_CHANGES: [sent: Body, changed: Body][] = [
  [{ unknown_field: 1, id: 999_999 }, {}],
  [{ show_map: 'true' }, { show_map: true }],
  [{ show_map: '1' }, { show_map: true }],
  [{ show_map: 1 }, { show_map: true }],
  [{ featured: 'false' }, { featured: false }],
  [{ featured: 'FALSE' }, { featured: false }],
  [{ featured: '0' }, { featured: false }],
  [{ featured: 0 }, { featured: false }],
  [{ categories: '' }, { categories: [] }],
  [{ tags: '' }, { tags: [] }],
  [{ post_parent: '0' }, { post_parent: 0 }],
  [{ post_parent: '' }, { post_parent: 0 }],
  [{ categories: [''] }, { categories: [] }],
  [{ tags: ['', ' '] }, { tags: [] }],
  [{ venue: [''] }, { venue: [] }],
  [{ organizer: [''] }, { organizer: [] }],
  [{ cost: [''] }, { cost: '', cost_details: NO_COST }],
  [{ status: 'DRAFT' }, { status: 'draft' }],
];

const rows: [Face, Body, Body][] = [
  ...FACES.flatMap((face) => CHANGES.map(([sent, changed]): [Face, Body, Body] => [face, sent, changed])),
  ...REST_CHANGES.map(([sent, changed]): [Face, Body, Body] => ['REST', sent, changed]),
];

describe('a change of just one field leaves everything else as it is', () => {
  let parent: number;
  const full = (): Body => ({
    ...REQUIRED,
    description: '<p>Old</p>',
    excerpt: 'Old',
    timezone: 'UTC',
    image: 'https://img.example/old.png',
    cost: '$7',
    website: 'https://old.example/',
    show_map: false,
    show_map_link: false,
    hide_from_listings: true,
    sticky: true,
    featured: true,
    ticketed: true,
    categories: ['Walks'],
    tags: ['outdoor', 'free'],
    venue: { venue: 'Boathouse' },
    organizer: [{ organizer: 'Walkers' }, { organizer: 'Rowers' }],
    post_parent: parent,
    date: '2031-02-01 10:00:00',
  });
  beforeAll(async () => {
    world.moveTo(NOW);
    parent = (await world.make('event', REQUIRED)).id;
  });

  test.each(rows)('%s %j -> %j', async (face, sent, changed) => {
    world.moveTo(NOW);
    const before = await world.make('event', full());
    world.moveTo(LATER);
    const answer = await world.change(face, 'event', before.id, sent);
    expect(answer).toMatchObject({ status: 200 });
    expect(difference(before, answer.body)).toEqual(changed);
    expect(answer.body.modified).toBe(Object.keys(changed).length > 0 ? LATER : NOW);
    expect(await world.read('event', before.id)).toEqual(answer.body);
  });

  test.each(['POST', 'PUT', 'PATCH'])('%s is the same operation', async (method) => {
    const before = await world.make('event', full());
    const response = await world.server.request(method, `/events/${before.id}`, { sticky: false });
    expect(response.status).toBe(200);
    expect(difference(before, (await restAnswer(response)).body)).toEqual({ sticky: false });
  });
});

/** A value that is refused, with the REST names of what is named in the answer. */
const REFUSED: [sent: Body, failing: string[]][] = [
  [{ title: '' }, ['title']],
  [{ title: '   ' }, ['title']],
  [{ title: '<b></b>' }, ['title']],
  [{ title: '\u200b' }, ['title']],
  [{ title: ' \u2060\u00ad\ufeff\u3164 ' }, ['title']],
  [{ title: 5 }, ['title']],
  [{ title: ['x'] }, ['title']],
  [{ title: 'x'.repeat(1001) }, ['title']],
  [{ title: 'a\0b' }, ['title']],
  [{ description: 5 }, ['description']],
  [{ description: ['x'] }, ['description']],
  [{ excerpt: true }, ['excerpt']],
  [{ slug: '' }, ['slug']],
  [{ slug: ' ' }, ['slug']],
  [{ slug: 7 }, ['slug']],
  [{ status: 'bogus' }, ['status']],
  [{ status: '' }, ['status']],
  [{ status: 'any' }, ['status']],
  [{ status: 'auto-draft' }, ['status']],
  [{ timezone: 'Mars/Olympus' }, ['timezone']],
  [{ timezone: 'utc+2' }, ['timezone']],
  [{ timezone: 'UTC+15' }, ['timezone']],
  [{ timezone: 5 }, ['timezone']],
  [{ all_day: 'maybe' }, ['all_day']],
  [{ all_day: 2 }, ['all_day']],
  [{ show_map: 'yes' }, ['show_map']],
  [{ show_map_link: [] }, ['show_map_link']],
  [{ hide_from_listings: 'on' }, ['hide_from_listings']],
  [{ sticky: {} }, ['sticky']],
  [{ featured: 'x' }, ['featured']],
  [{ ticketed: 'x' }, ['ticketed']],
  [{ website: 'a.example' }, ['website']],
  [{ website: 'ftp://a.example' }, ['website']],
  [{ website: 'javascript:alert(1)' }, ['website']],
  [{ website: 'mailto:a@a.example' }, ['website']],
  [{ website: '//a.example' }, ['website']],
  [{ website: 'https://user:pass@a.example' }, ['website']],
  [{ website: 'https://a b.example' }, ['website']],
  [{ website: 5 }, ['website']],
  [{ cost: true }, ['cost']],
  [{ cost: { amount: 5 } }, ['cost']],
  [{ cost: [[5]] }, ['cost']],
  [{ cost: 'x'.repeat(201) }, ['cost']],
  [{ image: 999_999 }, ['image']],
  [{ image: '999999' }, ['image']],
  [{ image: 'picture.png' }, ['image']],
  [{ image: 'ftp://a.example/x.png' }, ['image']],
  [{ image: 'data:image/png;base64,AA' }, ['image']],
  [{ image: -1 }, ['image']],
  [{ image: {} }, ['image']],
  [{ image: true }, ['image']],
  [{ author: 999_999 }, ['author']],
  [{ author: 0 }, ['author']],
  [{ author: -1 }, ['author']],
  [{ author: 'nobody' }, ['author']],
  [{ date: 'soonish' }, ['date']],
  [{ date: '' }, ['date']],
  [{ date: '2031-02-30' }, ['date']],
  [{ date_utc: '2031-13-01' }, ['date_utc']],
  [{ start_date: 'soonish' }, ['start_date']],
  [{ start_date: '' }, ['start_date']],
  [{ start_date: '0' }, ['start_date']],
  [{ start_date: '2031-02-30 10:00:00' }, ['start_date']],
  [{ start_date: '2031-04-05 25:00' }, ['start_date']],
  [{ start_date: ['2031-04-05'] }, ['start_date']],
  [{ end_date: '2031-00-10' }, ['end_date']],
  [{ end_date: {} }, ['end_date']],
  [{ start_date: '2031-04-05 10:00', end_date: '2031-04-05 09:59:59' }, ['end_date']],
  [{ venue: 999_999 }, ['venue']],
  [{ venue: 'Some hall' }, ['venue']],
  [{ venue: true }, ['venue']],
  [{ venue: -5 }, ['venue']],
  [{ venue: 1.5 }, ['venue']],
  [{ venue: [[1]] }, ['venue']],
  [{ venue: { venue: '' } }, ['venue']],
  [{ venue: { city: 'Rome' } }, ['venue']],
  [{ venue: { venue: 'X', website: 'bad' } }, ['venue']],
  [{ venue: { id: 999_999 } }, ['venue']],
  [{ organizer: 999_999 }, ['organizer']],
  [{ organizer: 'Some club' }, ['organizer']],
  [{ organizer: { organizer: ' ' } }, ['organizer']],
  [{ organizer: [{ organizer: 'X', website: 'bad' }] }, ['organizer']],
  [{ organizer: [{ email: 'a@a.example' }] }, ['organizer']],
  [{ categories: [999_999] }, ['categories']],
  [{ categories: ['999999'] }, ['categories']],
  [{ categories: [-1] }, ['categories']],
  [{ categories: [{}] }, ['categories']],
  [{ categories: [true] }, ['categories']],
  [{ tags: [999_999] }, ['tags']],
  [{ tags: [['x']] }, ['tags']],
  [{ tags: ['x'.repeat(201)] }, ['tags']],
  [{ post_parent: 999_999 }, ['post_parent']],
  [{ post_parent: -1 }, ['post_parent']],
  [{ post_parent: 'x' }, ['post_parent']],
  [
    { status: 'x', cost: true, website: 'x', sticky: 'x', end_date: 'x' },
    ['cost', 'end_date', 'status', 'sticky', 'website'],
  ],
  [
    {
      image: 999_999,
      venue: 999_999,
      organizer: 999_999,
      tags: [999_999],
      categories: [999_999],
      author: 999_999,
      timezone: 'x',
      post_parent: 999_999,
    },
    ['author', 'categories', 'image', 'organizer', 'post_parent', 'tags', 'timezone', 'venue'],
  ],
];
/** What GraphQL refuses or takes otherwise: it has types of its own. */
const NOT_IN_GRAPHQL = new Set(['{"all_day":2}', '{"sticky":{}}', '{"show_map_link":[]}']);

describe.each(FACES)('refused through %s, and nothing is stored', (face) => {
  let event: Body & { id: number };
  let before: Body;
  beforeAll(async () => {
    world.moveTo(NOW);
    event = await world.make('event', { ...REQUIRED, title: `Steady ${face}` });
    before = await world.counts();
  });
  afterAll(async () => {
    expect(await world.counts()).toEqual(before);
    expect(await world.read('event', event.id)).toEqual(event);
  });
  const refused = REFUSED.filter(([sent]) => face === 'REST' || !NOT_IN_GRAPHQL.has(JSON.stringify(sent)));

  test.each(refused)('create %j -> 400 %j', async (sent, failing) => {
    const answer = await world.create(face, 'event', { ...REQUIRED, ...sent });
    expect(answer).toMatchObject({ status: 400, failing });
    expect(answer.code).toMatch(/^rest_(invalid_param|missing_callback_param)$/);
    if (face === 'GraphQL') for (const name of answer.named) expect(name).toMatch(/^input\./);
  });

  test.each(refused)('change %j -> 400 %j', async (sent, failing) => {
    expect(await world.change(face, 'event', event.id, sent)).toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
      failing,
    });
  });

  test('through REST, what has the wrong form and what has no meaning are named together', async () => {
    const answer = await world.change('REST', 'event', event.id, {
      status: 'x',
      cost: true,
      venue: 999_999,
      timezone: 'x',
      title: '<i></i>',
    });
    expect(answer).toMatchObject({ status: 400, failing: ['cost', 'status', 'timezone', 'title', 'venue'] });
  });

  test.each(['title', 'start_date', 'end_date'])('a new event needs %s, and null is none', async (field) => {
    expect(await world.create(face, 'event', { ...REQUIRED, [field]: null })).toMatchObject({
      status: 400,
      failing: [field],
    });
  });

  test('an event without anything names all three', async () => {
    expect(await world.create(face, 'event', {})).toMatchObject({
      status: 400,
      failing: ['end_date', 'start_date', 'title'],
    });
  });
});
