import DataLoader from 'dataloader';
import type { Compilable, RawBuilder } from 'kysely';
import type { ReadDb } from '../postgres/orm.ts';
import { Statement } from '../postgres/statement.ts';

/** Most keys in one statement; pages of many events come close to it. */
const MAX_KEYS = 1_000;

/**
 * Reads rows whose values depend on the key alone, not on the caller or the clock. What several requests ask
 * for in the same turn of the event loop is read with one statement, which is built and compiled once.
 * Nothing is cached.
 */
export class Reader<K, Name extends string, R extends Readonly<Record<Name, K>>> {
  readonly #statement: Statement<{ keys: readonly K[] }, R>;
  readonly #key: Name;
  readonly #loaders = new WeakMap<ReadDb, DataLoader<K, R | null>>();
  readonly #loaderOf = (db: ReadDb): DataLoader<K, R | null> =>
    new DataLoader<K, R | null>(this.#batch.bind(this, db), {
      cache: false,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: setImmediate,
    });

  /**
   * @param build makes the statement that reads the rows of some keys
   * @param key the name of the key in a row
   */
  constructor(build: (db: ReadDb, keys: RawBuilder<readonly K[]>) => Compilable<R>, key: Name) {
    this.#statement = new Statement((db, value) => build(db, value('keys')));
    this.#key = key;
  }

  /** The row of a key; null when there is none. */
  read(db: ReadDb, key: K): Promise<R | null> {
    return this.#loaders.getOrInsertComputed(db, this.#loaderOf).load(key);
  }

  /** The rows of several keys, in their order. */
  readAll(db: ReadDb, keys: readonly K[]): Promise<(R | null)[]> {
    const loader = this.#loaders.getOrInsertComputed(db, this.#loaderOf);
    return Promise.all(keys.map((key) => loader.load(key)));
  }

  async #batch(db: ReadDb, keys: readonly K[]): Promise<(R | null)[]> {
    const rows = new Map<K, R>();
    for (const row of await this.#statement.run(db, { keys })) rows.set(row[this.#key], row);
    return keys.map((key) => rows.get(key) ?? null);
  }
}
