/*
 * The responses of a site with The Events Calendar, in its form: texts with entities, authors as texts, empty keys left
 * out of venues and organizers, `false` for no image and an empty list for no venue, the address of an event in place
 * of an unset website.
 */

export const SITE = 'cal.example.org';
const globalIds = (id: number) => ({
  global_id: `${SITE}?id=${id}`,
  global_id_lineage: [`${SITE}?id=${id}`],
});

const details = (date: string) => {
  const [year, month, day, hour, minutes, seconds] = date.split(/[- :]/);
  return { year, month, day, hour, minutes, seconds };
};

const post = (id: number, slug: string) => ({
  id,
  author: '1',
  status: 'publish',
  date: '2031-01-02 10:00:00',
  date_utc: '2031-01-02 09:00:00',
  modified: '2031-01-03 10:00:00',
  modified_utc: '2031-01-03 09:00:00',
  slug,
});

const image = (id: number, name: string) => ({
  url: `https://${SITE}/wp-content/uploads/${name}.jpg`,
  id,
  extension: 'jpg',
  width: 1200,
  height: 800,
  sizes: {
    thumbnail: { width: 150, height: 150, 'mime-type': 'image/jpeg', url: `https://${SITE}/t/${name}.jpg` },
  },
});

const term = (id: number, taxonomy: string, name: string, slug: string, parent = 0) => ({
  id,
  count: 1,
  description: '',
  name,
  slug,
  taxonomy,
  parent,
  meta: [],
  url: `https://${SITE}/events/${slug}/`,
  urls: {},
});
const embedded = ({ id, name, slug, taxonomy, parent, count }: ReturnType<typeof term>) => ({
  name,
  slug,
  term_group: 0,
  term_taxonomy_id: id,
  taxonomy,
  description: '',
  parent,
  count,
  filter: 'raw',
  id,
  urls: { self: `https://${SITE}/wp-json/tribe/events/v1/categories/${id}` },
});

const JAZZ = term(21, 'tribe_events_cat', 'Jazz &amp; Blues', 'jazz-blues', 22);
const MUSIC = term(22, 'tribe_events_cat', 'Music', 'music');
const EMPTY = { ...term(23, 'tribe_events_cat', 'Not used yet', 'not-used-yet'), count: 0 };
const OPEN_AIR = term(31, 'post_tag', 'open air', 'open-air');
export const CATEGORIES = [JAZZ, MUSIC, EMPTY];
export const TAGS = [OPEN_AIR];

const venue = (id: number, name: string, slug: string, fields: object) => ({
  ...post(id, slug),
  url: `https://${SITE}/venue/${slug}/`,
  venue: name,
  ...fields,
  json_ld: { '@type': 'Place' },
  show_map: true,
  show_map_link: true,
  ...globalIds(id),
});
const NORTH = venue(101, 'Town Hall', 'town-hall', {
  address: '1 North Road',
  city: 'Springfield',
  country: 'US',
});
/** Another venue of the same name and city; only its id differs. */
const SOUTH = venue(102, 'Town Hall', 'town-hall-2', {
  city: 'Springfield',
  description: '<p>The other one.</p>',
});
const CAFE = venue(103, 'Caf&#233; &#8220;Zur Post&#8221;', 'cafe-zur-post', {
  image: image(501, 'cafe'),
  website: 'https://cafe.example/?a=1&b=2',
  phone: '+43 1',
  zip: '1010',
});
export const VENUES = [CAFE, SOUTH, NORTH];

const organizer = (id: number, name: string, slug: string, fields: object) => ({
  ...post(id, slug),
  url: `https://${SITE}/organizer/${slug}/`,
  organizer: name,
  ...fields,
  json_ld: { '@type': 'Person' },
  ...globalIds(id),
});
const ADA = organizer(201, 'Ada O&#8217;Neil', 'ada-oneil', { email: 'ada@example.org', phone: '555' });
const BARE = organizer(202, 'Friends of the Park', 'friends', {});
export const ORGANIZERS = [ADA, BARE];

const event = (
  id: number,
  title: string,
  slug: string,
  [start, end]: [string, string],
  fields: object = {},
) => ({
  ...post(id, slug),
  ...globalIds(id),
  url: `https://${SITE}/event/${slug}/`,
  rest_url: `https://${SITE}/wp-json/tribe/events/v1/events/${id}`,
  title,
  description: '',
  excerpt: '',
  image: false,
  all_day: false,
  start_date: start,
  start_date_details: details(start),
  end_date: end,
  end_date_details: details(end),
  utc_start_date: start,
  utc_end_date: end,
  timezone: 'UTC',
  timezone_abbr: 'UTC',
  cost: '',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  website: `https://${SITE}/event/${slug}/`,
  show_map: true,
  show_map_link: true,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  categories: [] as object[],
  tags: [] as object[],
  venue: [] as object,
  organizer: [] as object[],
  json_ld: { '@type': 'Event', name: 'something else' },
  ...fields,
});

const DAY: [string, string] = ['2031-06-01 10:00:00', '2031-06-01 12:00:00'];

export const EVENTS = [
  event(1001, 'Long ago', 'long-ago', ['1999-12-31 22:00:00', '2000-01-01 01:00:00']),
  event(1002, 'Rock &#8217;n&#8217; Roll &#038; <em>more</em>', 'rock', DAY, {
    description: '<p>It&#8217;s <strong>loud</strong>.</p>\n<script>alert(1)</script>',
    // Virtual Events, another plugin of the same vendor, adds these two.
    is_virtual: true,
    virtual_url: 'https://meet.example/?a=1&#038;b=2',
    timezone: 'Europe/Rome',
    utc_start_date: '2031-06-01 08:00:00',
    utc_end_date: '2031-06-01 10:00:00',
    image: image(502, 'rock'),
    cost: '&#36;12 &#8211; &#36;20',
    website: 'https://rock.example/?x=1&amp;y=2',
    categories: [embedded(JAZZ)],
    tags: [embedded(OPEN_AIR)],
    featured: true,
    venue: NORTH,
    organizer: [BARE, ADA],
    global_id_lineage: [`${SITE}?id=1002`, 'older.example?id=7'],
  }),
  event(1003, 'At the other hall', 'other-hall', DAY, { venue: SOUTH }),
  event(1004, 'Festival', 'festival', ['2031-07-02 00:00:00', '2031-07-04 23:59:59'], {
    all_day: true,
    timezone: 'America/New_York',
    utc_start_date: '2031-07-02 04:00:00',
    utc_end_date: '2031-07-05 03:59:59',
    cost: 'Free',
    venue: CAFE,
  }),
  // The clock shows 02:30 twice that night; this is the second.
  event(1005, 'Night shift', 'night-shift', ['2031-10-26 02:30:00', '2031-10-26 04:00:00'], {
    timezone: 'Europe/Rome',
    utc_start_date: '2031-10-26 01:30:00',
    utc_end_date: '2031-10-26 03:00:00',
  }),
  // The site has moved it to another zone, and kept the instants.
  event(1006, 'Moved', 'moved', ['2031-08-01 20:00:00', '2031-08-01 21:00:00'], {
    timezone: 'Asia/Tokyo',
    utc_start_date: '2031-08-01 20:00:00',
    utc_end_date: '2031-08-01 21:00:00',
  }),
  event(1007, 'Offset', 'offset', ['2031-08-02 20:00:00', '2031-08-02 21:00:00'], {
    timezone: 'UTC-3.5',
    utc_start_date: '2031-08-02 23:30:00',
    utc_end_date: '2031-08-03 00:30:00',
  }),
  event(1008, 'Джаз', '%d0%b4%d0%b6%d0%b0%d0%b7', DAY, { venue: [NORTH, SOUTH] }),
];

/** Events that only logged-in users see. */
export const HIDDEN = [
  event(1009, 'Half done', '', DAY, { status: 'draft', date_utc: '0000-00-00 00:00:00' }),
  event(1010, 'Board meeting', 'board', DAY, { status: 'private' }),
];

/** An event in the form of an old release, where most fields are missing. */
export const SPARSE = {
  id: 1011,
  title: 'Sparse',
  start_date: '2031-09-01 10:00:00',
  end_date: '2031-09-01 11:00:00',
};

/** Enough events to fill several transactions. */
export const WEEKLY = Array.from({ length: 130 }, (_, week) => {
  const day = new Date(Date.UTC(2032, 0, 1 + week)).toISOString().slice(0, 10);
  return event(
    2000 + week,
    `Market ${week + 1}`,
    `market-${week + 1}`,
    [`${day} 08:00:00`, `${day} 12:00:00`],
    {
      venue: NORTH,
      organizer: [BARE],
    },
  );
});
