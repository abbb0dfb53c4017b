import { cacheCounts } from '../support/cache-counts.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';

/** Which answers are given again after which changes, by the instance that made them and by another one. */
let server: TestServer;
let other: TestServer;
let ids: Record<'event' | 'sameTag' | 'free' | 'venue' | 'empty' | 'organizer' | 'tag' | 'later', number>;

const make = async (path: string, body: object): Promise<number> => {
  const answer = await server.request('POST', path, body);
  expect(answer.status).toBe(201);
  return (await answer.json()).id;
};
const event = (title: string, fields: object = {}): object => ({
  title,
  start_date: '2031-05-01 10:00',
  end_date: '2031-05-01 12:00',
  ...fields,
});

beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ database: server.database });
  const tag = await make('/tags', { name: 'open air' });
  const venue = await make('/venues', { venue: 'Hall' });
  const organizer = await make('/organizers', { organizer: 'Band' });
  ids = {
    tag,
    venue,
    organizer,
    empty: await make('/venues', { venue: 'Empty' }),
    event: await make('/events', event('Concert', { venue, organizer, tags: [tag] })),
    sameTag: await make('/events', event('Of the same tag', { tags: [tag] })),
    free: await make('/events', event('Of no tag')),
    later: await make('/events', event('Later', { tags: [tag], date: '2040-01-01 12:00:00' })),
  };
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const SINGLE = () => `/events/${ids.event}`;
const BY_SLUG = () => '/events/by-slug/concert';
const LIST = () => '/events?start_date=2031-01-01';
const VENUE = () => `/venues/${ids.venue}`;
const VENUES = () => '/venues?per_page=5';
const USED = () => '/venues?has_events=true';
const TAGS = () => '/tags?per_page=5';

type Change = [what: string, change: () => Promise<Response>, invalidates: readonly (() => string)[]];
let round = 0;
const patch = (path: string, body: object) => server.request('PATCH', path, body);
const next = (): string => `${++round}`;
const CHANGES: Change[] = [
  [
    'a venue that nothing shows',
    () => patch(`/venues/${ids.empty}`, { phone: next() }),
    [LIST, VENUES, USED],
  ],
  [
    'its venue',
    () => patch(`/venues/${ids.venue}`, { phone: next() }),
    [SINGLE, BY_SLUG, LIST, VENUE, VENUES, USED],
  ],
  ['its organizer', () => patch(`/organizers/${ids.organizer}`, { phone: next() }), [SINGLE, BY_SLUG, LIST]],
  ['itself', () => patch(`/events/${ids.event}`, { excerpt: next() }), [SINGLE, BY_SLUG, LIST, USED]],
  ['another event', () => patch(`/events/${ids.free}`, { excerpt: next() }), [LIST, USED]],
  ['another event of its tag', () => patch(`/events/${ids.sameTag}`, { excerpt: next() }), [LIST, USED]],
  ['a new event', () => server.request('POST', '/events', event(next())), [LIST, USED]],
  [
    'a new event of its tag, which is counted',
    () => server.request('POST', '/events', event(next(), { tags: [ids.tag] })),
    [SINGLE, BY_SLUG, LIST, USED, TAGS],
  ],
  [
    'a tag less of another event',
    () => patch(`/events/${ids.sameTag}`, { tags: [] }),
    [SINGLE, BY_SLUG, LIST, USED, TAGS],
  ],
  [
    'the date of another event of its tag, which is counted from then on',
    () => patch(`/events/${ids.later}`, { date: '2020-01-01 12:00:00' }),
    [VENUE, SINGLE, BY_SLUG, LIST, VENUES, USED, TAGS],
  ],
  ['its tag', () => patch(`/tags/${ids.tag}`, { name: `open air ${next()}` }), [SINGLE, BY_SLUG, LIST, TAGS]],
  ['a tag of none', () => server.request('POST', '/tags', { name: next() }), [LIST, TAGS]],
  [
    'its image',
    () => patch(`/events/${ids.event}`, { image: `https://pictures.example/${next()}` }),
    [SINGLE, BY_SLUG, LIST, USED],
  ],
  [
    'an event that is erased',
    () => server.request('DELETE', `/events/${ids.sameTag}?force=true`),
    [LIST, USED],
  ],
];

/** Whether an answer is computed, and what it says. */
async function requested(at: TestServer, path: string): Promise<{ computed: boolean; text: string }> {
  const { hits } = cacheCounts();
  const text = await (await fetch(at.rest + path)).text();
  return { computed: cacheCounts().hits === hits, text: text.replaceAll(at.url, '') };
}

test.each(CHANGES)('%s', async (_what, change, invalidates) => {
  const paths = [VENUE, SINGLE, BY_SLUG, LIST, VENUES, USED, TAGS];
  for (const at of [server, other]) {
    await settled(at);
    for (const path of paths) await requested(at, path());
    for (const path of paths)
      expect([path(), (await requested(at, path())).computed]).toEqual([path(), false]);
  }
  expect((await change()).ok).toBe(true);
  await settled(other);
  for (const at of [server, other])
    for (const path of paths)
      expect([path(), (await requested(at, path())).computed]).toEqual([path(), invalidates.includes(path)]);
  // Whatever is given again is right.
  for (const path of paths) {
    const computed = await fetch(`${server.rest}${path()}`, { headers: { prefer: `x${next()}` } });
    expect((await requested(other, path())).text).toBe((await computed.text()).replaceAll(server.url, ''));
  }
});
