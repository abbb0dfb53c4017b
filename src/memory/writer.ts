import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../access/caller.ts';
import { isTransient, untilStored } from '../database/attempts.ts';
import type { Lanes } from '../database/lanes.ts';
import type { Db, Orm } from '../database/orm.ts';
import type { WriteOptions } from '../request.ts';
import type { Changes, OwnWrite } from './changes.ts';
import type { Change } from './log.ts';
import { type By, loggedTransaction, type Written } from './transaction.ts';

/** What a write of a request needs. */
export interface Writer {
  readonly orm: Orm;
  readonly db: Db;
  readonly lanes: Lanes;
  readonly changes: Changes;
  readonly caller: Caller;
  /** Aborted when nobody waits for the answer any more: then nothing is stored. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` in one transaction once it is its turn, and has it told to everybody who remembers. It runs
 * again when it has lost to another one; see {@link untilStored}.
 * @param nowUtc the moment of the request @param isSteady see {@link WriteOptions}
 */
export async function transact<T>(
  { orm, lanes, changes, caller, signal }: Writer,
  nowUtc: string,
  work: (em: EntityManager, again: boolean) => Promise<T>,
  isSteady: WriteOptions<T>['isSteady'],
): Promise<Written<T>> {
  const own = changes.announce({ nowUtc, publishedUtc: undefined });
  const by = { write: own.name, user: caller.id };
  const written = await untilStored((again) =>
    lanes.writes.take(() => loggedTransaction(orm.em, by, (em) => work(em, again), signal), signal),
  );
  const publishedUtc = isSteady?.(written.result) ? null : undefined;
  await changes.acknowledge({ ...own, publishedUtc }, written.changes);
  return written;
}

/**
 * Runs one statement that is a transaction by itself and sets `calendar.write` and `calendar.user` to what it
 * is given; ended by the signal. @param changed what it has changed
 */
export async function runAlone<T>(
  { db, lanes, changes, caller, signal }: Writer,
  published: Omit<OwnWrite, 'name'>,
  statement: (db: Db, by: By, signal?: AbortSignal) => Promise<T>,
  changed: (result: T) => readonly Change[],
): Promise<T> {
  const own = changes.announce(published);
  const by = { write: own.name, user: caller.id };
  const attempt = () => lanes.writes.take(() => statement(db, by, signal), signal);
  const result = await untilStored(attempt, isTransient);
  await changes.acknowledge(own, changed(result));
  return result;
}
