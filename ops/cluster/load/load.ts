import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../parts/wait.ts';
import { Ledger } from './ledger.ts';
import { read } from './reader.ts';
import { Writer } from './writer.ts';

const WRITERS = 4;
const READERS = 8;
/** Longer than an answer may be out of date, so that an instance which hears of no changes is noticed. */
const PHASE_MS = 1_600;
const REST_MS = 2_000;

let runs = 0;

interface LoadOptions {
  /** The address of nginx, at which half of the readers ask; it may be one of the addresses for writers. */
  proxyUrl?: string;
}

/** Four writers and eight readers, divided among addresses. */
export class Load {
  readonly ledger: Ledger;
  readonly #urls: readonly string[];
  readonly #working: Promise<void>[] = [];
  #isOver = false;
  /**
   * Which instance takes all writes. Undefined: each for a while, then all together, because an instance
   * learns of what it writes itself, and has to show that it hears of what others write.
   */
  only: number | undefined;
  /** Whether writes go to all instances at the same time, to see when each of them is back. */
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
    const isOver = (): boolean => load.#isOver;
    load.#working.push(...writers.map((writer) => writer.run(isOver)));
    for (let n = 0; n < READERS; n++) {
      const url = (n % 2 === 0 ? proxyUrl : undefined) ?? urls[n % urls.length] ?? '';
      load.#working.push(read(load.ledger, url, n, isOver));
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
   * Lets something happen after a while without writes: by then the instances remember everything that is
   * read, and one that hears of no changes afterwards would go on answering it.
   */
  async remembering(happens: () => void): Promise<void> {
    this.#isResting = true;
    await sleep(REST_MS);
    happens();
    this.#isResting = false;
  }

  /**
   * Waits until every instance has acknowledged a write since `then`.
   * @returns milliseconds from it to the last
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
    this.#isOver = true;
    await Promise.all(this.#working);
    return this.ledger;
  }
}
