import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../support/eventually.ts';
import { each, table, withIds } from '../support/table.ts';
import { APIS, type Api, type As, isRecord, type Kind, POSTS, recordsIn } from '../support/words.ts';
import type { World } from '../support/world.ts';
import { openVisibilityWorld, STATES } from './visibility.world.ts';

let world: World;
const ids: Record<string, number> = {};
const list = (kind: Kind, as: As) => ({ kind, world: () => world, ids: () => ids, as }) as const;

beforeAll(async () => {
  world = await openVisibilityWorld(ids);
});
afterAll(() => world.stop());

const EVERYONE = ['anonymous', 'subscriber', 'contributor', 'author'] as const;
const refusal = (as: As): number => (as === 'anonymous' ? 401 : 403);

describe.each(['anonymous', 'subscriber'] as const)('%s', (as) => {
  table('sees what is published', list('event', as), [
    ['', 'public orphan'],
    ['status=publish', 'public orphan'],
    ...each([...STATES, 'publish,draft', 'draft,trash'], (status) => `status=${status}`, refusal(as)),
    ...each(['bogus', 'any', 'auto-draft', 'publish,bogus'], (status) => `status=${status}`, 400, 'status'),
    ['include={draft},{public},{trash},{future}', 'public'],
    ['search=draft', ''],
    ['tags=only-draft', ''],
    ['categories=music', 'public'],
    ['venue={v-publish}', 'public'],
    ...each([...STATES.map((state) => `{v-${state}}`), '{gone}'], (id) => `venue=${id}`, 400, 'venue'),
    ...each(
      STATES.map((state) => `{o-${state}}`),
      (id) => `organizer=${id}`,
      400,
      'organizer',
    ),
    ['geoloc=true', ''],
    ['geoloc_lat=50&geoloc_lng=7', ''],
    ['geoloc=false', 'public orphan'],
    ...each(STATES, (state) => `post_parent={${state}}`, 400, 'post_parent'),
  ]);
  table('sees published venues', list('venue', as), [
    ['', 'v-publish'],
    ['search=v', 'v-publish'],
    ['search=draft', ''],
    ['has_events=false', ''],
    ['has_events=true', 'v-publish'],
    ['event={public}', 'v-publish'],
    ...each(STATES, (status) => `status=${status}`, refusal(as)),
    ...each(STATES, (state) => `event={${state}}`, 400, 'event'),
  ]);
  table('sees published organizers', list('organizer', as), [
    ['', 'o-publish'],
    ['event={public}', 'o-publish'],
    ...each(STATES, (status) => `status=${status}`, refusal(as)),
  ]);
  table('sees used terms', list('tag', as), [
    ['', 'live'],
    ...each(STATES, (state) => `event={${state}}`, 400, 'event'),
  ]);
});

table('an author sees the own ones too', list('event', 'author'), [
  ['', 'public authors orphan'],
  ['status=draft', 'authors'],
  ['status=pending', ''],
  ['status=private', ''],
  ['status=future', ''],
  ['status=trash', ''],
  ['status=publish,draft', 'public authors orphan'],
  ['status=bogus', 400, 'status'],
  ['include={draft},{authors}', 'authors'],
  ['venue={v-draft}', 400, 'venue'],
  ['geoloc=true', ''],
]);
table('a contributor sees the own ones too', list('event', 'contributor'), [
  ['', 'public contributors orphan'],
  ['status=pending', 'contributors'],
  ['status=draft,pending,private,future,trash', 'contributors'],
  ['status=draft', ''],
]);
table('an editor sees everything but the trash', list('event', 'editor'), [
  ['', 'public draft pending private future authors contributors orphan'],
  ...each(
    ['pending,draft', 'draft, pending'],
    (status) => `status=${status}`,
    'draft pending authors contributors',
  ),
  ...each(['private', 'future', 'trash'], (status) => `status=${status}`, '').map(
    ([query]) => [query, query.slice(7)] as const,
  ),
  ['status=publish', 'public orphan'],
  ['status=bogus', 400, 'status'],
  ['venue={v-draft}', 'public'],
  ['venue={v-trash}', 400, 'venue'],
  ['geoloc=true', 'public'],
  ['geoloc_lat=50&geoloc_lng=7', 'public'],
  ['categories=music', 'public draft pending private future'],
]);

const nested =
  '{ event(by: { databaseId: $id }) { venue { name } venues { name } organizers { name } categories { eventCount events { totalCount nodes { title } } } } }';
test.each(EVERYONE)('to %s a public event shows published venues and organizers only', async (as) => {
  const { body } = await world.get(`/events/${ids.public}`, as);
  expect(body.venue).toMatchObject({ venue: 'v-publish' });
  expect(recordsIn(body.organizer).map(({ organizer }) => organizer)).toEqual(['o-publish']);
  expect(body.categories).toMatchObject([{ count: 1 }]);
  for (const state of STATES) expect(JSON.stringify(body)).not.toMatch(new RegExp(`[vo]-${state}`));
  const { event } = await world.query(`query($id: Int!) ${nested}`, as, { id: ids.public });
  expect(event).toEqual({
    venue: { name: 'v-publish' },
    venues: [{ name: 'v-publish' }],
    organizers: [{ name: 'o-publish' }],
    categories: [{ eventCount: 1, events: { totalCount: 1, nodes: [{ title: 'public' }] } }],
  });
});
test('an editor sees all of them, and the same count', async () => {
  const { event } = await world.query(`query($id: Int!) ${nested}`, 'editor', { id: ids.public });
  expect(isRecord(event) && recordsIn(event.venues).map(({ name }) => name)).toEqual([
    'v-publish',
    'v-draft',
    'v-pending',
    'v-private',
    'v-future',
  ]);
  expect(isRecord(event) && event.categories).toMatchObject([{ eventCount: 1, events: { totalCount: 5 } }]);
});
test('a venue in the trash is not shown with its events', async () => {
  for (const as of ['anonymous', 'editor'] as const)
    expect((await world.get(`/events/${ids.orphan}`, as)).body.venue).toEqual([]);
});

const singles = POSTS.flatMap((kind) => STATES.map((state) => [kind, state] as const));
test.each(singles)('only its author and editors see %s %s', async (kind, state) => {
  const key = withIds(kind === 'event' ? `{${state}}` : `{${kind.charAt(0)}-${state}}`, ids);
  for (const as of EVERYONE)
    expect(await world.get(`/${kind}s/${key}`, as)).toMatchObject({
      status: 403,
      body: { code: `${kind}-not-accessible` },
    });
  expect(await world.get(`/${kind}s/${key}`, 'editor')).toMatchObject({
    status: 200,
    body: { status: state },
  });
  const { errors } = await world.server.graphql(`{ ${kind}(by: { databaseId: ${key} }) { slug } }`, {}, {});
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', status: 403 });
});

test('venues of a list count the events visible to the caller', async () => {
  const text =
    '{ venues(filter: { search: "v-publish" }) { nodes { events { totalCount nodes { title } } } } }';
  const totals: unknown[] = [];
  for (const as of ['anonymous', 'author', 'editor'] as const) {
    const { venues } = await world.query(text, as);
    const [venue] = recordsIn(isRecord(venues) ? venues.nodes : []);
    totals.push(isRecord(venue?.events) ? venue.events.totalCount : undefined);
  }
  expect(totals).toEqual([1, 1, 5]);
});

describe('a scheduled record appears at its publication date', () => {
  const before = '2031-05-20 11:59:59';
  const moment = '2031-05-20 12:00:00';
  /** Everything that changes at that instant, as anonymous callers see it. */
  const seen = async (api: Api) => {
    const events = await world.list(api, 'event', 'start_date=2031-06-02&end_date=2031-06-02');
    const venues = await world.list(api, 'venue', 'search=future');
    const organizers = await world.list(api, 'organizer', withIds('event={public}', ids));
    const tags = await world.list(api, 'tag', '');
    const located = await world.list(api, 'event', 'geoloc=true');
    const single = await world.get(`/events/${ids.future}`);
    const category = await world.get(`/categories/${ids.music}`);
    return {
      events: events.total,
      venues: venues.total,
      organizers: organizers.names.length,
      tags: tags.total,
      located: located.total,
      single: single.status,
      count: category.body.count,
    };
  };
  const HIDDEN = { events: 0, venues: 0, organizers: 1, tags: 1, located: 0, single: 403, count: 1 };
  const SHOWN = { events: 1, venues: 1, organizers: 2, tags: 2, located: 1, single: 200, count: 2 };

  const states = async (): Promise<string> => {
    const single = (await world.get(`/events/${ids.future}`, 'editor')).body.status;
    const future = await world.list('REST', 'event', 'status=future', 'editor');
    const published = await world.list('REST', 'event', 'status=publish', 'editor');
    return `${single}: ${future.names.join(' ')}: ${published.names.join(' ')}`;
  };

  // The clock only moves forward.
  test('lists, single records, totals, counts and states change together', async () => {
    world.moveTo(before);
    for (let again = 0; again < 2; again++) {
      for (const api of APIS) expect(await seen(api)).toEqual(HIDDEN);
      expect(await states()).toBe('future: future: public orphan');
    }
    world.moveTo(moment);
    await eventually('all are published', async () => isDeepStrictEqual(await seen('REST'), SHOWN));
    for (let again = 0; again < 2; again++) {
      for (const api of APIS) expect(await seen(api)).toEqual(SHOWN);
      expect(await states()).toBe('publish: : public future orphan');
    }
  });
});
