import pg from 'pg';
import { settled, type TestServer } from './service.ts';

/** Invalidates all caches of a server, as changes of many records do. */
export async function invalidateCaches(server: TestServer): Promise<void> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  try {
    await client.query(`insert into change (kind, record_id, operation)
      select kind, null, 'truncate' from unnest(array['event', 'venue', 'organizer', 'term', 'image']) as kind`);
  } finally {
    await client.end();
  }
  await settled(server);
}
