import type { CacheTag, Invalidation } from './invalidation.ts';

/**
 * What an answer is made of: single records, any records of some tags, or everything. While none of it changes,
 * the answer does not, until a moment comes at which the clock alone may change it. A statement that does not
 * say what it reads depends on everything.
 */
export class CacheDependencies {
  /** Until when the answer stays right if nothing is stored, in UTC; see {@link expireAt}. */
  freshUntil = '9999-12-31 23:59:59';
  dependsOnEverything = false;
  /** Tags, and single records as a tag with an id. */
  readonly tags = new Set<string>();

  addRecord(tag: CacheTag, id: number): void {
    if (!this.dependsOnEverything) this.tags.add(`${tag} ${id}`);
  }

  /** The answer contains lists, which any record of these tags may enter or leave. */
  addLists(...tags: CacheTag[]): void {
    for (const tag of tags) this.tags.add(tag);
  }

  /** The answer may change at this moment, in UTC. */
  expireAt(utc: string): void {
    if (utc < this.freshUntil) this.freshUntil = utc;
  }
}

/** At most this many records are tracked one by one; when there are more, everything counts as changed. */
const MAX_TRACKED = 10_000;

/** When records and tags have changed. Versions are numbers that increase with each change. */
export class TagVersions {
  /** The latest; {@link invalidate} increases it. */
  now = 0;
  #everything = 0;
  /** The versions of the latest changes, by tag, and by tag and id. */
  readonly #changed = new Map<string, number>();

  invalidate({ ids, affectsEverything }: Invalidation): void {
    this.now += 1;
    for (const [tag, changed] of affectsEverything ? [] : ids) {
      this.#changed.set(tag, this.now);
      for (const id of changed ?? []) this.#changed.set(`${tag} ${id}`, this.now);
    }
    if (!affectsEverything && this.#changed.size <= MAX_TRACKED) return;
    this.#everything = this.now;
    this.#changed.clear();
  }

  /** Whether nothing that an answer depends on has changed since a version. */
  isUnchanged(since: number, { tags, dependsOnEverything }: CacheDependencies): boolean {
    if (since === this.now) return true;
    if (dependsOnEverything || tags.size === 0 || this.#everything > since) return false;
    for (const tag of tags) if ((this.#changed.get(tag) ?? 0) > since) return false;
    return true;
  }
}
