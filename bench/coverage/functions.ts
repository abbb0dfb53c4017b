import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { file } from '../support/service.ts';

const SOURCES = new URL(`file://${file('src/')}`).href;
/** What follows an answer: its connection is free again, and others hear of a change. In milliseconds. */
const AFTERWARDS_MS = 50;

/** V8's own counters of calls. They are those of this process, so what is counted runs in it. */
export class CallCounters {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** The functions of `src` that `work` has run, as `rest/serve.ts answer`, each once, in order. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    await this.#session.post('Profiler.takePreciseCoverage');
    await work();
    await sleep(AFTERWARDS_MS);
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.startsWith(SOURCES))
      .flatMap(({ url, functions }) =>
        functions
          .filter(({ ranges: [whole] }) => whole && whole.count > 0)
          .map(({ functionName }) => `${url.slice(SOURCES.length)} ${functionName || '(anonymous)'}`),
      )
      .sort();
  }

  stop(): void {
    this.#session.disconnect();
  }
}
