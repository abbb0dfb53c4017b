import type { EntityManager } from '@mikro-orm/postgresql';
import { Context } from '../context.ts';
import { WITHOUT_TURNS } from '../database/lanes.ts';
import { type Db, kysely } from '../database/orm.ts';
import { UNREMEMBERED } from '../memory/changes.ts';
import type { ContextParts } from '../request.ts';

/**
 * The request inside a transaction: `em` for entities, `db` for statements, and everything that is loaded see
 * the same uncommitted state. Nothing that it reads is remembered for others. What stores something is given
 * one by `write`, and has no other way to store.
 */
export class Transaction extends Context {
  readonly em: EntityManager;
  /**
   * Whether an earlier attempt failed because of a parallel transaction: then take locks instead of hoping.
   */
  readonly again: boolean;

  constructor(parts: Omit<ContextParts, 'db'>, em: EntityManager, again = false) {
    super({ ...parts, changes: UNREMEMBERED, reading: undefined, db: kysely(em) });
    this.em = em;
    this.again = again;
    this.turns = WITHOUT_TURNS;
  }

  /** Reads and stores. */
  override get db(): Db {
    return this.parts.db;
  }

  /**
   * To be called by every write of a record that exists, once it has locked it: what the caller demands then
   * still holds when the write is stored.
   * @throws ServiceError precondition_failed 412
   */
  async assertPrecondition(): Promise<void> {
    // Uses a context of its own: what it loads would be out of date for the rest of the transaction.
    await this.precondition?.(new Transaction(this.parts, this.em));
  }
}
