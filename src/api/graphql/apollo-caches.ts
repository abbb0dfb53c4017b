import type { KeyValueCache } from '@apollo/utils.keyvaluecache';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

const MEGABYTE = 1024 * 1024;
/**
 * Memory for each token of a parsed document, measured: token, nodes and their locations. As JSON it would be
 * a quarter of that.
 */
const BYTES_A_TOKEN = 480;

/**
 * A store of limited size for Apollo. What was used least recently is dropped first; anything larger than an
 * eighth of the whole is not kept.
 */
export function boundedStore<V extends object | string>(
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

/** The memory that a parsed document takes, in bytes. */
export function bytesOfDocument({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken ?? null; token; token = token.next) tokens += 1;
  return tokens * BYTES_A_TOKEN + 2 * (loc?.source.body.length ?? 0);
}

/** Parsed documents: about 200 with a hundred words each. */
export const documentStore = (): KeyValueCache<DocumentNode> => boundedStore(10 * MEGABYTE, bytesOfDocument);

/** Texts of persisted queries; when one is gone, Apollo asks the client to send it again. */
export const persistedStore = (): KeyValueCache<string> =>
  boundedStore<string>(5 * MEGABYTE, (text) => 2 * text.length);
