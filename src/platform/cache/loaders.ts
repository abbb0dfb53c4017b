import DataLoader from 'dataloader';
import type { ReadLimiter } from '../postgres/concurrency-limits.ts';
import type { DataCache } from './data-cache.ts';
import type { Dependence } from './value-cache.ts';

/** Reads many values of one kind with one statement. Define it once, at the top of a module. */
export interface LoaderOf<C, K, V> {
  batch(context: C, keys: readonly K[]): Promise<readonly V[]>;
  /** For keys that are objects: the same text for equal keys. */
  cacheKey?(key: K): string;
  /**
   * Set if the values depend on the key alone, not on the caller or the clock. They are then cached for other
   * requests until a record that they depend on changes, and their statement has to use `trackedDb` of the
   * context.
   */
  shared?: Dependence;
}

/** What a loader needs of a request. */
interface ReadContext {
  readonly cache: DataCache;
  readonly readLimiter: ReadLimiter;
  /** @throws ServiceError client_closed_request once the client has disconnected */
  throwIfAborted(): void;
}

/** Reads values for one request: each once, and all that are asked for in the same tick with one statement. */
export function newLoader<C extends ReadContext, K, V>(
  definition: LoaderOf<C, K, V>,
  context: C,
): DataLoader<K, V, string | K> {
  const { cacheKey } = definition;
  return new DataLoader<K, V, string | K>((keys) => read(definition, context, keys), {
    ...(cacheKey && { cacheKeyFn: cacheKey }),
    batchScheduleFn: (start) => onceAllAsked(context, start),
  });
}

/**
 * Calls a function once everything has been asked for that is wanted at this point. The pauses that a long
 * operation makes do not lead to more statements.
 */
function onceAllAsked(context: ReadContext, start: () => void): void {
  const now = (): void => {
    const { pause } = context.readLimiter;
    if (pause) void pause.then(() => onceAllAsked(context, start));
    else start();
  };
  void Promise.resolve().then(() => process.nextTick(now));
}

/** Runs a loader, and caches what it has read, unless the data has changed meanwhile. */
async function read<C extends ReadContext, K, V>(
  definition: LoaderOf<C, K, V>,
  context: C,
  keys: readonly K[],
): Promise<V[]> {
  const { cache } = context;
  context.throwIfAborted();
  const { version } = cache;
  const values = [...(await definition.batch(context, keys))];
  const cached =
    definition.shared && version === cache.version
      ? cache.valuesOf(definition, definition.shared)
      : undefined;
  for (const [at, key] of keys.entries()) {
    const value = values[at];
    if (cached && key !== null && key !== undefined && value !== null && value !== undefined)
      cached.set(key, value);
  }
  return values;
}
