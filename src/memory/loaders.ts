import DataLoader from 'dataloader';
import type { Changes, Dependence } from './changes.ts';

/**
 * One way to read many values of one kind with one statement. Define it once per module.
 */
export interface LoaderOf<C, K, V> {
  batch(context: C, keys: readonly K[]): Promise<readonly V[]>;
  /** What makes two keys the same, for keys that are objects. */
  cacheKey?(key: K): string;
  /**
   * The values depend on the key alone, not on the caller or the clock: they are remembered for other
   * requests until one of these records changes. Their statement goes by `noted` of the context.
   */
  shared?: Dependence;
}

/** What a request tells those who read for it. */
export interface ReadContext {
  readonly changes: Changes;
  /** What a long operation waits for while others have their turn. */
  readonly pause: (() => Promise<unknown> | undefined) | null;
  /** @throws ServiceError client_closed_request once nobody waits for the answer */
  assertWaitedFor(): void;
}

/** What one request reads by its {@link LoaderOf loaders}: each value once, and many with one statement. */
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
    // The map holds for each definition the loader made from it here, so the types agree.
    const known = this.#loaders.get(definition) as DataLoader<K, V, string | K> | undefined;
    if (known) return known;
    const cacheKeyFn = definition.cacheKey ? { cacheKeyFn: definition.cacheKey } : {};
    const options = { ...cacheKeyFn, batchScheduleFn: (read: () => void) => this.#soon(read) };
    const made = new DataLoader<K, V, string | K>((keys) => this.#read(definition, keys), options);
    this.#loaders.set(definition, made);
    return made;
  }

  /**
   * Once all has been asked for that is wanted now; the pauses that a long operation makes for others cost no
   * statement more.
   */
  #soon(read: () => void): void {
    const now = (): void => {
      const pause = this.#context.pause?.();
      if (pause) void pause.then(() => this.#soon(read));
      else read();
    };
    void Promise.resolve().then(() => process.nextTick(now));
  }

  /** Runs a loader, and remembers what it read unless the data has changed meanwhile. */
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
      if (key !== null && key !== undefined && value !== null && value !== undefined)
        memory?.set(key, Promise.resolve(value));
    }
    return values;
  }
}
