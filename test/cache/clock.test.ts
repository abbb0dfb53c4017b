import { sql } from 'kysely';
import type { Context, Settings } from '../../src/domain/context/context.ts';
import type { Resource } from '../../src/domain/resource/resource.ts';
import { projectFile } from '../../src/platform/project-file.ts';
import { replacing } from '../support/replacing.ts';

const importing = replacing(import.meta.resolve('../../src/app/schemas.ts'), {
  schemasOf: ({ revision }: Settings) =>
    buildSchemas(
      projectFile('schema.graphql').replace(/^type Venue [^{]*{/m, (head) => `${head} ${FIELDS}`),
      revision,
      [...Object.values(others), naive],
    ),
});
const { buildSchemas } = await importing<typeof import('../../src/api/graphql/schema.ts')>(
  import.meta.resolve('../../src/api/graphql/schema.ts'),
);
const resources = await importing<typeof import('../../src/app/resources.ts')>(
  import.meta.resolve('../../src/app/resources.ts'),
);

const { venues, ...others } = resources;
/** Venues with fields that ignore caching. */
const naive: Resource = {
  ...venues,
  computed: {
    Venue: {
      ...venues.computed?.Venue,
      moment: (_venue: object, { clock }: Context) => clock.nowUtc,
      day: (_venue: object, { clock }: Context) => clock.today,
    },
  },
  resolvers: {
    ...venues.resolvers,
    Venue: Object.assign({}, venues.resolvers.Venue, {
      async upcoming({ id }: { id: number }, _args: object, { clock, db }: Context) {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from event join event_venue link on link.event_id = event.id
          where link.venue_id = ${id} and event.end_utc > ${clock.nowUtc}::timestamp`.execute(db);
        return rows[0]?.count;
      },
      async stored(_venue: object, _args: object, { db }: Context) {
        const { rows } = await sql<{ titles: string }>`
          select coalesce(string_agg(title, ',' order by id), '') as titles from event`.execute(db);
        return rows[0]?.titles;
      },
    }),
  },
};
const FIELDS =
  '"When." moment: String! "On which day." day: String! "How many." upcoming: Int! "Which." stored: String!';

const { startTestServer } = await importing<typeof import('../support/service.ts')>(
  import.meta.resolve('../support/service.ts'),
);
const { countedAt, HIT } = await importing<typeof import('../support/cache-counts.ts')>(
  import.meta.resolve('../support/cache-counts.ts'),
);

let now = new Date('2031-03-01T08:00:00Z');
const server = await startTestServer({ clock: () => now, env: { TIMEZONE: 'Europe/Rome' } });
const create = async (path: string, body: object): Promise<{ id: number }> =>
  (await server.request('POST', path, body)).json();
const venue = await create('/venues', { venue: 'Hall' });
await create('/events', {
  title: 'Fair',
  start_date: '2031-03-01 10:00',
  end_date: '2031-03-01 13:00',
  venue: { id: venue.id },
});
const counted = countedAt(server);
const MISS = { hits: 0, misses: 1 };
afterAll(() => server.stop());

const byGraphql = (query: string) => async (): Promise<string> =>
  JSON.stringify(await server.graphql(query, {}, {}));
const byGet = (path: string) => async (): Promise<string> =>
  (await server.request('GET', path, undefined, {})).text();

const WAYS: [name: string, (field: string) => () => Promise<string>][] = [
  ['GraphQL', (field) => byGraphql(`{ venue(by: { databaseId: ${venue.id} }) { ${field} } }`)],
  ['REST', (field) => byGet(`/venues/${venue.id}?_fields=${field}`)],
];
describe.each(WAYS)('%s', (_name, asking) => {
  test.each(['moment', 'upcoming'])('%s reads the clock: it is cached for its second', async (field) => {
    now = new Date('2031-03-01T11:59:58.700Z');
    const ask = asking(field);
    const first = await counted(ask);
    expect(await counted(ask)).toEqual({ text: first.text, cache: HIT });
    now = new Date('2031-03-01T11:59:59.999Z');
    const second = await counted(ask);
    expect(second.cache).toEqual(MISS);
    now = new Date('2031-03-01T12:00:00.000Z');
    const last = await counted(ask);
    expect(last.cache).toEqual(MISS);
    expect(last.text).not.toBe(first.text);
  });

  test("day reads the day: it is cached until midnight in the site's time zone", async () => {
    now = new Date('2031-03-01T22:59:30Z');
    const ask = asking('day');
    const first = await counted(ask);
    expect(first.text).toContain('2031-03-01');
    now = new Date('2031-03-01T22:59:59Z');
    expect(await counted(ask)).toEqual({ text: first.text, cache: HIT });
    now = new Date('2031-03-01T23:00:00Z');
    const last = await counted(ask);
    expect(last.cache).toEqual(MISS);
    expect(last.text).toContain('2031-03-02');
  });

  test('stored reads the database: it is cached until the next write of any caller', async () => {
    now = new Date('2031-03-01T08:00:00Z');
    const ask = asking('stored');
    const first = await counted(ask);
    now = new Date('2031-03-01T08:00:30Z');
    expect(await counted(ask)).toEqual({ text: first.text, cache: HIT });
    await server.orm.em.fork().execute(`update event set title = title || '!'`);
    const last = await counted(ask);
    expect(last.cache).toEqual(MISS);
    expect(last.text).not.toBe(first.text);
  });
});
