import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from '../../../bench/support/proc.ts';
import { file } from '../../../bench/support/service.ts';
import { Link } from './link.ts';
import { end, hasEnded } from './processes.ts';
import type { Stage } from './stage.ts';
import { until } from './wait.ts';

export const SUPERUSER = { username: 'postgres', password: 'superuser' } as const;

interface Lines {
  /** The way of others to its PostgreSQL. */
  readonly database: Link;
  /** The way of others to its Patroni. */
  readonly rest: Link;
  /** The way of its Patroni to etcd. */
  readonly etcd: Link;
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const STOP_MS = 10_000;

/** A machine with PostgreSQL and Patroni, which can die, freeze, and be cut off. */
export class Machine {
  readonly name: string;
  /** Where its PostgreSQL listens; only the runner asks there. */
  readonly port: number;
  readonly lines: Lines;
  readonly #stage: Stage;
  readonly #restPort: number;
  #patroni: ChildProcess | undefined;

  private constructor(stage: Stage, name: string, port: number, lines: Lines) {
    this.#stage = stage;
    this.name = name;
    this.port = port;
    this.#restPort = port + 1;
    this.lines = lines;
  }

  static async open(stage: Stage, number: number): Promise<Machine> {
    const port = stage.port('databases', 10 * number);
    const lines = {
      database: await Link.open(port + 2, port),
      rest: await Link.open(port + 3, port + 1),
      etcd: await Link.open(port + 4, stage.port('etcd')),
    };
    return new Machine(stage, `database${number + 1}`, port, lines);
  }

  get #folder(): string {
    return join(this.#stage.folder, this.name);
  }

  get #data(): string {
    return join(this.#folder, 'postgres');
  }

  start(): void {
    const { database, rest, etcd } = this.lines;
    const { username, password } = SUPERUSER;
    this.#patroni = this.#stage.processes.start(this.name, {
      command: this.#stage.programs.patroni,
      args: [file('deploy/cluster/patroni.yml')],
      env: {
        PATRONI_NAME: this.name,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${this.#restPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest.port}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${this.port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${database.port}`,
        PATRONI_POSTGRESQL_DATA_DIR: this.#data,
        PATRONI_POSTGRESQL_PGPASS: join(this.#stage.folder, `${this.name}.pgpass`),
        PATRONI_POSTGRESQL_BIN_DIR: this.#stage.programs.postgres,
        // Otherwise it would ask etcd for its address, and connect there directly, not by the line.
        PATRONI_ETCD_USE_PROXIES: 'true',
        PATRONI_ETCD_HOST: `127.0.0.1:${etcd.port}`,
        PATRONI_SUPERUSER_USERNAME: username,
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REWIND_USERNAME: username,
        PATRONI_REWIND_PASSWORD: password,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: 'replicator',
      },
    });
  }

  /** Its postmaster with all processes, and its Patroni. */
  #pids(): number[] {
    const pidFile = join(this.#data, 'postmaster.pid');
    const postmaster = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
    const database = postmaster > 0 ? [postmaster, ...childrenOf(postmaster)] : [];
    const patroni = this.#patroni && !hasEnded(this.#patroni) ? this.#patroni.pid : undefined;
    return patroni === undefined ? database : [patroni, ...database];
  }

  kill(): void {
    for (const pid of this.#pids()) signal(pid, 'SIGKILL');
  }

  freeze(): void {
    for (const pid of this.#pids()) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#pids().toReversed()) signal(pid, 'SIGCONT');
  }

  cut(): void {
    for (const line of Object.values(this.lines)) line.cut();
  }

  heal(): void {
    for (const line of Object.values(this.lines)) line.heal();
  }

  async isPrimary(): Promise<boolean> {
    const url = `http://127.0.0.1:${this.#restPort}/primary`;
    const { status } = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    return status === 200;
  }

  /** Stops it at once, but PostgreSQL not by SIGKILL, after which its shared memory would stay. */
  async stop(): Promise<void> {
    this.thaw();
    if (this.#patroni) await end(this.#patroni, 'SIGKILL');
    const [postmaster] = this.#pids();
    if (postmaster !== undefined) {
      signal(postmaster, 'SIGQUIT');
      await until(`the end of ${this.name}`, STOP_MS, async () => !isRunning(postmaster)).catch(() =>
        this.kill(),
      );
    }
    for (const line of Object.values(this.lines)) await line.close();
  }
}
