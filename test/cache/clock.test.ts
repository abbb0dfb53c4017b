import { expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import * as resources from '../../src/app/resources.ts';
import type { Context, Settings } from '../../src/domain/context/context.ts';
import type { Resource } from '../../src/domain/resource/resource.ts';
import { projectFile } from '../../src/platform/project-file.ts';

const { venues, ...others } = resources;
/** Venues with fields whose authors think of no cache: answers with them are right again a second later. */
const naive: Resource = {
  ...venues,
  computed: {
    Venue: { ...venues.computed?.Venue, moment: (_venue: object, { nowUtc }: Context) => nowUtc },
  },
  resolvers: {
    ...venues.resolvers,
    Venue: Object.assign({}, venues.resolvers.Venue, {
      // Names the records that it depends on, and forgets the clock.
      async upcoming({ id }: { id: number }, _args: object, context: Context) {
        context.dependencies.addLists('event');
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from event join event_venue link on link.event_id = event.id
          where link.venue_id = ${id} and event.end_utc > ${context.nowUtc}::timestamp`.execute(
          context.trackedDb,
        );
        return rows[0]?.count;
      },
      // Looks at the clock of the database.
      async stored(_venue: object, _args: object, { db }: Context) {
        const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db);
        return rows[0]?.at;
      },
    }),
  },
};
const FIELDS = '"When." moment: String! "How many." upcoming: Int! "When." stored: String!';

jest.unstable_mockModule('../../src/app/schemas.ts', () => ({
  schemasOf: ({ revision }: Settings) =>
    buildSchemas(
      projectFile('schema.graphql').replace('type Venue @dropEmpty {', (head) => `${head} ${FIELDS}`),
      revision,
      [...Object.values(others), naive],
    ),
}));
const { settled, startTestServer } = await import('../support/service.ts');
const { cacheCounts } = await import('../support/cache-counts.ts');

let now = new Date('2031-03-01T08:00:00Z');
const server = await startTestServer({ clock: () => now, env: { TIMEZONE: 'UTC' } });
const create = async (path: string, body: object): Promise<{ id: number }> =>
  (await server.request('POST', path, body)).json();
const venue = await create('/venues', { venue: 'Hall' });
const times = { start_date: '2031-03-01 10:00', end_date: '2031-03-01 12:00' };
const event = await create('/events', {
  title: 'Fair',
  ...times,
  venue: { id: venue.id },
  organizer: { organizer: 'Club' },
  categories: ['Music'],
  tags: ['open air'],
});
afterAll(() => server.stop());

const byGraphql = (query: string) => async (): Promise<string> =>
  JSON.stringify(await server.graphql(query, {}, {}));
const byGet = (path: string) => async (): Promise<string> =>
  (await server.request('GET', path, undefined, {})).text();
const HIT = { hits: 1, misses: 0 };

/** What an answer says, and whether it came from the cache. */
async function counted(ask: () => Promise<string>) {
  await settled(server);
  const before = cacheCounts();
  const text = await ask();
  const after = cacheCounts();
  return { text, cache: { hits: after.hits - before.hits, misses: after.misses - before.misses } };
}

const WAYS: [name: string, (field: string) => () => Promise<string>][] = [
  ['GraphQL', (field) => byGraphql(`{ venue(id: ${venue.id}) { ${field} } }`)],
  ['REST', (field) => byGet(`/venues/${venue.id}?_fields=${field}`)],
];
describe.each(WAYS)('%s', (_name, asking) => {
  test.each(['moment', 'upcoming', 'stored'])('%s is cached for its second, and no longer', async (field) => {
    now = new Date('2031-03-01T11:59:58.700Z');
    const ask = asking(field);
    const first = await counted(ask);
    expect(await counted(ask)).toEqual({ text: first.text, cache: HIT });
    now = new Date('2031-03-01T11:59:59.999Z');
    const second = await counted(ask);
    expect(second.cache).toEqual({ hits: 0, misses: 1 });
    now = new Date('2031-03-01T12:00:00.000Z');
    const last = await counted(ask);
    expect(last.cache).toEqual({ hits: 0, misses: 1 });
    expect(last.text).not.toBe(first.text);
  });
});

const LASTING: [name: string, () => Promise<string>][] = [
  ...[
    '/events',
    '/events?venue=Hall&categories=music&tags=open%20air&search=fair',
    `/events?venue=${venue.id}&start_date=2031-01-01`,
    `/events/${event.id}`,
    '/events/by-slug/fair',
    '/venues?only_with_upcoming=false&has_events=true',
    `/venues?event=${event.id}`,
    '/organizers',
    '/categories',
    `/categories?event=${event.id}`,
    '/tags',
    '/feeds/events.ics',
  ].map((path): [string, () => Promise<string>] => [path, byGet(path)]),
  ...[
    '{ viewer { login } events { total events { title venues { name } categories { name count parent { name } } } } }',
    `{ event(id: ${event.id}) { title status organizers { name } tags { name } } }`,
    '{ venues { venues { name events { total events { title } } } } categories { categories { children { name } } } }',
  ].map((query): [string, () => Promise<string>] => [query, byGraphql(query)]),
];
test.each(LASTING)('%s stays cached while the clock goes on', async (_name, ask) => {
  now = new Date('2031-03-01T09:00:00Z');
  const { text } = await counted(ask);
  expect(text).not.toContain('"errors"');
  now = new Date('2031-03-01T09:00:30Z');
  expect(await counted(ask)).toEqual({ text, cache: HIT });
});

test.each([
  '/venues?only_with_upcoming=true',
  '/events?start_date=now&strict_dates=true',
  '/events?ongoing=true',
])('%s depends on the second', async (path) => {
  now = new Date('2031-03-01T11:59:59Z');
  const { text } = await counted(byGet(path));
  expect(text).toContain(path.startsWith('/venues') ? 'Hall' : 'Fair');
  expect(await counted(byGet(path))).toEqual({ text, cache: HIT });
  now = new Date('2031-03-01T12:00:01Z');
  const later = await counted(byGet(path));
  expect(later.cache).toEqual({ hits: 0, misses: 1 });
  expect(later.text).not.toBe(text);
});
