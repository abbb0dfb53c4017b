import { randomUUID } from 'node:crypto';
import type { Db } from '../postgres/orm.ts';
import { type Change, ChangeLog, type LoggedChange } from './change-log.ts';
import { ChangeLogPoller } from './change-log-poller.ts';
import { ChangeNotifier } from './change-notifier.ts';

/** Limit of names of own writes that are stored until they appear in the log. */
const MAX_WRITES = 10_000;

interface ListenOptions {
  /** The address for LISTEN. */
  readonly url: string;
  /** A connection that does not queue with those of requests. */
  readonly db: Db;
  readonly warn?: (message: string) => void;
  /** Whether to read the change log; otherwise the version is never known. */
  readonly readsChangeLog: boolean;
}

/**
 * The version of the data: a number that every write increases. This process increases it for its own writes before it
 * acknowledges them, and for the writes of other processes when it finds them in the change log.
 */
export class DataVersion {
  #now = 0;
  #writes = 0;
  #poller: ChangeLogPoller | undefined;
  #notifier: ChangeNotifier | undefined;
  /** Names of writes of this process that have not appeared in the log yet. */
  readonly #ownWrites = new Set<string>();
  readonly #processId = randomUUID();
  readonly #listeners = new Set<() => void>();
  readonly #changeListeners = new Set<(changes: readonly Change[] | undefined) => void>();
  readonly #validMs: number | undefined;

  /** @param options `validMs`: how long a reading of the change log is valid, in milliseconds */
  constructor({ validMs }: { validMs?: number } = {}) {
    this.#validMs = validMs;
  }

  get current(): number {
    return this.#now;
  }

  /** Whether the version includes the recent writes of all processes. Cached responses may be used only then. */
  get isKnown(): boolean {
    return this.#poller?.isUpToDate === true;
  }

  /** Resolves once the version includes all writes of all processes so far. */
  async catchUp(): Promise<void> {
    await this.#poller?.catchUp();
  }

  /** A unique name for a write of this process; the change log repeats it. */
  nameWrite(): string {
    return `${this.#processId}-${++this.#writes}`;
  }

  /** Reports a stored write of this process. Call it before the write is acknowledged. */
  commit(write: string): void {
    if (this.#ownWrites.size >= MAX_WRITES) this.#ownWrites.clear();
    this.#ownWrites.add(write);
    this.#advance();
    void this.#notifier?.notify();
  }

  #advance(): void {
    this.#now += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Own writes that were reported by `commit` have advanced the version already. */
  #readLog(changes: readonly LoggedChange[]): void {
    const others = changes.filter(({ write }) => write === null || !this.#ownWrites.has(write));
    for (const { write } of changes) if (write !== null) this.#ownWrites.delete(write);
    if (others.length > 0) this.#advance();
    for (const listener of this.#changeListeners) listener(changes);
  }

  /** Counts all data as changed. */
  invalidateAll(): void {
    this.#advance();
    for (const listener of this.#changeListeners) listener(undefined);
  }

  /** @param listener called when the version increases; for own writes, before they are acknowledged */
  onAdvance(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** @param listener called with new changes in the log; undefined: any record may have changed */
  onChange(listener: (changes: readonly Change[] | undefined) => void): void {
    this.#changeListeners.add(listener);
  }

  /**
   * Starts to read the change log, and to notify other processes of the writes of this one. Reconnects when connections
   * break. Returns at once.
   */
  listen({ url, db, warn, readsChangeLog: reads }: ListenOptions): void {
    const notifier = new ChangeNotifier(db);
    this.#notifier = notifier;
    if (!reads) return;
    const log = new ChangeLog(db);
    const poller = new ChangeLogPoller({
      validMs: this.#validMs,
      read: () => log.read(),
      onChanges: (changes) => this.#readLog(changes),
      onUnknown: () => this.invalidateAll(),
      warn,
    });
    this.#poller = poller;
    notifier.listen({ url, onNotification: () => poller.wake(), warn });
  }

  async close(): Promise<void> {
    this.#poller?.close();
    await this.#notifier?.close();
  }
}
