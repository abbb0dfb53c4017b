import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pause } from './eventually.ts';

/** The migrated database that test databases are copied from; nobody stays connected to it. */
export const TEMPLATE = 'calendar_template';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated, empty database of its own for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `calendar_test_${randomBytes(6).toString('hex')}`;
  await adminQuery(`create database ${name} template ${TEMPLATE}`);
  return { url: urlOf(name), drop: () => drop(name) };
}

/** A database without any table, as a first start finds it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `calendar_test_${randomBytes(6).toString('hex')}`;
  await adminQuery(`create database ${name} encoding 'UTF8' template template0`);
  return { url: urlOf(name), drop: () => drop(name) };
}

const DROP_MS = 10_000;
/**
 * `insufficient_privilege`: an autovacuum worker is in the database, which only a superuser may end. It
 * leaves by itself.
 */
const isVisited = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '42501';

async function drop(name: string): Promise<void> {
  for (const end = performance.now() + DROP_MS; ; ) {
    try {
      return await adminQuery(`drop database if exists ${name} with (force)`);
    } catch (error) {
      if (!isVisited(error) || performance.now() > end) throw error;
      await pause(100);
    }
  }
}

/** The test server's address of a database. */
export function urlOf(database: string): string {
  return adminUrl().replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

export async function adminQuery(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function adminUrl(): string {
  const url = process.env.TEST_ADMIN_URL;
  if (url === undefined)
    throw new Error('TEST_ADMIN_URL is set by test/support/global-setup.js; run the tests with jest.');
  return url;
}
