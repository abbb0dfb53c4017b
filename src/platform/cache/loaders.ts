import DataLoader from 'dataloader';

/** Reads many values of one kind with one statement. Define it once, at the top of a module. */
export interface LoaderOf<C, K, V> {
  batch(context: C, keys: readonly K[]): Promise<readonly V[]>;
  /** For keys that are objects: the same text for equal keys. */
  cacheKey?(key: K): string;
}

/**
 * Reads values by id, null for an id without one. Keys that differ only by their ids are read together.
 * @param rest the rest of a key
 * @param read reads those of all such ids; `one` is one of the keys
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

/** What loading needs of a request. */
interface LoadingContext {
  /** The loaders that were made for the request, by their definitions. */
  readonly loaders: Map<unknown, unknown>;
  readonly writes: {
    /** @throws Error while a transaction runs, which has to be read instead */
    assertNone(): void;
  };
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal | undefined;
}

/** Reads one value, once in a request. All values that are asked for in the same tick are read together. */
export function load<C extends LoadingContext, K extends NonNullable<unknown>, V>(
  context: C,
  definition: LoaderOf<C, K, V>,
  key: K,
): Promise<V> {
  const { loaders } = context;
  context.writes.assertNone();
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
