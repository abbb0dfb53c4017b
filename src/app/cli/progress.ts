import { SingleBar } from 'cli-progress';

/** Records per line of output without a terminal. */
const RECORDS_PER_LINE = 1_000;

/** Shows the progress of a command: a bar on a terminal, else a line for each {@link RECORDS_PER_LINE}. */
export class Progress {
  readonly #bar = process.stderr.isTTY
    ? new SingleBar({
        stream: process.stderr,
        format: '{bar} {value} of {total} records, {eta_formatted} left',
        clearOnComplete: true,
        hideCursor: true,
      })
    : undefined;
  #reported = 0;
  #isShown = false;

  /** @param total as known so far */
  readonly show = (records: number, total = 0): void => {
    if (this.#bar) {
      if (!this.#isShown) this.#bar.start(total, 0);
      this.#isShown = true;
      this.#bar.setTotal(Math.max(total, records));
      this.#bar.update(records);
      return;
    }
    // A dry run of a site counts twice: while it reads, and while it stores.
    if (records < this.#reported) this.#reported = 0;
    if (records - this.#reported < RECORDS_PER_LINE) return;
    this.#reported = records;
    console.error(`${records} records`);
  };

  end(): void {
    if (this.#isShown) this.#bar?.stop();
  }
}
