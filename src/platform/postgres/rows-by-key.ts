import type { Compilable, RawBuilder } from 'kysely';
import type { ReadDb } from './orm.ts';
import { Statement } from './statement.ts';

/**
 * Makes a function that reads rows by a key with one statement, in the order of the keys; null for a key without a row.
 * @param build makes the statement that reads the rows of some keys
 * @param key the name of the key in a row
 */
export function rowsByKey<K, Name extends string, R extends Readonly<Record<Name, K>>>(
  build: (db: ReadDb, keys: RawBuilder<readonly K[]>) => Compilable<R>,
  key: Name,
): (db: ReadDb, keys: readonly K[]) => Promise<(R | null)[]> {
  const statement = new Statement<{ keys: readonly K[] }, R>((db, value) => build(db, value('keys')));
  return async (db, keys) => {
    if (keys.length === 0) return [];
    const rows = new Map<K, R>();
    for (const row of await statement.run(db, { keys })) rows.set(row[key], row);
    return keys.map((one) => rows.get(one) ?? null);
  };
}
