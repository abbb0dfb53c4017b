import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { SettingEntity } from '../../domain/access/setting.entity.ts';
import { createContext, type Settings, type SiteUrls } from '../../domain/context/context.ts';
import { runInTransaction } from '../../domain/transactions/run-in-transaction.ts';
import { NAMESPACE } from '../../lib/namespace.ts';
import { type Db, kysely, type Orm } from '../../platform/postgres/orm.ts';
import { isInUse } from '../import/calendar-id.ts';
import { fill } from './fill.ts';

const POLL_MS = 100;
/** The setting that says that this database has been filled, or was in use and is left alone. */
const MARKER = 'demo-data';

interface DemoOptions {
  orm: Orm;
  settings: Settings;
  /** Nothing that is stored depends on it. */
  urls?: SiteUrls;
  /** The author of everything. */
  adminId: number;
  now: Date;
}

const PLACEHOLDER_URLS: SiteUrls = {
  site: 'http://localhost',
  host: 'localhost',
  rest: `http://localhost/${NAMESPACE}`,
};

const isSeeded = async (em: EntityManager): Promise<boolean> =>
  (await em.findOne(SettingEntity, { name: MARKER })) !== null;

/**
 * Waits until no other instance is filling the database. It asks for the lock again and again, because
 * filling may take longer than PostgreSQL lets a statement wait for a lock.
 */
async function acquireLock(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      ours: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext(${MARKER})) as ours`.execute(db);
    if (rows[0]?.ours === true) return;
    await pause(POLL_MS);
  }
}

/**
 * Fills an empty database with the calendar of an invented city, once. A database that has records of its own
 * is left alone for good, even if they are erased later. All of it is one transaction, so a process that is
 * killed leaves nothing behind, and instances that start at the same time wait for each other.
 * @returns how many events it stored; null when there was nothing to do
 */
export function seedDemo({
  orm,
  settings,
  urls = PLACEHOLDER_URLS,
  adminId,
  now,
}: DemoOptions): Promise<{ events: number } | null> {
  const caller = { id: adminId, login: null, role: 'administrator' } as const;
  const request = createContext({ orm, db: kysely(orm.em.fork()), settings, urls, caller, now });
  return runInTransaction(request, async (transaction) => {
    const { em, db } = transaction;
    if (await isSeeded(em)) return null;
    await acquireLock(db);
    if (await isSeeded(em)) return null;
    const events = (await isInUse(em)) ? 0 : await fill(transaction.context);
    em.create(SettingEntity, { name: MARKER, value: `${events} events` });
    return events > 0 ? { events } : null;
  });
}
