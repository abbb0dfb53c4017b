import DataLoader from 'dataloader';
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './orm.ts';

/** More keys than this are asked for in several statements. */
const MOST = 100;
/** Holds the place of the keys in the compiled statement. */
const KEYS = Object.freeze({});

/**
 * Reads rows whose values depend on the key alone, not on who asks or when. What several requests ask for in the same turn of the event loop is
 * read with one statement, which is built and compiled once. Nothing is remembered: whoever asks later gets what is stored then.
 */
export class Reader<K, R> {
  readonly #build: (db: Db, keys: RawBuilder<readonly K[]>) => Compilable<R>;
  readonly #keyOf: (row: R) => K;
  readonly #loaders = new WeakMap<Db, DataLoader<K, R | null>>();
  #compiled: CompiledQuery<R> | undefined;

  /** @param build the statement that reads the rows of the keys, each key being the one `keyOf` finds in its row */
  constructor(build: (db: Db, keys: RawBuilder<readonly K[]>) => Compilable<R>, keyOf: (row: R) => K) {
    this.#build = build;
    this.#keyOf = keyOf;
  }

  /** The row of a key; null when there is none. */
  read(db: Db, key: K): Promise<R | null> {
    const known = this.#loaders.get(db);
    if (known) return known.load(key);
    const made = new DataLoader<K, R | null>((keys) => this.#readAll(db, keys), {
      cache: false,
      maxBatchSize: MOST,
      batchScheduleFn: (read) => setImmediate(read),
    });
    this.#loaders.set(db, made);
    return made.load(key);
  }

  async #readAll(db: Db, keys: readonly K[]): Promise<(R | null)[]> {
    this.#compiled ??= this.#build(db, sql<readonly K[]>`${KEYS}`).compile();
    const parameters = this.#compiled.parameters.map((value) => (value === KEYS ? keys : value));
    const { rows } = await db.executeQuery<R>({ ...this.#compiled, parameters });
    const found = new Map(rows.map((row) => [this.#keyOf(row), row]));
    return keys.map((key) => found.get(key) ?? null);
  }
}
