import { SingleBar } from 'cli-progress';

/** Where there is no terminal, a line is written each time this many records are done. */
const EVERY = 1_000;

/** Shows how far a command has come: as a bar on a terminal, otherwise as a line now and then. */
export class Progress {
  readonly #bar = process.stderr.isTTY
    ? new SingleBar({
        stream: process.stderr,
        format: '{bar} {value} of {total} records, {eta_formatted} left',
        clearOnComplete: true,
        hideCursor: true,
      })
    : undefined;
  #said = 0;
  #isShown = false;

  /** @param total as far as it is known */
  readonly show = (records: number, total = 0): void => {
    if (this.#bar) {
      if (!this.#isShown) this.#bar.start(total, 0);
      this.#isShown = true;
      this.#bar.setTotal(Math.max(total, records));
      this.#bar.update(records);
      return;
    }
    // A dry run of a site begins to count again when all is read.
    if (records < this.#said) this.#said = 0;
    if (records - this.#said < EVERY) return;
    this.#said = records;
    console.error(`${records} records`);
  };

  end(): void {
    if (this.#isShown) this.#bar?.stop();
  }
}
