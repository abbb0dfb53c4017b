import type { LoggedChange } from './change-log.ts';

/** How often the log of changes is read when there are no notifications, in milliseconds. */
const POLL_MS = 250;
/**
 * How long a reading proves that nothing has been missed, in milliseconds, counted from its beginning:
 * everything that was stored before is in it. Remembered values are not given out without such a proof.
 */
const PROOF_MS = 900;
/** Without a proof for this long, the operator is warned. */
const SILENT_MS = 3_000;

interface PollerOptions {
  /** Reads, from the primary, what was stored since the last reading; null when that is not known. */
  readonly read: () => Promise<readonly LoggedChange[] | null>;
  readonly onChanges: (changes: readonly LoggedChange[]) => void;
  /** Called when anything may have changed. */
  readonly onUnknown: () => void;
  /**
   * Called with a message for the operator: once when the changes of others cannot be read, and once when
   * they can again.
   */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Learns what is stored, by anybody, by reading the log of changes: whenever it is woken, and otherwise four
 * times a second. Each reading is also the proof that this works. Without a recent one it does not, for
 * whatever reason: a dead connection, a frozen server, a standby that has been promoted.
 */
export class ChangeLogPoller {
  readonly #options: PollerOptions;
  readonly #polling: NodeJS.Timeout;
  #provedAt = Number.NEGATIVE_INFINITY;
  #silentSince = performance.now();
  #isReading = false;
  #isWanted = false;
  #isSilent = false;
  #isClosed = false;
  /** Those who wait for a reading that begins no earlier than this. */
  #waiting: { since: number; resolve: () => void }[] = [];

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#polling = setInterval(() => this.#poll(), POLL_MS).unref();
    this.wake();
  }

  /** Whether everything that was stored until a moment ago is known. */
  get isUpToDate(): boolean {
    return performance.now() - this.#provedAt < PROOF_MS;
  }

  /** Resolves once everything that has been stored so far is known. */
  catchUp(): Promise<void> {
    const since = performance.now();
    const proved = new Promise<void>((resolve) => this.#waiting.push({ since, resolve }));
    this.wake();
    return proved;
  }

  /** Reads soon. Returns at once. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isWanted = true;
    if (!this.#isReading) void this.#reading();
  }

  #poll(): void {
    if (!this.#isReading) this.wake();
    if (!this.#isSilent && performance.now() - this.#silentSince > SILENT_MS) {
      this.#isSilent = true;
      this.#options.warn?.(
        'The changes that others make cannot be read. Nothing is remembered, so every answer is computed.',
      );
    }
  }

  async #reading(): Promise<void> {
    this.#isReading = true;
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      const askedAt = performance.now();
      try {
        this.#heard(await this.#options.read(), askedAt);
      } catch {
        this.#provedAt = Number.NEGATIVE_INFINITY;
      }
    }
    this.#isReading = false;
  }

  #heard(changes: readonly LoggedChange[] | null, askedAt: number): void {
    if (this.#isClosed) return;
    if (changes === null) this.#options.onUnknown();
    else if (changes.length > 0) this.#options.onChanges(changes);
    this.#provedAt = askedAt;
    this.#silentSince = performance.now();
    if (this.#isSilent) this.#options.warn?.('The changes that others make are read again.');
    this.#isSilent = false;
    const isOver = ({ since }: { since: number }): boolean => since <= askedAt;
    for (const { resolve } of this.#waiting.filter(isOver)) resolve();
    this.#waiting = this.#waiting.filter((one) => !isOver(one));
  }

  close(): void {
    this.#isClosed = true;
    this.#provedAt = Number.NEGATIVE_INFINITY;
    clearInterval(this.#polling);
  }
}
