import { randomUUID } from 'node:crypto';
import type { Db } from '../postgres/orm.ts';
import { type Change, ChangeLog, type LoggedChange } from './change-log.ts';
import { ChangeLogPoller } from './change-log-poller.ts';
import { ChangeNotifier } from './change-notifier.ts';

/** Most names of writes that are remembered until the log has them. */
const MAX_WRITES = 10_000;

interface ListenOptions {
  /** Where to LISTEN. */
  readonly url: string;
  /** Reaches the database by a connection that does not queue with those of requests. */
  readonly db: Db;
  readonly warn?: (message: string) => void;
  /** Whether the change log is read; without it the version is never known. */
  readonly reads: boolean;
}

/**
 * The version of the data: a number that every write increases. This process increases it for its own writes before it
 * acknowledges them, and for the writes of others when it finds them in the change log.
 */
export class DataVersion {
  #now = 0;
  #writes = 0;
  #poller: ChangeLogPoller | undefined;
  #notifier: ChangeNotifier | undefined;
  /** Names of writes of this process that the log does not have yet. */
  readonly #ownWrites = new Set<string>();
  readonly #processId = randomUUID();
  readonly #listeners = new Set<() => void>();
  readonly #changeListeners = new Set<(changes: readonly Change[] | undefined) => void>();
  readonly #validMs: number | undefined;

  /** @param options `validMs`: how long a reading of the change log is valid, in milliseconds */
  constructor({ validMs }: { validMs?: number } = {}) {
    this.#validMs = validMs;
  }

  get now(): number {
    return this.#now;
  }

  /** Whether the version contains all that anybody stored until a moment ago. Cached answers may be used only then. */
  get isKnown(): boolean {
    return this.#poller?.isUpToDate === true;
  }

  /** Resolves once the version contains everything that has been stored so far, by anybody. */
  async catchUp(): Promise<void> {
    await this.#poller?.catchUp();
  }

  /** A unique name for a write of this process, which the log of changes repeats. */
  nameWrite(): string {
    return `${this.#processId}-${++this.#writes}`;
  }

  /** A write of this process was stored. Call it before the write is acknowledged. */
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

  /** A write whose commit was acknowledged here has advanced the version already. */
  #readLog(changes: readonly LoggedChange[]): void {
    const others = changes.filter(({ write }) => write === null || !this.#ownWrites.has(write));
    for (const { write } of changes) if (write !== null) this.#ownWrites.delete(write);
    if (others.length > 0) this.#advance();
    for (const listener of this.#changeListeners) listener(changes);
  }

  /** Anything may have changed. */
  changeAll(): void {
    this.#advance();
    for (const listener of this.#changeListeners) listener(undefined);
  }

  /** @param listener called each time the version increases, before a write of this process is acknowledged */
  onAdvance(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** @param listener called with each change once the log has it; without changes, anything may have changed */
  onChange(listener: (changes: readonly Change[] | undefined) => void): void {
    this.#changeListeners.add(listener);
  }

  /**
   * Starts to read the log of changes, and to notify other processes of the writes of this one. It keeps trying when
   * connections break. Returns at once.
   */
  listen({ url, db, warn, reads }: ListenOptions): void {
    const notifier = new ChangeNotifier(db);
    this.#notifier = notifier;
    if (!reads) return;
    const log = new ChangeLog(db);
    const poller = new ChangeLogPoller({
      validMs: this.#validMs,
      read: () => log.read(),
      onChanges: (changes) => this.#readLog(changes),
      onUnknown: () => this.changeAll(),
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
