import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../postgres/orm.ts';
import { type CacheDependencies, TagVersions } from './cache-dependencies.ts';
import { type Change, ChangeLog, type LoggedChange } from './change-log.ts';
import { ChangeLogPoller } from './change-log-poller.ts';
import { ChangeNotifier } from './change-notifier.ts';
import { type Invalidation, invalidationOf } from './invalidation.ts';

/** Nothing is cached for longer, in milliseconds: where triggers are switched off, no change is logged. */
const MAX_AGE_MS = 60_000;
/** How often old rows of the log are deleted, in milliseconds. */
const TRIM_MS = 60_000;
const MAX_WRITES = 10_000;

/** A write of this process. It sets `calendar.write` to its name, so that it is recognised in the log. */
export interface OwnWrite {
  readonly name: string;
}

interface InvalidationEvent {
  readonly invalidation: Invalidation;
  /** What has changed; undefined where that is not known. */
  readonly changes: readonly Change[] | undefined;
  /** The write, if it is one of ours with a name. */
  readonly write: OwnWrite | undefined;
}

type InvalidateListener = (event: InvalidationEvent) => void;

interface ListenOptions {
  /** Where to LISTEN. */
  readonly url: string;
  /** Reaches the primary, by a connection that does not queue with those of requests. */
  readonly db: Db;
  readonly warn?: (message: string) => void;
  /** Whether the change log is polled even if nothing is cached. */
  readonly alwaysPolls?: boolean;
}

/**
 * Knows what has changed since when: by the writes of this process, and by the change log, which has those of
 * everybody. Caches may be used only while the log is read.
 */
export class CacheInvalidator {
  /** Whether anything is cached; no answer depends on it. */
  readonly isEnabled: boolean;
  readonly #versions = new TagVersions();
  #changeCount = 0;
  #writeCount = 0;
  #poller: ChangeLogPoller | undefined;
  #notifier: ChangeNotifier | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  /** Names of writes that have invalidated already, until they appear in the log. */
  readonly #appliedWrites = new LRUCache<string, true>({ max: MAX_WRITES });
  /** Names of writes that the log had before they were known otherwise. */
  readonly #loggedWrites = new LRUCache<string, true>({ max: MAX_WRITES });
  readonly #processId = randomUUID();
  readonly #listeners = new Set<InvalidateListener>();
  readonly #changeListeners = new Set<(changes: readonly Change[] | undefined) => void>();

  readonly #validMs: number | undefined;

  /** @param options `validMs`: how long a reading of the change log is valid, in milliseconds */
  constructor({ enabled = true, validMs }: { enabled?: boolean; validMs?: number } = {}) {
    this.isEnabled = enabled;
    this.#validMs = validMs;
  }

  /** Increases with every change, and now and then without one. */
  get version(): number {
    return this.#versions.now;
  }

  /** Whether nothing that an answer depends on has changed since a version. */
  isUnchanged(since: number, dependencies: CacheDependencies): boolean {
    return this.#versions.isUnchanged(since, dependencies);
  }

  /** Increases with every change that becomes known. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** Whether cached values may be used: changes that are made elsewhere become known in time. */
  get canCache(): boolean {
    return this.isEnabled && this.isUpToDate;
  }

  /** Whether changes that are made elsewhere become known in time, also where nothing is cached. */
  get isUpToDate(): boolean {
    return this.#poller?.isUpToDate === true;
  }

  /** Resolves once everything that has been stored so far, by anybody, is known. */
  async catchUp(): Promise<void> {
    await this.#poller?.catchUp();
  }

  /**
   * Something was stored: `changes`, or without them anything. Called before the write is acknowledged, so
   * that nobody who knows of it is given an older answer.
   */
  invalidate(changes?: readonly Change[], write?: OwnWrite): void {
    this.#invalidateCaches(changes, write);
    for (const listener of this.#changeListeners) listener(changes);
  }

  #invalidateCaches(changes?: readonly Change[], write?: OwnWrite): void {
    this.#changeCount += 1;
    this.#notifyListeners(changes, write);
  }

  #notifyListeners(changes?: readonly Change[], write?: OwnWrite): void {
    const invalidation = invalidationOf(changes);
    this.#versions.invalidate(invalidation);
    for (const listener of this.#listeners) listener({ invalidation, changes, write });
  }

  /** Names a write of ours, before it starts. */
  beginWrite(): OwnWrite {
    return { name: `${this.#processId}-${++this.#writeCount}` };
  }

  /** A write of ours was stored. Other processes will soon know. */
  async commitWrite(write: OwnWrite, changes?: readonly Change[]): Promise<void> {
    this.#apply(write.name, changes, write);
    void this.#notifier?.notify();
  }

  /** Those who are told of each change are told of it once, wherever it became known first. */
  #apply(name: string, changes: readonly Change[] | undefined, write?: OwnWrite): void {
    if (this.#loggedWrites.delete(name)) this.#invalidateCaches(changes, write);
    else this.invalidate(changes, write);
    this.#appliedWrites.set(name, true);
  }

  /** The log has new changes. A write of ours whose result was lost becomes known only by this. */
  #invalidateFromLog(logged: readonly LoggedChange[]): void {
    const changes = logged.filter(({ write }) => write === null || !this.#appliedWrites.has(write));
    for (const { write } of logged) if (write !== null) this.#appliedWrites.delete(write);
    for (const { write } of changes) if (write !== null) this.#loggedWrites.set(write, true);
    if (changes.length > 0) this.invalidate(changes);
  }

  /** @param listener called after each invalidation, before a write of ours is acknowledged */
  onInvalidate(listener: InvalidateListener): void {
    this.#listeners.add(listener);
  }

  /** @param listener called after each change that becomes known; without what has changed, anything may have */
  onChange(listener: (changes: readonly Change[] | undefined) => void): void {
    this.#changeListeners.add(listener);
  }

  /**
   * Starts to read the changes of others and to notify them of ours, and keeps trying when connections break.
   * Returns at once.
   */
  listen({ url, db, warn, alwaysPolls = false }: ListenOptions): void {
    const log = new ChangeLog(db);
    const notifier = new ChangeNotifier(db);
    this.#notifier = notifier;
    this.#every(TRIM_MS, () => void log.trim().catch(() => {}));
    if (!this.isEnabled && !alwaysPolls) return;
    const poller = new ChangeLogPoller({
      validMs: this.#validMs,
      read: () => log.read(),
      onChanges: (logged) => this.#invalidateFromLog(logged),
      onUnknown: () => this.invalidate(),
      warn,
    });
    this.#poller = poller;
    notifier.listen({ url, onNotification: () => poller.wake(), warn });
    this.#every(MAX_AGE_MS, () => this.#notifyListeners());
  }

  #every(ms: number, work: () => void): void {
    this.#timers.push(setInterval(work, ms).unref());
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#poller?.close();
    await this.#notifier?.close();
  }
}
