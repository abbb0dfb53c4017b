import type { Body } from '../support/words.ts';

/** Required fields: on a change, null counts as absent. */
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
  ...['event_status', 'is_virtual'],
];

/** Sent alone to an event with every field filled -> all changes. */
export const CHANGES: [sent: Body, changed: Body][] = [
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
  [{ event_status: 'postponed' }, { event_status: 'postponed' }],
  // The reason is cleared along with its status.
  [{ event_status: 'scheduled' }, { event_status: 'scheduled', event_status_reason: '' }],
  [
    { event_status: 'scheduled', event_status_reason: 'Another hall' },
    { event_status: 'scheduled', event_status_reason: 'Another hall' },
  ],
  [
    { event_status: 'scheduled', event_status_reason: 'Flood' },
    { event_status: 'scheduled', event_status_reason: '' },
  ],
  [{ event_status: 'canceled' }, {}],
  [{ event_status_reason: ' High\r\n<b>water</b>\t ' }, { event_status_reason: 'High water' }],
  [{ event_status_reason: '' }, { event_status_reason: '' }],
  [{ event_status_reason: null }, { event_status_reason: '' }],
  [{ is_virtual: true }, { is_virtual: true }],
  // A new address makes the event take place online; the old one, sent back, does not.
  [{ virtual_url: 'https://meet.example/2' }, { virtual_url: 'https://meet.example/2', is_virtual: true }],
  [{ virtual_url: 'https://meet.example/1' }, {}],
  [{ virtual_url: 'https://meet.example/2', is_virtual: false }, { virtual_url: 'https://meet.example/2' }],
  [
    { virtual_url: ' HTTPS://meet.example/a b?"q" ' },
    { virtual_url: 'HTTPS://meet.example/a%20b?%22q%22', is_virtual: true },
  ],
  [{ virtual_url: '' }, { virtual_url: '' }],
  [{ virtual_url: null }, { virtual_url: '' }],
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
      cost: '20 USD',
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
      cost: '€ 15',
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
      ...Object.fromEntries(NOT_SENT.filter((field) => field !== 'date_utc').map((field) => [field, null])),
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

/** Only REST reads these forms; GraphQL has its own types. */
export const REST_CHANGES: [sent: Body, changed: Body][] = [
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
  [{ event_status: 'Postponed' }, { event_status: 'postponed' }],
  [{ event_status: 'CANCELLED' }, {}],
];
