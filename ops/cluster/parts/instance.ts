import type { ChildProcess } from 'node:child_process';
import { ADMINISTRATOR, startArguments } from '../../../bench/support/service.ts';
import { SHARED_MAX_AGE } from '../load/proxied-reads.ts';
import { end, hasEnded } from './processes.ts';
import type { Stage } from './stage.ts';
import { until } from './wait.ts';

const START_MS = 60_000;
/** Shared by all instances. */
export const SECRET_KEY = 'one key for all instances of this cluster';

/** An instance of the service. */
export class Instance {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  readonly #stage: Stage;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;

  /** @param env additional settings */
  constructor(stage: Stage, number: number, env: Record<string, string>) {
    this.#stage = stage;
    this.name = `calendar${number + 1}`;
    this.port = stage.port('instances', number);
    this.url = `http://127.0.0.1:${this.port}`;
    this.#env = env;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && !hasEnded(this.#child);
  }

  /** Starts the instance, and waits until it is ready. @returns the duration in milliseconds */
  async start(): Promise<number> {
    const started = performance.now();
    this.#child = this.#stage.processes.start(this.name, {
      command: process.execPath,
      args: startArguments(),
      asCaller: true,
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        SECRET_KEY,
        WEBHOOK_PRIVATE: 'true',
        TRUST_PROXY: '2',
        BASE_URL: 'https://calendar.example.org',
        SHARED_MAX_AGE: SHARED_MAX_AGE,
        LOG_LEVEL: 'info',
        ...ADMINISTRATOR,
        ...this.#env,
      },
    });
    await until(
      `${this.name} is ready`,
      START_MS,
      async () => {
        if (!this.isRunning) return true;
        return (await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(3_000) })).status === 200;
      },
      50,
    );
    if (!this.isRunning) throw new Error(`${this.name} ended during its start`);
    return performance.now() - started;
  }

  async stop(): Promise<void> {
    if (this.#child) await end(this.#child);
  }
}
