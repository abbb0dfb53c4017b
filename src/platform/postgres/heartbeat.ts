/** How often the server is asked whether it is there, in milliseconds. */
const BEAT_MS = 500;
/** How long a server may say nothing at all, in milliseconds. */
export const SILENT_MS = 3_000;

/**
 * Asks a server again and again whether it is there. One that is slow answers so short a question all the
 * same; one that is frozen, or has vanished from the network, never does, and says nothing about it either.
 */
export class Heartbeat {
  readonly #beating: NodeJS.Timeout;
  /** Whether anything was heard since the last beat. */
  #isHeard = true;
  /** Beats in a row without an answer: counted, because a process that is held up itself skips some. */
  #missed = 0;

  /**
   * @param ask resolves with whether the server has answered, whatever that was
   * @param onSilent told again with each beat for how long nothing was heard, at least, in milliseconds
   */
  constructor(ask: () => Promise<boolean>, onSilent: (ms: number) => void) {
    this.#beating = setInterval(() => {
      this.#missed = this.#isHeard ? 0 : this.#missed + 1;
      this.#isHeard = false;
      if (this.#missed * BEAT_MS >= SILENT_MS) onSilent(SILENT_MS - BEAT_MS);
      void ask().then((isHeard) => {
        this.#isHeard ||= isHeard;
      });
    }, BEAT_MS).unref();
  }

  close(): void {
    clearInterval(this.#beating);
  }
}
