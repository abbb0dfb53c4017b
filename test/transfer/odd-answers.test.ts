import { WEEKLY } from './events-calendar.ts';
import { type Replay, replaySite } from './replay.ts';
import { sums } from './sums.ts';
import { openTaking, type Taking } from './taking.ts';

let site: Replay;
let ours: Taking;
beforeAll(async () => {
  [site, ours] = await Promise.all([replaySite(), openTaking()]);
});
afterAll(() => Promise.all([site.stop(), ours.stop()]));

const [market = {}] = WEEKLY;
const event = (id: number, fields: object): object => ({
  ...market,
  id,
  global_id: `x.example?id=${id}`,
  global_id_lineage: [],
  ...fields,
});

const REFUSED: [event: unknown, reason: string | RegExp][] = [
  [null, /; start The date is empty/],
  ['nonsense', /\bstart /],
  [[], /\bstart /],
  [{ id: -1, title: ['x'] }, /\bstart /],
  [event(1, { title: '<b></b>' }), 'title must not be empty'],
  [event(2, { title: 'x'.repeat(5_000) }), 'title must be at most 1000 characters long'],
  [event(3, { title: 'a\0b' }), 'title must not contain the character NUL'],
  [event(4, { start_date: 'nonsense', utc_start_date: 'worse' }), /^start "nonsense" is not a date/],
  [
    event(5, { end_date: '1990-01-01 00:00:00', utc_end_date: '' }),
    'end the event would end before it starts',
  ],
  [event(6, { date_utc: 'nonsense' }), /dateUtc "nonsense" is not a date/],
  [event(7, { image: { url: 'ftp://x/y.png' } }), /image Use an absolute address/],
  [event(8, { website: 'javascript:alert(1)' }), /website Use an absolute address/],
  [event(9, { global_id: 'a\0b' }), 'has a global id or UID that cannot be stored'],
  [event(10, { global_id: 'x'.repeat(10_000) }), 'has a global id or UID that cannot be stored'],
];

const TAKEN: object[] = [
  event(20, { timezone: 'Nowhere/Land', slug: '%E0%A4%A' }),
  event(21, { venue: 'nowhere', organizer: [5, null], categories: { a: 1 }, tags: 'none', image: [] }),
  event(22, { status: 'auto-draft', cost: { value: 5 }, post_parent: 'none', all_day: 'perhaps' }),
  event(99_999_999_999, { global_id: undefined, global_id_lineage: 'none', url: 5, excerpt: null }),
];

test('invalid records are rejected one by one with their reasons, and the others are imported', async () => {
  site.events = [...REFUSED.map(([one]) => Object(one)), ...TAKEN];
  const { refused, counts } = await ours.take(site.url);
  const reasons = refused.filter(({ at }) => at.startsWith('events')).map(({ reason }) => reason);
  const wanted = REFUSED.map(([, reason]) => expect.stringMatching(reason));
  expect(reasons).toEqual(wanted);
  expect(counts.event).toEqual({ created: TAKEN.length, changed: 0, unchanged: 0 });
  expect(sums(await ours.take(site.url))).toMatchObject({ created: 0, changed: 0, refused: REFUSED.length });
});

test('an organizer without a name is rejected, and so is the event that names it', async () => {
  site.events = [event(30, { organizer: [{ id: 5 }] })];
  const { refused } = await ours.take(site.url);
  expect(refused.map(({ reason }) => reason)).toEqual([
    'name must not be empty',
    'links to the organizer 127.0.0.1?id=5, which was not imported',
  ]);
});

test.each([
  ['invalid JSON', '<html>', 'something that is not JSON'],
  ['a value other than a list', '{"events":{"a":1}}', 'responds without events'],
  ['null instead of a list', 'null', 'responds without events'],
])('a site that responds with %s is reported', async (_what, body, message) => {
  site.before = (_request, response, url) => {
    if (!url.pathname.endsWith('/events')) return false;
    response.end(body);
    return true;
  };
  await expect(ours.take(site.url)).rejects.toThrow(message);
  site.before = () => false;
});
