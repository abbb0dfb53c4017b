import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { LongFeed, LongFeeds } from '../../src/api/feeds/long-feeds.ts';
import { CacheInvalidator } from '../../src/platform/cache/cache-invalidator.ts';
import { eventually } from '../support/eventually.ts';

const NOTHING = (): void => {};
const MEGABYTE = 1024 * 1024;
/** Of what cannot be compressed much: 32 MB. */
const PIECES = 512;
const PIECE = MEGABYTE / 16;

let made = 0;
async function* pieces(count: number, error?: Error): AsyncGenerator<string> {
  for (made = 0; made < count; made++) yield randomBytes(PIECE).toString('latin1');
  if (error) throw error;
}

async function readAll(feed: LongFeed, onRead = (_bytes: number): unknown => undefined): Promise<Buffer> {
  const reader = feed.join();
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of feed.read(reader)) {
      chunks.push(chunk);
      onRead(chunk.length);
    }
  } finally {
    feed.leave(reader);
  }
  return Buffer.concat(chunks);
}

test('several read the same bytes, from the beginning, whenever they come', async () => {
  const feed = new LongFeed(NOTHING);
  const first = readAll(feed);
  const making = feed.make(pieces(16));
  await feed.begun();
  const second = readAll(feed);
  await making;
  const third = await readAll(feed);
  expect(gunzipSync(third).length).toBeGreaterThan(16 * PIECE);
  expect(third.equals(await first)).toBe(true);
  expect(third.equals(await second)).toBe(true);
});

test('who does not read it holds up nobody, until there is more than is kept in memory', async () => {
  const feed = new LongFeed(NOTHING);
  const slow = feed.join();
  const reading = feed.read(slow);
  let got = 0;
  const quick = readAll(feed, (bytes) => (got += bytes));
  const making = feed.make(pieces(PIECES));
  await eventually('the quick one has as much as is kept', () => got > 8 * MEGABYTE);
  // 1.5 bytes of UTF-8 for each of `PIECE`, of which gzip leaves 1.3; and what is on its way.
  expect(made).toBeGreaterThan(64);
  expect(made).toBeLessThan(200);
  expect(feed.isWhole).toBe(true);
  const chunks: Buffer[] = [];
  for await (const chunk of reading) chunks.push(chunk);
  await making;
  const all = await quick;
  expect(Buffer.concat(chunks).equals(all)).toBe(true);
  expect(gunzipSync(all).length).toBeGreaterThan(PIECES * PIECE);
  expect(feed.isWhole).toBe(false);
});

test('nothing more is made once nobody reads it', async () => {
  const feed = new LongFeed(NOTHING);
  const reader = feed.join();
  const making = feed.make(pieces(PIECES));
  await feed.begun();
  feed.leave(reader);
  await making;
  expect(made).toBeLessThan(PIECES / 2);
  expect(feed.isWhole).toBe(false);
});

test('all readers get the error of making it', async () => {
  const feed = new LongFeed(NOTHING);
  const readers = [readAll(feed), readAll(feed)];
  await feed.make(pieces(8, new Error('no more')));
  for (const reading of readers) await expect(reading).rejects.toThrow('no more');
  await expect(feed.begun()).rejects.toThrow('no more');
});

describe('feeds that are kept', () => {
  const invalidator = new CacheInvalidator();
  const feeds = new LongFeeds(invalidator);
  const add = async (tag: string, count = 1): Promise<LongFeed | undefined> => {
    const feed = feeds.add(tag);
    const reading = feed && readAll(feed);
    await feed?.make(pieces(count));
    await reading;
    return feed;
  };

  test('are found until something is stored', async () => {
    const feed = await add('one');
    expect(feeds.find('one')).toBe(feed);
    expect(feeds.find('two')).toBeUndefined();
    invalidator.invalidate([{ kind: 'event', id: 1, operation: 'update' }]);
    expect(feeds.find('one')).toBeUndefined();
  });

  test('make room for others, the oldest first', async () => {
    // Some 6.5 MB each.
    for (const tag of ['a', 'b', 'c', 'd', 'e']) await add(tag, 80);
    expect(['a', 'b', 'c', 'd', 'e'].filter((tag) => feeds.find(tag))).toEqual(['c', 'd', 'e']);
  });

  test('are not more than fit into memory while they are read, though they are forgotten', async () => {
    invalidator.invalidate();
    const read = ['f', 'g', 'h'].map((tag) => feeds.add(tag));
    const readers = read.map((feed) => feed?.join());
    invalidator.invalidate();
    expect(feeds.add('i')).toBeUndefined();
    for (const [at, feed] of read.entries()) {
      const reader = readers[at];
      if (reader) feed?.leave(reader);
    }
    expect(feeds.add('i')).toBeDefined();
  });
});
