import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../src/platform/embedded-postgres/index.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import { seedWorld, worldOf } from '../seed/seed.ts';

interface SeededDatabase {
  readonly database: EmbeddedDatabase;
  /** The address for the server's superuser. */
  readonly superuserUrl: string;
  /** Duration of the seeding; undefined if the folder was seeded before. */
  readonly seedSeconds: number | undefined;
}

/** The address for the superuser, which has the owner's password; see src/platform/embedded-postgres/index.ts. */
export const superuser = (url: string): string =>
  url.replace(/^postgresql:\/\/calendar:/, 'postgresql://postgres:');

/** Runs a statement on a new connection. */
export async function queryOnce<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Starts the embedded database in `dataDir`, and seeds it if the folder is new. */
export async function openSeeded(
  dataDir: string,
  events: number,
  log: (line: string) => void = () => {},
): Promise<SeededDatabase> {
  const isNew = !existsSync(join(dataDir, 'postgres'));
  const database = await startEmbedded({ dataDir, log });
  try {
    await migrateDatabase(database.url, DATABASE_SCHEMA);
    const seedSeconds = isNew ? await seedWorld(database.url, worldOf(events)) : undefined;
    return { database, superuserUrl: superuser(database.url), seedSeconds };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
