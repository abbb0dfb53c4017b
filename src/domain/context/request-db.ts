import type { CacheDependencies } from '../../platform/cache/cache-dependencies.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Clock } from './clock.ts';

/**
 * Where a request reads, and nowhere else while a transaction of it runs. An answer that is made of its statements
 * depends on everything, and on the clock, which they may read as well. Statements that say what they read use
 * {@link tracked}.
 */
export class RequestDb implements ReadDb {
  readonly #db: ReadDb;
  readonly #clock: Clock;
  readonly #dependencies: CacheDependencies;
  /** How many writes are being made. */
  #writing = 0;

  constructor(db: ReadDb, clock: Clock, dependencies: CacheDependencies) {
    this.#db = db;
    this.#clock = clock;
    this.#dependencies = dependencies;
  }

  /** For statements whose tables and times are in the `dependencies` of the context. */
  get tracked(): ReadDb {
    this.assertReadable();
    return this.#db;
  }

  get #untracked(): ReadDb {
    this.#dependencies.dependsOnEverything = true;
    this.#clock.expireWithSecond();
    return this.tracked;
  }

  get selectFrom(): ReadDb['selectFrom'] {
    const db = this.#untracked;
    return db.selectFrom.bind(db);
  }

  get with(): ReadDb['with'] {
    const db = this.#untracked;
    return db.with.bind(db);
  }

  get withRecursive(): ReadDb['withRecursive'] {
    const db = this.#untracked;
    return db.withRecursive.bind(db);
  }

  get executeQuery(): ReadDb['executeQuery'] {
    const db = this.#untracked;
    return db.executeQuery.bind(db);
  }

  get getExecutor(): ReadDb['getExecutor'] {
    const db = this.#untracked;
    return db.getExecutor.bind(db);
  }

  get fn(): ReadDb['fn'] {
    return this.#untracked.fn;
  }

  /** @throws Error while a transaction runs, which has to be read instead */
  assertReadable(): void {
    if (this.#writing > 0) throw new Error('inside a transaction everything is read through the transaction');
  }

  /** Waits for a write. Until it ends, only its transaction reads, not this request. */
  async duringWrite<T>(written: Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await written;
    } finally {
      this.#writing -= 1;
    }
  }
}
