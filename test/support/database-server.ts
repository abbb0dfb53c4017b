import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsList } from '../../src/domain/migrations/index.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../src/platform/embedded-postgres/index.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import { adminQuery, TEMPLATE, urlOf } from './database.ts';

let folder: string | undefined;
let database: EmbeddedDatabase | undefined;

/** Once per run: starts a server with a migrated database, the template of every test database. */
export async function startDatabaseServer(): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    // jest runs no teardown if the setup fails.
    await stopDatabaseServer();
    throw error;
  }
}

async function prepare(): Promise<void> {
  process.env.TEST_ADMIN_URL = process.env.TEST_DATABASE_URL || (await startOwn());
  await adminQuery(`drop database if exists ${TEMPLATE} with (force)`);
  await adminQuery(`create database ${TEMPLATE}`);
  await migrateDatabase(urlOf(TEMPLATE), { entities: [], migrations: migrationsList });
}

export async function stopDatabaseServer(): Promise<void> {
  await database?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

async function startOwn(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'calendar-tests-'));
  // Accessible to the unprivileged user of the server if the tests run as root.
  await chmod(folder, 0o711);
  database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {}, durable: false });
  return database.url;
}
