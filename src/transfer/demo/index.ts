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
/** The setting that marks a database as filled, or as in use before and never to fill. */
const MARKER = 'demo-data';

const isSeeded = async (em: EntityManager): Promise<boolean> =>
  (await em.findOne(SettingEntity, { name: MARKER })) !== null;

/**
 * Waits until no other instance is filling the database. Polls for the lock, because filling can take longer than
 * PostgreSQL's lock timeout.
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
 * Fills an empty database with the calendar of a fictional city, once. Never fills a database that had records of its
 * own, even if they are erased later. Uses one transaction, so a killed process leaves no traces, and instances that
 * start at the same time wait for each other.
 * @param context of an administrator, the author of all records
 * @returns whether the database was filled now
 */
export const seedDemo = (context: Context, operations: OperationDeps): Promise<boolean> =>
  runInTransaction(context, async (transaction) => {
    const { em, db } = transaction;
    if (await isSeeded(em)) return false;
    await acquireLock(db);
    if (await isSeeded(em)) return false;
    const isEmpty = !(await isInUse(em));
    if (isEmpty) await fill(em, transaction.context, operations);
    em.create(SettingEntity, { name: MARKER, value: isEmpty ? 'filled' : 'in use' });
    return isEmpty;
  });
