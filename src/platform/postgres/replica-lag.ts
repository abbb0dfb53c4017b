/** After how long a replica that is behind is reported, in milliseconds. */
const REPORT_MS = 10_000;

/** For how long a replica has not been able to answer, because it is behind or does not answer. */
export class ReplicaLag {
  readonly #name: string;
  readonly #warn: (line: string) => void;
  #since: number | undefined;
  #isReported = false;

  /** @param name of the replica, for messages */
  constructor(name: string, warn: (line: string) => void) {
    this.#name = name;
    this.#warn = warn;
  }

  get isBehind(): boolean {
    return this.#since !== undefined;
  }

  get seconds(): number {
    return this.#since === undefined ? 0 : (performance.now() - this.#since) / 1_000;
  }

  /** It lacks something from now on, if it did not before. */
  begin(): void {
    this.#since ??= performance.now();
  }

  /** It still lacks something. Warns once if that lasts. */
  goOn(reason: string): void {
    this.begin();
    if (this.#isReported || this.seconds * 1_000 < REPORT_MS) return;
    this.#isReported = true;
    this.#warn(`Requests do not read from the replica at ${this.#name}: ${reason}.`);
  }

  /** It has everything. */
  end(): void {
    this.#since = undefined;
    if (this.#isReported) this.#warn(`Requests read from the replica at ${this.#name} again.`);
    this.#isReported = false;
  }
}
