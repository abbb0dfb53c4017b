/**
 * Lets a few lines through each second and counts the rest, so that the log of a complete failure does not
 * fill the disk.
 */
export class RateLimitedLog {
  readonly #most: number;
  #second = 0;
  #passed = 0;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param now milliseconds
   * @returns how many were held back before this one; undefined if this one is held back itself
   */
  pass(now: number): number | undefined {
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#passed = 0;
    }
    if (this.#passed >= this.#most) {
      this.#held += 1;
      return undefined;
    }
    this.#passed += 1;
    const held = this.#held;
    this.#held = 0;
    return held;
  }
}
