/** The transactions of a request that run: until they end, they read, and not the request. */
export class RunningWrites {
  #count = 0;

  /** @throws Error while a transaction runs, which has to be read instead */
  assertNone(): void {
    if (this.#count > 0) throw new Error('inside a transaction everything is read through the transaction');
  }

  /** Waits for a transaction. */
  async during<T>(written: Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await written;
    } finally {
      this.#count -= 1;
    }
  }
}
