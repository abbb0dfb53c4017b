import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pause } from './eventually.ts';

/** The migrated template of test databases; no connection to it stays open. */
export const TEMPLATE = 'calendar_template';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const newName = (): string => `calendar_test_${randomBytes(6).toString('hex')}`;

/** A migrated, empty database of its own for one test file. */
export const createTestDatabase = (): Promise<TestDatabase> => copyOf(TEMPLATE);

/** A copy of a database of the test server without connections. */
export async function copyOf(template: string, name = newName()): Promise<TestDatabase> {
  await adminQuery(`create database ${name} template ${template}`);
  return { url: urlOf(name), drop: () => drop(name) };
}

/** A database without tables, as at a first start. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = newName();
  await adminQuery(`create database ${name} encoding 'UTF8' template template0`);
  return { url: urlOf(name), drop: () => drop(name) };
}

const DROP_MS = 240_000;
/**
 * `insufficient_privilege`: an autovacuum worker uses the database, and only a superuser may end it. It leaves on its
 * own.
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

/** The address of a database on the test server. */
export function urlOf(database: string): string {
  return adminUrl().replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

export const adminQuery = (sql: string): Promise<void> =>
  withAdmin(async (admin) => {
    await admin.query(sql);
  });

/** Runs the work while no other worker runs work with this name. */
export const exclusively = (name: string, work: (admin: pg.Client) => Promise<void>): Promise<void> =>
  withAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    await work(admin);
  });

async function withAdmin(work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await work(client);
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
