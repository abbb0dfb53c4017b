import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../parts/wait.ts';
import { Ledger } from './ledger.ts';
import { read } from './reader.ts';
import { Writer } from './writer.ts';

const WRITERS = 4;
const READERS = 8;
/** Longer than a response may be out of date, so that an instance without notifications of changes is detected. */
const PHASE_MS = 1_600;
const REST_MS = 2_000;

let runs = 0;

interface LoadOptions {
  /** The address of nginx for half of the readers; it may also be one of the addresses for writers. */
  proxyUrl?: string;
}

/** Four writers and eight readers, distributed over addresses. */
export class Load {
  readonly ledger: Ledger;
  readonly #urls: readonly string[];
  readonly #working: Promise<void>[] = [];
  #isStopped = false;
  /**
   * The instance that gets all writes. Undefined: each instance for a while, then all, because an instance knows its
   * own writes, and the test must show that it also finds the writes of others.
   */
  only: number | undefined;
  /** Whether writes go to all instances at the same time, to measure when each of them is available again. */
  isSpread = false;
  #isResting = false;

  private constructor(urls: readonly string[], proxyUrl: string | undefined) {
    this.#urls = urls;
    this.ledger = new Ledger(proxyUrl);
  }

  static async start(urls: readonly string[], { proxyUrl }: LoadOptions = {}): Promise<Load> {
    const load = new Load(urls, proxyUrl);
    const run = `Run ${++runs}`;
    const writers = Array.from({ length: WRITERS }, (_, n) => {
      const { ledger } = load;
      const choose = (): number => load.#choose(n);
      const isResting = (): boolean => load.#isResting;
      return new Writer({ ledger, name: `${run} writer ${n}`, urls, choose, isResting });
    });
    for (const writer of writers) await writer.prepare();
    const isStopped = (): boolean => load.#isStopped;
    load.#working.push(...writers.map((writer) => writer.run(isStopped)));
    for (let n = 0; n < READERS; n++) {
      const url = (n % 2 === 0 ? proxyUrl : undefined) ?? urls[n % urls.length] ?? '';
      load.#working.push(read(load.ledger, url, n, isStopped));
    }
    return load;
  }

  #choose(writer: number): number {
    const count = this.#urls.length;
    if (this.only !== undefined) return this.only;
    if (this.isSpread) return writer % count;
    const phase = Math.floor(performance.now() / PHASE_MS) % (count + 1);
    return phase === count ? writer % count : phase;
  }

  /**
   * Runs an action after a pause in writes: by then all read responses are cached, and an instance that misses later
   * changes would continue to return them.
   */
  async withWarmCaches(action: () => void): Promise<void> {
    this.#isResting = true;
    await sleep(REST_MS);
    action();
    this.#isResting = false;
  }

  /**
   * Waits until each instance has acknowledged a write since `then`.
   * @returns milliseconds from `then` to the last of these writes
   */
  async wroteSince(then: number, longestMs: number): Promise<number> {
    const { lastWrite } = this.ledger;
    const first = new Map<number, number>();
    await until(
      'a write at every instance',
      longestMs,
      async () => {
        for (const [instance, at] of lastWrite)
          if (at > then && !first.has(instance)) first.set(instance, at);
        return first.size === this.#urls.length;
      },
      10,
    );
    return Math.max(...first.values()) - then;
  }

  async stop(): Promise<Ledger> {
    this.#isStopped = true;
    await Promise.all(this.#working);
    return this.ledger;
  }
}
