import type { EntityManager } from '@mikro-orm/postgresql';
import { isTransient, untilStored } from '../database/attempts.ts';
import type { Lanes } from '../database/lanes.ts';
import type { Db, Orm } from '../database/orm.ts';
import type { Changes, OwnWrite } from './changes.ts';
import type { Change } from './log.ts';
import { type By, loggedTransaction, type Written } from './transaction.ts';

export interface WriterParts {
  readonly orm: Orm;
  readonly db: Db;
  readonly lanes: Lanes;
  readonly changes: Changes;
  /** The id of who is logged in; 0 for nobody. */
  readonly user: number;
  /** Aborted when nobody waits for the answer any more: then nothing is stored. */
  readonly signal?: AbortSignal | undefined;
}

/** Stores what one request writes, in its turn, and has it told to everybody who remembers. */
export class Writer {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /**
   * Runs `work` in one transaction, again when it has lost to another one; see {@link untilStored}.
   * @param nowUtc the moment of the request
   */
  async transact<T>(
    work: (em: EntityManager, again: boolean) => Promise<T>,
    nowUtc: string,
  ): Promise<Written<T>> {
    const { orm, lanes, changes, user, signal } = this.#parts;
    const own = changes.announce({ nowUtc, publishedUtc: undefined });
    const by = { write: own.name, user };
    const written = await untilStored((again) =>
      lanes.writes.take(() => loggedTransaction(orm.em, by, (em) => work(em, again), signal), signal),
    );
    await changes.acknowledge(own, written.changes);
    return written;
  }

  /**
   * Stores by one statement that sets `calendar.write` and `calendar.user` to what it is given; ended by the
   * signal. @param changed what it has changed
   */
  async alone<T>(
    statement: (db: Db, by: By, signal?: AbortSignal) => Promise<T>,
    changed: (result: T) => readonly Change[],
    published: Omit<OwnWrite, 'name'>,
  ): Promise<T> {
    const { db, lanes, changes, user, signal } = this.#parts;
    const own = changes.announce(published);
    const by = { write: own.name, user };
    const stored = () => lanes.writes.take(() => statement(db, by, signal), signal);
    const result = await untilStored(stored, isTransient);
    await changes.acknowledge(own, changed(result));
    return result;
  }
}
