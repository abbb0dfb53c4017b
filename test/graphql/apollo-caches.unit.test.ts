import { parse } from 'graphql';
import {
  boundedCache,
  bytesOfDocument,
  documentCache,
  persistedQueryCache,
} from '../../src/api/graphql/apollo-caches.ts';

const storedCount = async (store: { get(key: string): Promise<unknown> }, count: number): Promise<number> => {
  const values = await Promise.all(Array.from({ length: count }, (_, at) => store.get(`key ${at}`)));
  return values.filter((value) => value !== undefined).length;
};

test('a cache is limited in bytes, and evicts the least recently used entries', async () => {
  const store = boundedCache<string>(10_000, (text) => text.length);
  for (let at = 0; at < 100; at++) await store.set(`key ${at}`, 'x'.repeat(700));
  expect(await storedCount(store, 100)).toBe(10);
  expect(await store.get('key 99')).toHaveLength(700);
  await store.set('large', 'x'.repeat(2_000));
  expect(await store.get('large')).toBeUndefined();
});

test('texts of persisted queries take five megabytes', async () => {
  const store = persistedQueryCache();
  for (let at = 0; at < 100; at++) await store.set(`key ${at}`, 'x'.repeat(100_000));
  expect(await storedCount(store, 100)).toBe(26);
});

test('parsed documents take ten, counted as they are in memory and not as text', async () => {
  const store = documentCache();
  const document = parse(`{ events { ${'total '.repeat(1_000)} } }`);
  expect(bytesOfDocument(document)).toBeGreaterThan(450_000);
  for (let at = 0; at < 100; at++) await store.set(`key ${at}`, document);
  expect(await storedCount(store, 100)).toBeGreaterThan(15);
  expect(await storedCount(store, 100)).toBeLessThan(25);
});
