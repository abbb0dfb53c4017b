import type { LoggedChange } from './change-log.ts';

/** How often the change log is read when there are no notifications, in milliseconds. */
const POLL_MS = 250;
/** How long a reading is valid unless the options say otherwise, in milliseconds. */
const VALID_MS = 900;
/** Without a successful reading for this long, the operator is warned. */
const WARN_MS = 60_000;

interface PollerOptions {
  /**
   * How long a reading stays valid, in milliseconds from its beginning: everything that was stored before is in
   * it. Without a valid one no cached value is used.
   */
  readonly validMs?: number | undefined;
  /** Reads, from the primary, what was stored since the last reading; null when that is not known. */
  readonly read: () => Promise<readonly LoggedChange[] | null>;
  readonly onChanges: (changes: readonly LoggedChange[]) => void;
  /** Called when anything may have changed. */
  readonly onUnknown: () => void;
  /** Called with a message for the operator: once when the log cannot be read, and once when it can again. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Reads the change log, four times a second and whenever it is woken, and so learns what anybody has stored.
 * Without a recent reading it is not up to date, for whatever reason: a dead connection, a frozen server, a
 * standby that has been promoted.
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
  /** Those who wait for a reading that begins no earlier than this. */
  #waiting: { since: number; resolve: () => void }[] = [];

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#poll(), POLL_MS).unref();
    this.wake();
  }

  /** Whether everything that was stored until a moment ago is known. */
  get isUpToDate(): boolean {
    return performance.now() - this.#readAt < (this.#options.validMs ?? VALID_MS);
  }

  /** Resolves once everything that has been stored so far is known. */
  catchUp(): Promise<void> {
    const since = performance.now();
    const caughtUp = new Promise<void>((resolve) => this.#waiting.push({ since, resolve }));
    this.wake();
    return caughtUp;
  }

  /** Reads soon. Returns at once. */
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
        'The change log cannot be read. Caches are not used until it can be, so every answer is computed.',
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
    const isOver = ({ since }: { since: number }): boolean => since <= startedAt;
    for (const { resolve } of this.#waiting.filter(isOver)) resolve();
    this.#waiting = this.#waiting.filter((one) => !isOver(one));
  }

  close(): void {
    this.#isClosed = true;
    this.#readAt = Number.NEGATIVE_INFINITY;
    clearInterval(this.#timer);
  }
}
