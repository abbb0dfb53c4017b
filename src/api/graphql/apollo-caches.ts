import type { KeyValueCache } from '@apollo/utils.keyvaluecache';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

const MEGABYTE = 1024 * 1024;
/** Memory per token of a parsed document, measured: token, nodes and their locations. JSON would take a quarter. */
const BYTES_PER_TOKEN = 480;

/** A size-limited LRU store for Apollo. Skips values larger than an eighth of `maxBytes`. */
export function boundedCache<V extends object | string>(
  maxBytes: number,
  bytesOf: (value: V) => number,
): KeyValueCache<V> {
  const entries = new LRUCache<string, V>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 8),
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + 200,
  });
  return {
    get: async (key) => entries.get(key),
    set: async (key, value) => void entries.set(key, value),
    delete: async (key) => entries.delete(key),
  };
}

export function bytesOfDocument({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken ?? null; token; token = token.next) tokens += 1;
  return tokens * BYTES_PER_TOKEN + 2 * (loc?.source.body.length ?? 0);
}

/** Parsed documents: about 200 of a hundred words each. */
export const documentCache = (): KeyValueCache<DocumentNode> => boundedCache(10 * MEGABYTE, bytesOfDocument);

/** Texts of persisted queries. For an evicted one Apollo asks the client to send the text again. */
export const persistedQueryCache = (): KeyValueCache<string> =>
  boundedCache<string>(5 * MEGABYTE, (text) => 2 * text.length);
