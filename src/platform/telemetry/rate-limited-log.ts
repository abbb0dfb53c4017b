/**
 * Admits a few lines each second and counts the rest, so that the log of a complete failure does not fill the
 * disk.
 */
export class RateLimitedLog {
  readonly #perSecond: number;
  #second = 0;
  #admitted = 0;
  #suppressed = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /**
   * @param now milliseconds
   * @returns how many lines were suppressed since the last one; undefined if this one is suppressed itself
   */
  admit(now: number): number | undefined {
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#admitted = 0;
    }
    if (this.#admitted >= this.#perSecond) {
      this.#suppressed += 1;
      return undefined;
    }
    this.#admitted += 1;
    const suppressed = this.#suppressed;
    this.#suppressed = 0;
    return suppressed;
  }
}
