import { Instance } from '../parts/instance.ts';
import type { Stage } from '../parts/stage.ts';
import { type Check, equal } from '../verdict.ts';

/** Two instances, and the processes that they were when they started. */
export class Pair {
  readonly instances: readonly [Instance, Instance];
  readonly #pids: number[] = [];

  constructor(stage: Stage, databaseUrls: readonly [string, string], env: Record<string, string> = {}) {
    const [first, second] = databaseUrls;
    this.instances = [
      new Instance(stage, 0, { DATABASE_URL: first, ...env }),
      new Instance(stage, 1, { DATABASE_URL: second, ...env }),
    ];
  }

  get urls(): string[] {
    return this.instances.map(({ url }) => url);
  }

  /** Starts both at the same time, as after a power cut. */
  async start(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.start()));
    this.#pids.push(...this.instances.map(({ pid }) => pid));
  }

  /** Nothing here starts an instance again that has ended. */
  get stillRun(): Check {
    const running = this.instances.filter(({ isRunning, pid }, n) => isRunning && pid === this.#pids[n]);
    return equal('instances that still run', 2, running.length);
  }

  async stop(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
  }
}
