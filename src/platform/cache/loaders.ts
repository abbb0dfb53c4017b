import DataLoader from 'dataloader';
import type { CacheDependencies } from './cache-dependencies.ts';
import type { DataCache } from './data-cache.ts';
import type { Dependence } from './value-cache.ts';

/** Reads many values of one kind with one statement. Define it once, at the top of a module. */
export interface LoaderOf<C, K, V> {
  batch(context: C, keys: readonly K[]): Promise<readonly V[]>;
  /** For keys that are objects: the same text for equal keys. */
  cacheKey?(key: K): string;
  /**
   * Set if the values depend on the key alone, not on the caller or the clock. They are then cached for other
   * requests until a record that they depend on changes, and their statement has to use `db.tracked` of the
   * context.
   */
  shared?: Dependence;
}

/** What loading needs of a request. */
interface LoadingContext {
  readonly cache: DataCache;
  readonly dependencies: CacheDependencies;
  /** The loaders that were made for the request, by their definitions. */
  readonly loaders: Map<unknown, unknown>;
  readonly db: {
    /** @throws Error while a transaction runs, which has to be read instead */
    assertReadable(): void;
  };
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal | undefined;
}

/** The cached value of a loader; undefined where there is none, or none may be used. */
export const cachedValue = <C extends LoadingContext, K extends NonNullable<unknown>, V>(
  { cache }: C,
  definition: LoaderOf<C, K, V>,
  key: K,
): Promise<V> | undefined => {
  const { shared } = definition;
  // Only values of this loader are there.
  return shared && (cache.valuesOf(definition, shared)?.get(key) as Promise<V> | undefined);
};

/** Caches a value of a loader. @param version of the data before it was read; it may have changed since */
export function cacheValue<C extends LoadingContext, K extends NonNullable<unknown>, V>(
  { cache }: C,
  definition: LoaderOf<C, K, V>,
  key: K,
  value: NonNullable<V>,
  version: number,
): void {
  const { shared } = definition;
  if (shared && version === cache.version) cache.valuesOf(definition, shared)?.set(key, value);
}

/**
 * Reads one value, or takes the cached one. All values that are asked for in the same tick are read together.
 */
export function load<C extends LoadingContext, K extends NonNullable<unknown>, V>(
  context: C,
  definition: LoaderOf<C, K, V>,
  key: K,
): Promise<V> {
  const { dependencies, loaders } = context;
  context.db.assertReadable();
  const { shared } = definition;
  if (shared && 'of' in shared && typeof key === 'number') dependencies.addRecord(shared.of, key);
  else dependencies.dependsOnEverything = true;
  const cached = cachedValue(context, definition, key);
  if (cached !== undefined) return cached;
  // For each definition the map has the loader that was made of it here, so the types agree.
  let loader = loaders.get(definition) as DataLoader<K, V, string | K> | undefined;
  if (!loader) {
    loader = newLoader(definition, context);
    loaders.set(definition, loader);
  }
  return loader.load(key);
}

/** Reads several values, in order. */
export function loadAll<C extends LoadingContext, V>(
  context: C,
  definition: LoaderOf<C, number, V>,
  keys: readonly number[],
): Promise<V[]> {
  const values: Promise<V>[] = [];
  for (const key of keys) values.push(load(context, definition, key));
  return Promise.all(values);
}

/** Reads values for one request: each once, and all that are asked for in the same tick with one statement. */
function newLoader<C extends LoadingContext, K extends NonNullable<unknown>, V>(
  definition: LoaderOf<C, K, V>,
  context: C,
): DataLoader<K, V, string | K> {
  const { cacheKey } = definition;
  return new DataLoader<K, V, string | K>((keys) => read(definition, context, keys), {
    ...(cacheKey && { cacheKeyFn: cacheKey }),
  });
}

/** Runs a loader, and caches what it has read, unless the data has changed meanwhile. */
async function read<C extends LoadingContext, K extends NonNullable<unknown>, V>(
  definition: LoaderOf<C, K, V>,
  context: C,
  keys: readonly K[],
): Promise<V[]> {
  context.signal?.throwIfAborted();
  const { version } = context.cache;
  const values = [...(await definition.batch(context, keys))];
  for (const [at, key] of keys.entries()) {
    const value = values[at];
    if (value !== null && value !== undefined) cacheValue(context, definition, key, value, version);
  }
  return values;
}
