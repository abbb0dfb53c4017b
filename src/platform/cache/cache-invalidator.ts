import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../postgres/orm.ts';
import { type CacheDependencies, invalidationOf, TagVersions } from './cache-dependencies.ts';
import { type Change, ChangeLog, type LoggedChange } from './change-log.ts';
import { ChangeLogPoller } from './change-log-poller.ts';
import { ChangeNotifier } from './change-notifier.ts';
import { type Dependence, forget, type Memory, newValueCache, type ValueCache } from './value-cache.ts';

/**
 * How long something may be remembered while changes that are made elsewhere are not known, in milliseconds.
 */
const DEAF_MS = 1_000;
/**
 * Nothing is remembered for longer than this, in milliseconds: where triggers have been switched off, no
 * change is logged.
 */
const OLDEST_MS = 60_000;
/** How often old rows of the log are deleted, in milliseconds. */
const TRIM_MS = 60_000;
const MOST_REMEMBERED = 10_000;
/** How much memory may be taken by values whose keys callers can make long, in bytes. */
const MOST_BYTES = 4 * 1024 * 1024;

interface Remembered {
  version: number;
  at: number;
  value: Promise<unknown>;
}

/** A write of this process. It sets `calendar.write` to its name, so that it is recognised in the log. */
export interface OwnWrite {
  readonly name: string;
  readonly nowUtc: string;
  /**
   * The time from which what it stored counts as published; null when it does not, undefined when that is not
   * known.
   */
  readonly publishedUtc: string | null | undefined;
}

/**
 * Called after changes.
 * @param changes what has changed, where that is known
 * @param own the write, if it is one of ours with a name
 */
type InvalidateListener = (changes: readonly Change[] | undefined, own?: OwnWrite) => void;

interface ListenOptions {
  /** Where to LISTEN. */
  readonly url: string;
  /** Reaches the primary, by a connection that does not queue with those of requests. */
  readonly db: Db;
  readonly warn?: (message: string) => void;
  /** Whether changes that are made elsewhere have to become known even if nothing is remembered. */
  readonly alwaysPolls?: boolean;
}

/** Tells the other processes of this instance about a change. */
type Broadcast = (changes: readonly Change[] | undefined, write: string | undefined) => Promise<void>;

/**
 * Knows when the data has changed: from what this process writes, and from the log of what everybody has
 * written. As long as nothing has changed, what was computed can be remembered. If the log cannot be read,
 * remembering ends after {@link DEAF_MS}.
 */
export class CacheInvalidator {
  readonly #versions = new TagVersions();
  #heard = 0;
  #writes = 0;
  #hearing: ChangeLogPoller | undefined;
  #bell: ChangeNotifier | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  #spread: Broadcast | undefined;
  readonly #remembered = new LRUCache<string, Remembered>({
    max: MOST_REMEMBERED,
    maxSize: MOST_BYTES,
    sizeCalculation: (_value, key) => 200 + 2 * key.length,
  });
  readonly #memories = new Map<unknown, Memory>();
  /** Names of writes that this instance knows already, until they appear in the log. */
  readonly #known = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  readonly #name = randomUUID();
  readonly #listeners = new Set<InvalidateListener>();
  readonly #isEnabled: boolean;

  /** @param remembers whether anything is remembered; no answer depends on it */
  constructor({ enabled = true }: { enabled?: boolean } = {}) {
    this.#isEnabled = enabled;
  }

  /** Increases with every change, and now and then without one. */
  get version(): number {
    return this.#versions.now;
  }

  /** Whether nothing that was read has changed since a version. */
  isUnchanged(since: number, reads: CacheDependencies): boolean {
    return this.#versions.isUnchanged(since, reads);
  }

  /** Increases with every change that becomes known. */
  get changeCount(): number {
    return this.#heard;
  }

  /** Whether changes that are made elsewhere become known, so that what is remembered is right. */
  get canCache(): boolean {
    return this.#isEnabled && this.#hearing?.isUpToDate === true;
  }

  /** As {@link canCache}, whether anything is remembered or not. */
  get isUpToDate(): boolean {
    return this.#hearing?.isUpToDate === true;
  }

  /** Resolves once everything that has been stored so far, by anybody, is known. For tests. */
  async catchUp(): Promise<void> {
    await this.#hearing?.catchUp();
  }

  /**
   * Something was stored: `changes`, or without them anything. Called before the write is acknowledged, so
   * that nobody who knows of it is given an older answer.
   */
  invalidate(changes?: readonly Change[], own?: OwnWrite): void {
    this.#heard += 1;
    this.#forget(changes, own);
  }

  #forget(changes?: readonly Change[], own?: OwnWrite): void {
    const news = changes && invalidationOf(changes);
    this.#versions.invalidate(news);
    if (this.#remembered.size > 0) this.#remembered.clear();
    for (const memory of this.#memories.values()) forget(memory, news);
    for (const listener of this.#listeners) listener(changes, own);
  }

  /**
   * The memory for what `owner` has read, by key; what changes is removed from it. Undefined while changes
   * that are made elsewhere are not known.
   */
  valuesOf(owner: unknown, on: Dependence): ValueCache | undefined {
    if (!this.canCache) return undefined;
    const known = this.#memories.get(owner);
    if (known) return known.values;
    const values = newValueCache();
    this.#memories.set(owner, { on, values });
    return values;
  }

  /** Gives a write of ours its name, before it starts. */
  beginWrite(published: Omit<OwnWrite, 'name'>): OwnWrite {
    return { ...published, name: `${this.#name}-${++this.#writes}` };
  }

  /**
   * A write of ours was stored. When this resolves, all processes of this instance know it; other instances
   * will soon.
   */
  async commitWrite(own: OwnWrite, changes?: readonly Change[]): Promise<void> {
    this.invalidate(changes, own);
    this.#known.set(own.name, true);
    void this.#bell?.notify();
    await this.#spread?.(changes, own.name);
  }

  /** Another process of this instance has stored something. */
  invalidateFromPeer(changes: readonly Change[] | undefined, write: string | undefined): void {
    this.invalidate(changes);
    if (write !== undefined) this.#known.set(write, true);
  }

  /** The log has new changes. A write of ours whose result was lost becomes known only by this. */
  #logged(logged: readonly LoggedChange[]): void {
    const news = logged.filter(({ write }) => write === null || !this.#known.has(write));
    for (const { write } of logged) if (write !== null) this.#known.delete(write);
    if (news.length > 0) this.invalidate(news);
  }

  broadcastBy(spread: Broadcast): void {
    this.#spread = spread;
  }

  onInvalidate(listener: InvalidateListener): void {
    this.#listeners.add(listener);
  }

  /**
   * The result of `compute`, remembered until the data changes. Many callers at the same time share one
   * computation.
   */
  memoize<T>(key: string, compute: () => Promise<T>): Promise<T> {
    if (!this.#isEnabled) return compute();
    const known = this.#remembered.get(key);
    if (known && known.version === this.version && (this.canCache || Date.now() - known.at < DEAF_MS))
      return known.value as Promise<T>;
    const value = compute();
    this.#remembered.set(key, { version: this.version, at: Date.now(), value });
    value.catch(() => this.#remembered.delete(key));
    return value;
  }

  /**
   * Starts to learn what others store and to tell them what is stored here, and keeps trying when connections
   * break. Returns at once.
   */
  listen({ url, db, warn, alwaysPolls = false }: ListenOptions): void {
    const log = new ChangeLog(db);
    const bell = new ChangeNotifier(db);
    this.#bell = bell;
    this.#every(TRIM_MS, () => void log.trim().catch(() => {}));
    if (!this.#isEnabled && !alwaysPolls) return;
    const hearing = new ChangeLogPoller({
      read: () => log.read(),
      onChanges: (logged) => this.#logged(logged),
      onUnknown: () => this.invalidate(),
      warn,
    });
    this.#hearing = hearing;
    bell.listen({ url, onNotification: () => hearing.wake(), warn });
    this.#every(OLDEST_MS, () => this.#forget());
  }

  #every(ms: number, work: () => void): void {
    this.#timers.push(setInterval(work, ms).unref());
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#hearing?.close();
    await this.#bell?.close();
  }
}

/** For reading inside transactions: knows nothing from before, and keeps nothing. */
export const UNCACHED = new CacheInvalidator({ enabled: false });
