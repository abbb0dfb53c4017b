import type { Body } from '../support/words.ts';

type Kind = 'venue' | 'organizer';
const LONG = 'x'.repeat(1001);

export const FULL: Record<Kind, Body> = {
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
  organizer: ['phone'],
};

/** Sent alone -> all changes; `undefined` for keys that disappear because they are empty. */
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
  [{ author: null, date: null, status: null }, {}],
  [{ date: null, date_utc: null }, {}],
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
    [{ email: ' Info@Club.example ' }, { email: 'Info@Club.example' }],
    [{ email: '' }, { email: undefined }],
    [{ email: null }, { email: undefined }],
  ],
};
/** The state or province shown by a venue outside the United States. */
const follows = (field: string, value: string): Body =>
  field === 'province' ? { stateprovince: value } : {};
export const changes = (kind: Kind): [Body, Body][] => [
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
/** Addresses that browsers refuse for `<input type=email>`. */
const NO_EMAILS = [
  ...['no mail', 'notmail', 'a@', '@b.example', 'a@b@c.example', 'a b@c.example', '<a@b.example>', 5, LONG],
  ...[
    'a@b.example?bcc=x@y.example',
    'a@-b.example',
    'a@b..example',
    'a@b.example,c@d.example',
    'a@b\u00fc.example',
  ],
  ...['a@b.example\nATTACH:x', 'a@b.example\u2028x', `a@${'b'.repeat(64)}.example`, ['a@b.example']],
];
export const refusals = (kind: Kind): [Body, string[]][] => [
  ...SHARED_REFUSED,
  ...['', ' ', '<i></i>', '\u200b\u2800', 5, ['x'], LONG].map((name): [Body, string[]] => [
    { [kind]: name },
    [kind],
  ]),
  ...TEXTS[kind].flatMap((field): [Body, string[]][] =>
    [5, true, ['x'], LONG].map((bad) => [{ [field]: bad }, [field]]),
  ),
  ...(kind === 'organizer' ? NO_EMAILS.map((email): [Body, string[]] => [{ email }, ['email']]) : []),
  ...(kind === 'venue'
    ? ([
        [{ geo_lat: 91, geo_lng: 0 }, ['geo_lat']],
        [{ geo_lat: 0, geo_lng: -181 }, ['geo_lng']],
        [{ geo_lat: 'north', geo_lng: 0 }, ['geo_lat']],
      ] as [Body, string[]][])
    : []),
];
