import DataLoader from 'dataloader';
import type { Changes } from './changes.ts';
import { type Dependence, remember } from './values.ts';

/** Reads many values of one kind with one statement. Define it once, at the top of a module. */
export interface LoaderOf<C, K, V> {
  batch(context: C, keys: readonly K[]): Promise<readonly V[]>;
  /** For keys that are objects: the same text for equal keys. */
  cacheKey?(key: K): string;
  /**
   * Set if the values depend on the key alone, not on the caller or the clock. They are then remembered for
   * other requests until a record that they depend on changes, and their statement has to use `noted` of the
   * context.
   */
  shared?: Dependence;
}

/** What a loader needs of a request. */
export interface ReadContext {
  readonly changes: Changes;
  /** Awaited by a long operation so that others get their turn; null for others. */
  readonly pause: (() => Promise<unknown> | undefined) | null;
  /** @throws ServiceError client_closed_request once the client has disconnected */
  assertWaitedFor(): void;
}

/**
 * The {@link LoaderOf loaders} of one request: each value is read once, and many values with one statement.
 */
export class Loaders<C extends ReadContext> {
  readonly #context: C;
  readonly #loaders = new Map<unknown, unknown>();

  constructor(context: C) {
    this.#context = context;
  }

  load<K, V>(loader: LoaderOf<C, K, V>, key: K): Promise<V> {
    return this.#loader(loader).load(key);
  }

  #loader<K, V>(definition: LoaderOf<C, K, V>): DataLoader<K, V, string | K> {
    // For each definition the map has the loader that was made of it here, so the types agree.
    const known = this.#loaders.get(definition) as DataLoader<K, V, string | K> | undefined;
    if (known) return known;
    const cacheKeyFn = definition.cacheKey ? { cacheKeyFn: definition.cacheKey } : {};
    const options = { ...cacheKeyFn, batchScheduleFn: (read: () => void) => this.#soon(read) };
    const made = new DataLoader<K, V, string | K>((keys) => this.#read(definition, keys), options);
    this.#loaders.set(definition, made);
    return made;
  }

  /**
   * Calls a function once everything has been asked for that is wanted at this point. The pauses that a long
   * operation makes do not lead to more statements.
   */
  #soon(read: () => void): void {
    const now = (): void => {
      const pause = this.#context.pause?.();
      if (pause) void pause.then(() => this.#soon(read));
      else read();
    };
    void Promise.resolve().then(() => process.nextTick(now));
  }

  /** Runs a loader, and remembers what it has read, unless the data has changed meanwhile. */
  async #read<K, V>(definition: LoaderOf<C, K, V>, keys: readonly K[]): Promise<V[]> {
    const { changes } = this.#context;
    this.#context.assertWaitedFor();
    const { version } = changes;
    const values = [...(await definition.batch(this.#context, keys))];
    const memory =
      definition.shared && version === changes.version
        ? changes.memory(definition, definition.shared)
        : undefined;
    for (const [at, key] of keys.entries()) {
      const value = values[at];
      if (memory && key !== null && key !== undefined && value !== null && value !== undefined)
        remember(memory, key, value);
    }
    return values;
  }
}
