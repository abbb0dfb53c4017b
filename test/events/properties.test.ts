import fc from 'fast-check';
import { type As, type Body, isRecord, type Kind, LISTS, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import {
  anyEvent,
  anyFilter,
  CATEGORIES,
  type Filter,
  LINKS,
  local,
  type ModelEvent,
  NOW,
  parentOf,
  queryOf,
  shows,
} from './model.ts';

const EVENTS = 60;
const events: ModelEvent[] = fc.sample(anyEvent, EVENTS);
const eventIds: number[] = [];
const ids: Record<'venue' | 'organizer' | 'categories' | 'tags', number[]> = {
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
};
let world: World;

beforeAll(async () => {
  world = await openWorld({ roles: true, now: NOW });
  for (let i = 0; i < LINKS; i++) {
    ids.venue.push((await world.make('venue', { venue: `Venue ${i}` })).id);
    ids.organizer.push((await world.make('organizer', { organizer: `Organizer ${i}` })).id);
    ids.tags.push((await world.make('tag', { name: `Tag ${i}` })).id);
  }
  for (let i = 0; i < CATEGORIES; i++) {
    const parent = parentOf(i);
    const above = parent === undefined ? {} : { parent: ids.categories[parent] };
    ids.categories.push((await world.make('category', { name: `Category ${i}`, ...above })).id);
  }
  for (const event of events) {
    const { state } = event;
    const fields = {
      description: event.description.join(' '),
      venue: event.venues.map((at) => ids.venue[at]),
      organizer: event.organizers.map((at) => ids.organizer[at]),
      categories: event.categories.map((at) => ids.categories[at]),
      tags: event.tags.map((at) => ids.tags[at]),
      featured: event.featured,
      ticketed: event.ticketed,
      hide_from_listings: event.hidden,
      end_date: local(event.start + event.minutes),
      ...(state === 'future' ? { date_utc: '2032-01-01' } : { status: state }),
    };
    eventIds.push(await world.event(event.title.join(' '), local(event.start), fields));
  }
});
afterAll(() => world.stop());

const shownIds = (body: Body, kind: Kind): number[] =>
  recordsIn(body[LISTS[kind]]).map(({ id }) => Number(id));

function expected(filter: Filter): number[] {
  const matching = events
    .map((event, at) => ({ event, id: eventIds[at] ?? 0 }))
    .filter(({ event }) => shows(event, filter));
  return matching.sort((a, b) => a.event.start - b.event.start || a.id - b.id).map(({ id }) => id);
}

/** All ids of a list, page by page along `next_rest_url`. */
async function walk(kind: Kind, query: string, as: As): Promise<number[]> {
  const listed: number[] = [];
  let next: string | undefined = `${world.server.rest}/${LISTS[kind]}?${query}`;
  let total: unknown;
  while (next) {
    const body: unknown = await (await fetch(next, { headers: world.headers(as) })).json();
    if (!isRecord(body)) throw new Error(`${next}: no body`);
    listed.push(...shownIds(body, kind));
    total = body.total;
    next = typeof body.next_rest_url === 'string' ? body.next_rest_url : undefined;
  }
  expect(total).toBe(listed.length);
  return listed;
}

test('filters of events, alone and combined, match a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter, async (filter) => {
      const { status, body } = await world.get(
        `/events?${queryOf(filter, ids)}`,
        filter.editor ? 'editor' : 'anonymous',
      );
      expect(status).toBe(200);
      expect(shownIds(body, 'event')).toEqual(expected(filter));
    }),
    { numRuns: 200 },
  );
});

test('following next_rest_url visits every event of a filter once', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter, fc.integer({ min: 1, max: 20 }), async (filter, size) => {
      const query = `${queryOf(filter, ids)}&per_page=${size}`;
      expect(await walk('event', query, filter.editor ? 'editor' : 'anonymous')).toEqual(expected(filter));
    }),
    { numRuns: 20 },
  );
});

const LINKED_QUERIES = ['', 'search=1', 'has_events=1', 'has_events=0', 'only_with_upcoming=yes'];
const TERM_QUERIES = [
  '',
  'hide_empty=0',
  'order=desc',
  'orderby=count',
  'orderby=count&order=desc&hide_empty=0',
  'orderby=slug',
  'search=1',
];
test.each([
  ['venue', LINKED_QUERIES],
  ['organizer', LINKED_QUERIES],
  ['category', [...TERM_QUERIES, 'parent=0']],
  ['tag', TERM_QUERIES],
] as const)('following next_rest_url visits every %s once', async (kind, queries) => {
  for (const query of queries)
    for (const as of ['anonymous', 'editor'] as const) {
      const { body } = await world.get(`/${LISTS[kind]}?${query}`, as);
      for (const size of [1, 2, 3])
        expect(await walk(kind, `${query}&per_page=${size}`, as)).toEqual(shownIds(body, kind));
    }
});

test('venues and organizers with events, and counts of terms, agree with the model', async () => {
  const isPublic = (event: ModelEvent): boolean => event.state === 'publish';
  const linked = (at: number, of: 'venue' | 'organizer', which: (event: ModelEvent) => boolean): boolean =>
    events.some((event) => event[LISTS[of]].includes(at) && which(event));
  const upcoming = (event: ModelEvent): boolean =>
    isPublic(event) && !event.hidden && event.start + event.minutes >= 720;
  for (const [kind, linkedIds] of [
    ['venue', ids.venue],
    ['organizer', ids.organizer],
  ] as const) {
    const of = (which: (event: ModelEvent) => boolean): number[] =>
      linkedIds.filter((_id, at) => linked(at, kind, which)).toReversed();
    expect(await walk(kind, 'has_events=1&per_page=3', 'anonymous')).toEqual(of(isPublic));
    expect(await walk(kind, 'only_with_upcoming=1&per_page=3', 'anonymous')).toEqual(of(upcoming));
    expect(await walk(kind, 'has_events=1', 'editor')).toEqual(of(() => true));
  }
  for (const list of ['categories', 'tags'] as const) {
    const { body } = await world.get(`/${list}?hide_empty=0&orderby=id`, 'editor');
    const counts = ids[list].map(
      (_id, at) => events.filter((event) => isPublic(event) && event[list].includes(at)).length,
    );
    expect(recordsIn(body[list]).map(({ count }) => count)).toEqual(counts);
  }
});
