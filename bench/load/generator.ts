import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, Measured } from './job.ts';

/** Starts the load generator, and sends it one job at a time. */
export class Generator {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('./client.ts', import.meta.url)), {
    env: { PATH: process.env.PATH ?? '' },
  });
  readonly #ended: Promise<never> = once(this.#child, 'exit').then(() => {
    throw new Error('the load generator ended');
  });

  constructor() {
    // `run` reports an exit during a job. Without this, an exit between jobs would be an unhandled rejection.
    this.#ended.catch(() => {});
  }

  async run(job: Job): Promise<Measured> {
    const message = once(this.#child, 'message');
    this.#child.send(job);
    const [measured] = (await Promise.race([message, this.#ended])) as [Measured];
    return measured;
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
