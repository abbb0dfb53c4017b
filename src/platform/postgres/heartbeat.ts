/** How often the server is probed, in milliseconds. */
const BEAT_MS = 500;
/** After how long without a response the server counts as gone, in milliseconds. */
export const SILENT_MS = 3_000;

/**
 * Probes a server again and again. One that is slow responds to so short a statement all the same; one that is
 * frozen, or has vanished from the network, never does, and its connections do not fail either.
 */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout;
  /** Whether the server has responded since the last beat. */
  #hasResponded = true;
  /** Beats in a row without a response: counted, because a process that is blocked itself skips some. */
  #missed = 0;

  /**
   * @param probe resolves with whether the server has responded, be it with an error
   * @param onSilent is called with each beat for as long as it does not respond: for how long, at least, in
   * milliseconds
   */
  constructor(probe: () => Promise<boolean>, onSilent: (ms: number) => void) {
    this.#timer = setInterval(() => {
      this.#missed = this.#hasResponded ? 0 : this.#missed + 1;
      this.#hasResponded = false;
      if (this.#missed * BEAT_MS >= SILENT_MS) onSilent(SILENT_MS - BEAT_MS);
      void probe().then((hasResponded) => {
        this.#hasResponded ||= hasResponded;
      });
    }, BEAT_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
