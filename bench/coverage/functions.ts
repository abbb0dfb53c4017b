import { readFileSync } from 'node:fs';
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

  /** The functions of `src` that `work` has run, as `api/rest/serve.ts:48 answer`, each once, in order. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    await this.#session.post('Profiler.takePreciseCoverage');
    await work();
    await sleep(AFTERWARDS_MS);
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.startsWith(SOURCES))
      .flatMap(({ url, functions }) =>
        functions.flatMap(({ functionName, ranges: [whole] }) =>
          whole && whole.count > 0
            ? [`${placeOf(url, whole.startOffset)} ${functionName || '(anonymous)'}`]
            : [],
        ),
      )
      .sort();
  }

  stop(): void {
    this.#session.disconnect();
  }
}

const texts = new Map<string, string>();

/** File and line. What Node runs has the lines of the file: it replaces types with blanks. */
function placeOf(url: string, offset: number): string {
  const text = texts.getOrInsertComputed(url, () => readFileSync(new URL(url), 'utf8'));
  return `${url.slice(SOURCES.length)}:${text.slice(0, offset).split('\n').length}`;
}
