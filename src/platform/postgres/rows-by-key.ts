import DataLoader from 'dataloader';
import type { Compilable, RawBuilder } from 'kysely';
import type { ReadDb } from './orm.ts';
import { Statement } from './statement.ts';

/** Limit of keys per statement; pages of many events come close to it. */
const MAX_KEYS = 1_000;

/**
 * Creates a function that reads rows by key, in the order of the keys; null for a key without a row. Reads of several
 * requests in the same tick share a statement (decisions/0092), so the rows must not depend on the caller. Nothing is
 * cached.
 * @param build builds the statement that reads the rows of some keys
 * @param key the name of the key in a row
 */
export function rowsByKey<K, Name extends string, R extends Readonly<Record<Name, K>>>(
  build: (db: ReadDb, keys: RawBuilder<readonly K[]>) => Compilable<R>,
  key: Name,
): (db: ReadDb, keys: readonly K[]) => Promise<(R | null)[]> {
  const statement = new Statement<{ keys: readonly K[] }, R>((db, value) => build(db, value('keys')));
  const loaders = new WeakMap<ReadDb, DataLoader<K, R | null>>();
  const loaderOf = (db: ReadDb): DataLoader<K, R | null> =>
    new DataLoader<K, R | null>(
      async (keys) => {
        const rows = new Map<K, R>();
        for (const row of await statement.run(db, { keys })) rows.set(row[key], row);
        return keys.map((one) => rows.get(one) ?? null);
      },
      { cache: false, maxBatchSize: MAX_KEYS, batchScheduleFn: setImmediate },
    );
  return (db, keys) => {
    const loader = loaders.getOrInsertComputed(db, loaderOf);
    return Promise.all(keys.map((one) => loader.load(one)));
  };
}
