import type { LoggedChange } from './change-log.ts';

/** Interval of reading the change log without notifications, in milliseconds. */
const POLL_MS = 250;
/** Default of `validMs`. */
const VALID_MS = 900;
/** The operator is warned after this time without a successful reading, in milliseconds. */
const WARN_MS = 60_000;

interface PollerOptions {
  /**
   * How long a reading is valid, in milliseconds from its start; it contains all changes stored before that. Without a
   * valid reading no cached value is used.
   */
  readonly validMs?: number | undefined;
  /** Reads the changes since the last reading from the primary; null if they are unknown. */
  readonly read: () => Promise<readonly LoggedChange[] | null>;
  readonly onChanges: (changes: readonly LoggedChange[]) => void;
  /** Called if any record may have changed. */
  readonly onUnknown: () => void;
  /** Called with a message for the operator, once when reading the log fails and once when it works again. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Reads the change log four times a second, and on `wake()`, to find the writes of all processes. Without a recent
 * reading it is not up to date, whatever the reason: a dead connection, a frozen server, a promoted standby.
 */
export class ChangeLogPoller {
  readonly #options: PollerOptions;
  readonly #timer: NodeJS.Timeout;
  #readAt = Number.NEGATIVE_INFINITY;
  #succeededAt = performance.now();
  #isReading = false;
  #isWoken = false;
  #hasWarned = false;
  #isClosed = false;
  /** Callers of `catchUp()`, each waiting for a reading that starts at `since` or later. */
  #waiting: { since: number; resolve: () => void }[] = [];

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#poll(), POLL_MS).unref();
    this.wake();
  }

  /** Whether a valid reading exists. */
  get isUpToDate(): boolean {
    return performance.now() - this.#readAt < (this.#options.validMs ?? VALID_MS);
  }

  /** Resolves once all changes stored before the call are known. */
  catchUp(): Promise<void> {
    const since = performance.now();
    const caughtUp = new Promise<void>((resolve) => this.#waiting.push({ since, resolve }));
    this.wake();
    return caughtUp;
  }

  /** Requests a reading. Returns at once. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isWoken = true;
    if (!this.#isReading) void this.#read();
  }

  #poll(): void {
    if (!this.#isReading) this.wake();
    if (!this.#hasWarned && performance.now() - this.#succeededAt > WARN_MS) {
      this.#hasWarned = true;
      this.#options.warn?.(
        'The change log cannot be read. Until it can be read again, the cache is not used and every response is computed.',
      );
    }
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      const startedAt = performance.now();
      try {
        this.#process(await this.#options.read(), startedAt);
      } catch {
        this.#readAt = Number.NEGATIVE_INFINITY;
      }
    }
    this.#isReading = false;
  }

  #process(changes: readonly LoggedChange[] | null, startedAt: number): void {
    if (this.#isClosed) return;
    if (changes === null) this.#options.onUnknown();
    else if (changes.length > 0) this.#options.onChanges(changes);
    this.#readAt = startedAt;
    this.#succeededAt = performance.now();
    if (this.#hasWarned) this.#options.warn?.('The change log can be read again.');
    this.#hasWarned = false;
    const isCaughtUp = ({ since }: { since: number }): boolean => since <= startedAt;
    for (const { resolve } of this.#waiting.filter(isCaughtUp)) resolve();
    this.#waiting = this.#waiting.filter((one) => !isCaughtUp(one));
  }

  close(): void {
    this.#isClosed = true;
    this.#readAt = Number.NEGATIVE_INFINITY;
    clearInterval(this.#timer);
  }
}
