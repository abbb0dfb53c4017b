import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { OperationDeps } from '../../api/feeds/events.ts';
import { SettingEntity } from '../../domain/access/setting.entity.ts';
import type { Context } from '../../domain/context/context.ts';
import { runInTransaction } from '../../domain/transactions/run-in-transaction.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { isInUse } from '../import/calendar-id.ts';
import { fill } from './fill.ts';

const POLL_MS = 100;
/** The setting that says that this database has been filled, or was in use and is left alone. */
const MARKER = 'demo-data';

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
 * @param context of the author of everything, an administrator
 * @returns whether there was something to do
 */
export const seedDemo = (context: Context, operations: OperationDeps): Promise<boolean> =>
  runInTransaction(context, async (transaction) => {
    const { em, db } = transaction;
    if (await isSeeded(em)) return false;
    await acquireLock(db);
    if (await isSeeded(em)) return false;
    const isEmpty = !(await isInUse(em));
    if (isEmpty) await fill(transaction.context, operations);
    em.create(SettingEntity, { name: MARKER, value: isEmpty ? 'filled' : 'in use' });
    return isEmpty;
  });
