import { Instance } from '../parts/instance.ts';
import type { Stage } from '../parts/stage.ts';
import { type Check, equal } from '../verdict.ts';

/** Two instances, and the pids of their first processes. */
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

  /** Fails if an instance has ended; instances are not restarted. */
  get stillRun(): Check {
    const running = this.instances.filter(({ isRunning, pid }, n) => isRunning && pid === this.#pids[n]);
    return equal('running instances', 2, running.length);
  }

  async stop(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
  }
}
