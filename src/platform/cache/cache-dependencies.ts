import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Change } from './change-log.ts';

/**
 * What changes are about. To change the links of an event is to change the event; the number of events that a
 * term has is a `count`.
 */
const CACHE_TAGS = [...RECORD_KINDS, 'term', 'count', 'image'] as const;
export type CacheTag = (typeof CACHE_TAGS)[number];

const BY_KIND: ReadonlyMap<string, readonly CacheTag[]> = new Map<string, readonly CacheTag[]>([
  ...CACHE_TAGS.map((topic): [string, CacheTag[]] => [topic, [topic]]),
  ['term', ['term', 'count']],
  ['user', []],
]);
const COUNTED: readonly CacheTag[] = ['count'];

/** What has changed. */
export interface Invalidation {
  /** Ids of records by topic; null stands for any record of a topic. */
  readonly ids: ReadonlyMap<CacheTag, ReadonlySet<number> | null>;
  /** Whether more than these is affected: others show how many events of a term are published. */
  readonly affectsEverything: boolean;
}

/** What changes are about: everything if their kind is unknown, and nothing for users. */
export function invalidationOf(changes: readonly Change[]): Invalidation {
  const news = new Map<CacheTag, Set<number> | null>();
  let affectsEverything = false;
  for (const { kind, id, operation } of changes) {
    if (id === null || (kind === 'event' && operation === 'state')) affectsEverything = true;
    const topics = kind === 'term' && operation === 'count' ? COUNTED : (BY_KIND.get(kind) ?? CACHE_TAGS);
    for (const topic of topics) {
      const ids = news.get(topic);
      if (id === null) news.set(topic, null);
      else if (ids) ids.add(id);
      else if (ids === undefined) news.set(topic, new Set([id]));
    }
  }
  return { ids: news, affectsEverything };
}

/**
 * What an answer is made of: single records, any records of some topics, or anything at all. While none of it
 * changes, the answer does not, until a moment comes at which the clock alone may change it. A statement that
 * does not say what it reads counts as having read anything.
 */
export class CacheDependencies {
  /** Until when the answer stays right if nothing is stored, in UTC; see {@link expireAt}. */
  freshUntil = '9999-12-31 23:59:59';
  dependsOnEverything = false;
  /** Topics, and single records as a topic with an id. */
  readonly tags = new Set<string>();

  addRecord(topic: CacheTag, id: number): void {
    if (!this.dependsOnEverything) this.tags.add(`${topic} ${id}`);
  }

  /** Notes that the answer may change at this moment, in UTC. */
  expireAt(utc: string): void {
    if (utc < this.freshUntil) this.freshUntil = utc;
  }

  /** Notes that a list was read, which any record of these topics may enter or leave. */
  addLists(...topics: CacheTag[]): void {
    for (const topic of topics) this.tags.add(topic);
  }
}

/** At most this many records are tracked one by one; when there are more, everything counts as changed. */
const MOST = 10_000;

/** Knows what has changed since when. Versions are numbers that increase with each change. */
export class TagVersions {
  /** The latest; {@link invalidate} increases it. */
  now = 0;
  #everything = 0;
  /** The versions of the latest changes, by topic, and by topic and id. */
  readonly #changed = new Map<string, number>();

  /** Notes what has changed: everything unless given. */
  invalidate(news?: Invalidation): void {
    this.now += 1;
    const isAnything = !news || news.affectsEverything;
    for (const [topic, ids] of isAnything ? [] : news.ids) {
      this.#changed.set(topic, this.now);
      for (const id of ids ?? []) this.#changed.set(`${topic} ${id}`, this.now);
    }
    if (isAnything || this.#changed.size > MOST) this.#all();
  }

  #all(): void {
    this.#everything = this.now;
    this.#changed.clear();
  }

  /** Whether nothing of what was read has changed since a version. */
  isUnchanged(since: number, reads: CacheDependencies): boolean {
    if (since === this.now) return true;
    if (reads.dependsOnEverything || reads.tags.size === 0 || this.#everything > since) return false;
    for (const read of reads.tags) if ((this.#changed.get(read) ?? 0) > since) return false;
    return true;
  }
}
