import type { EntityManager } from '@mikro-orm/postgresql';
import { UNCACHED } from '../../platform/cache/data-cache.ts';
import { NO_READ_LIMITS } from '../../platform/postgres/concurrency-limits.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { Context } from '../context/context.ts';

/**
 * A request inside a transaction: `em` for entities, `db` for statements, and everything that is loaded see
 * the same uncommitted state. Nothing that it reads is cached for others. What stores something takes one as
 * its argument, and only `runInTransaction` makes them.
 */
export class Transaction extends Context {
  readonly em: EntityManager;
  /** Whether an earlier attempt failed because of a parallel transaction: then locks have to be taken. */
  readonly isRetry: boolean;
  /**
   * Whether the same records are scheduled afterwards, so that what counts as published need not be asked for
   * again. Whoever stores something may say so.
   */
  isSteady = false;

  /** @param em whose statements go through `db` */
  constructor(of: Context, db: Db, em: EntityManager, isRetry = false) {
    super({ ...of.parts, published: of.published, cache: UNCACHED, reading: undefined, db });
    this.readLimiter = NO_READ_LIMITS;
    this.em = em;
    this.isRetry = isRetry;
  }

  /** Reads and stores. */
  override get db(): Db {
    return this.parts.db;
  }

  /**
   * Every write of an existing record has to call this once it has locked the record, so that what the caller
   * demands is still true when the write is stored.
   * @throws ServiceError precondition_failed 412
   */
  async assertPrecondition(): Promise<void> {
    // Uses a context of its own: what it loads would be out of date for the rest of the transaction.
    await this.parts.precondition?.(new Transaction(this, this.db, this.em));
  }
}
