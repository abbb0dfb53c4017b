import DataLoader from 'dataloader';

/** A loader that reads many values with one statement. Define it once, at the top of a module. */
export interface LoaderOf<C, K, V> {
  batch(context: C, keys: readonly K[]): Promise<readonly V[]>;
  /** For keys that are objects: returns the same text for equal keys. */
  cacheKey?(key: K): string;
}

/**
 * A loader by id; null if the id has no value. Keys that differ only in their ids are read together.
 * @param rest returns the key without its id
 * @param read reads the values of all ids of a group; `one` is any key of the group
 */
export function groupedLoader<C, K extends { readonly id: number }, V>(
  rest: (key: K) => unknown,
  read: (context: C, one: K, ids: readonly number[]) => Promise<ReadonlyMap<number, V>>,
): LoaderOf<C, K, V | null> {
  const groupOf = (key: K): string => JSON.stringify(rest(key));
  return {
    cacheKey: (key) => `${key.id} ${groupOf(key)}`,
    async batch(context, keys) {
      const found = new Map<string, ReadonlyMap<number, V>>();
      const readGroup = async ([group, [one, ...others]]: [string, K[]]): Promise<void> => {
        if (one) found.set(group, await read(context, one, [one.id, ...others.map(({ id }) => id)]));
      };
      await Promise.all([...Map.groupBy(keys, groupOf)].map(readGroup));
      return keys.map((key) => found.get(groupOf(key))?.get(key.id) ?? null);
    },
  };
}

/** The part of a request's context that loading needs. */
interface LoadingContext {
  /** The loaders of the request, by their definitions. */
  readonly loaders: Map<unknown, unknown>;
  readonly writes: {
    /** @throws Error while a transaction runs; read through the transaction instead */
    assertNone(): void;
  };
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal | undefined;
}

/** Reads a value once per request. All values requested in the same tick are read together. */
export function load<C extends LoadingContext, K extends NonNullable<unknown>, V>(
  context: C,
  definition: LoaderOf<C, K, V>,
  key: K,
): Promise<V> {
  const { loaders } = context;
  context.writes.assertNone();
  // The map has only loaders that were created below from their own definitions, so the types agree.
  let loader = loaders.get(definition) as DataLoader<K, V, string | K> | undefined;
  if (!loader) {
    loader = newLoader(definition, context);
    loaders.set(definition, loader);
  }
  return loader.load(key);
}

/** Reads several values, in the order of the keys. */
export function loadAll<C extends LoadingContext, V>(
  context: C,
  definition: LoaderOf<C, number, V>,
  keys: readonly number[],
): Promise<V[]> {
  const values: Promise<V>[] = [];
  for (const key of keys) values.push(load(context, definition, key));
  return Promise.all(values);
}

function newLoader<C extends LoadingContext, K extends NonNullable<unknown>, V>(
  { batch, cacheKey }: LoaderOf<C, K, V>,
  context: C,
): DataLoader<K, V, string | K> {
  const read = async (keys: readonly K[]): Promise<V[]> => {
    context.signal?.throwIfAborted();
    return [...(await batch(context, keys))];
  };
  return new DataLoader<K, V, string | K>(read, {
    ...(cacheKey && { cacheKeyFn: cacheKey }),
  });
}
