import type { Report } from '../../src/transfer/import/report.ts';
import { EVENTS, SITE, SPARSE } from './events-calendar.ts';
import { LOGIN, type Replay, replaySite } from './replay.ts';
import { sums } from './sums.ts';
import { ALL, openTaking, type Taking } from './taking.ts';

let site: Replay;
let ours: Taking;
let first: Report;
beforeAll(async () => {
  [site, ours] = await Promise.all([replaySite({ most: 3 }), openTaking()]);
  first = await ours.take(site.url);
});
afterAll(() => Promise.all([site.stop(), ours.stop()]));
afterEach(() => {
  site.events = EVENTS;
});

test('a site with The Events Calendar is imported unchanged: texts, instants, venues, organizers, terms, images', async () => {
  expect(first.refused).toEqual([]);
  expect(sums(first)).toEqual({ created: 17, changed: 0, unchanged: 0, refused: 0 });
  const { events } = await ours.get(ALL);
  expect(events.map(({ title }: { title: string }) => title)).toEqual([
    ...['Long ago', 'Rock ’n’ Roll & more', 'At the other hall', 'Джаз', 'Festival', 'Moved', 'Offset'],
    'Night shift',
  ]);
  expect(await ours.eventOf('rock')).toMatchObject({
    start_date: '2031-06-01 10:00:00',
    utc_start_date: '2031-06-01 08:00:00',
    timezone: 'Europe/Rome',
    date_utc: '2031-01-02 09:00:00',
    cost: '$12 – $20',
    is_virtual: true,
    virtual_url: 'https://meet.example/?a=1&b=2',
    event_status: 'scheduled',
    website: 'https://rock.example/?x=1&y=2',
    featured: true,
    image: { url: `https://${SITE}/wp-content/uploads/rock.jpg` },
    description: expect.stringMatching(/^<p>It’s <strong>loud<\/strong>\.<\/p>\s*$/),
    global_id_lineage: [expect.stringMatching('ours'), `${SITE}?id=1002`, 'older.example?id=7'],
    categories: [{ name: 'Jazz & Blues', slug: 'jazz-blues' }],
    tags: [{ name: 'open air' }],
    venue: { venue: 'Town Hall', address: '1 North Road', city: 'Springfield', country: 'US' },
    organizer: [
      { organizer: 'Friends of the Park', slug: 'friends' },
      { organizer: 'Ada O’Neil', email: 'ada@example.org', phone: '555' },
    ],
  });
  expect(await ours.eventOf('festival')).toMatchObject({
    all_day: true,
    start_date: '2031-07-02 00:00:00',
    end_date: '2031-07-04 23:59:59',
    utc_end_date: '2031-07-05 03:59:59',
    cost: 'Free',
    website: '',
    image: false,
    venue: {
      venue: 'Café “Zur Post”',
      website: 'https://cafe.example/?a=1&b=2',
      zip: '1010',
      image: { url: `https://${SITE}/wp-content/uploads/cafe.jpg` },
    },
  });
  expect(await ours.eventOf('night-shift')).toMatchObject({
    start_date: '2031-10-26 02:30:00',
    utc_start_date: '2031-10-26 01:30:00',
  });
  expect(await ours.eventOf('moved')).toMatchObject({
    utc_start_date: '2031-08-01 11:00:00',
    timezone: 'Asia/Tokyo',
  });
  expect(await ours.eventOf('offset')).toMatchObject({
    utc_start_date: '2031-08-02 23:30:00',
    timezone: 'UTC-3.5',
  });
  const { categories } = await ours.get('/categories?hide_empty=false');
  const [jazz, music, unused] = categories;
  expect([jazz.name, music.name, unused.name]).toEqual(['Jazz & Blues', 'Music', 'Not used yet']);
  expect(jazz.parent).toBe(music.id);
});

test('two venues with one name stay two', async () => {
  const { venues } = await ours.get('/venues?search=town');
  expect(venues.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(['town-hall', 'town-hall-2']);
  expect((await ours.eventOf('other-hall')).venue).toMatchObject({ description: '<p>The other one.</p>' });
});

test('a second run changes nothing, and later changes of the site apply', async () => {
  const before = await ours.get(ALL);
  expect(sums(await ours.take(site.url))).toEqual({ created: 0, changed: 0, unchanged: 17, refused: 0 });
  expect(await ours.get(ALL)).toEqual(before);
  site.events = site.events.map((event, at) =>
    at === 2 ? { ...event, title: 'Renamed', venue: [] } : event,
  );
  expect((await ours.take(site.url)).counts.event).toEqual({ created: 0, changed: 1, unchanged: 7 });
  expect(await ours.eventOf('other-hall')).toMatchObject({ title: 'Renamed', venue: [] });
});

test('missing fields are empty', async () => {
  site.events = [SPARSE];
  expect(sums(await ours.take(site.url))).toMatchObject({ refused: 0 });
  expect(await ours.eventOf('sparse')).toMatchObject({
    // The clock of the site.
    timezone: 'Europe/Rome',
    utc_start_date: '2031-09-01 08:00:00',
    venue: [],
    organizer: [],
    image: false,
    global_id_lineage: [expect.any(String), '127.0.0.1?id=1011'],
  });
});

test('a login imports drafts and private events, and is sent to the site alone', async () => {
  site.requests.length = 0;
  expect(sums(await ours.take(site.root, { login: LOGIN }))).toMatchObject({ created: 2, refused: 0 });
  const { events } = await ours.get(`${ALL}&status=draft,private`);
  expect(events).toMatchObject([
    { title: 'Half done', status: 'draft' },
    { title: 'Board meeting', status: 'private' },
  ]);
  expect(site.requests.length).toBeGreaterThan(0);
  expect(site.requests.every(({ authorization }) => authorization !== undefined)).toBe(true);
});
