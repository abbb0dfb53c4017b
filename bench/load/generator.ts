import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, Measured } from './job.ts';

/** The load generator as seen from the benchmark. One job at a time. */
export class Generator {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('./client.ts', import.meta.url)), {
    env: { PATH: process.env.PATH ?? '' },
  });
  readonly #ended: Promise<never> = once(this.#child, 'exit').then(() => {
    throw new Error('the load generator ended');
  });

  constructor() {
    // Whoever waits for a job is told. Without this, an end between jobs would be an unhandled rejection.
    this.#ended.catch(() => {});
  }

  async run(job: Job): Promise<Measured> {
    const answer = once(this.#child, 'message');
    this.#child.send(job);
    const [measured] = (await Promise.race([answer, this.#ended])) as [Measured];
    return measured;
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
