import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Contract } from '../../src/api/contract/types.ts';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import * as resources from '../../src/app/resources.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

export interface HostileWorld {
  server: TestServer;
  contract: Contract;
  /** The public GraphQL schema. */
  schema: ReturnType<typeof buildSchemas>['publicSchema'];
  /** Ids and slugs of existing records: `events` -> 3. */
  ids: Record<string, number>;
  /** A fingerprint of all stored data. */
  stored(): Promise<string>;
  stop(): Promise<void>;
}

const TABLES = [
  'event',
  'venue',
  'organizer',
  'term',
  'image',
  'event_venue',
  'event_organizer',
  'event_term',
  'user_account',
];
const FINGERPRINT = `select ${TABLES.map((table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t)`).join(' || ')} as all`;

/** The whole service with one record of each kind. */
export async function startHostileWorld(env: Record<string, string> = {}): Promise<HostileWorld> {
  const server = await startTestServer({ env });
  const { publicSchema: schema, contract } = buildSchemas(
    readFileSync('schema.graphql', 'utf8'),
    env.API_REVISION === 'A' ? 'A' : 'B',
    Object.values(resources),
  );
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  const create = async (path: string, body: object): Promise<number> =>
    (await (await server.request('POST', path, body)).json()).id;
  const ids: Record<string, number> = {};
  ids.venues = await create('/venues', { venue: 'Hall', slug: 'hall', geo_lat: 1, geo_lng: 1 });
  ids.organizers = await create('/organizers', { organizer: 'Club', slug: 'club' });
  ids.categories = await create('/categories', { name: 'Music' });
  ids.tags = await create('/tags', { name: 'free' });
  const dates = { start_date: '2031-01-01 10:00', end_date: '2031-01-01 12:00' };
  ids.events = await create('/events', {
    title: 'Fair',
    slug: 'fair',
    ...dates,
    venue: ids.venues,
    organizer: ids.organizers,
    tags: ids.tags,
  });
  return {
    server,
    contract,
    schema,
    ids,
    stored: async () => (await client.query<{ all: string }>(FINGERPRINT)).rows[0]?.all ?? '',
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}

const LEAKS =
  /node_modules|\/src\/|\.ts:\d|at [A-Z]\w+\.|select \w|insert into|Kysely|MikroORM|QueryFailed|\bpg_|ECONNREFUSED|TypeError|undefined is not/;

/**
 * The problem of a response to hostile input: anything but a success or the documented error body. Otherwise
 * undefined.
 */
export function complaint(status: number, text: string): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (status < 400) return undefined;
  if (LEAKS.test(text)) return `leaks: ${text.slice(0, 300)}`;
  try {
    const { code, message, data } = JSON.parse(text);
    if (typeof code === 'string' && typeof message === 'string' && data.status === status) return undefined;
  } catch {
    // Reported below.
  }
  return `${status} without our body: ${text.slice(0, 300)}`;
}
