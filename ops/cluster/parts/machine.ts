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

interface Links {
  /** From other machines to this machine's PostgreSQL. */
  readonly database: Link;
  /** From other machines to this machine's Patroni. */
  readonly rest: Link;
  /** From this machine's Patroni to etcd. */
  readonly etcd: Link;
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
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

/** A machine with PostgreSQL and Patroni that can be killed, frozen and cut off. */
export class Machine {
  readonly name: string;
  /** The port of its PostgreSQL; only the runner connects to it directly. */
  readonly port: number;
  readonly links: Links;
  readonly #stage: Stage;
  readonly #restPort: number;
  #patroni: ChildProcess | undefined;

  private constructor(stage: Stage, name: string, port: number, links: Links) {
    this.#stage = stage;
    this.name = name;
    this.port = port;
    this.#restPort = port + 1;
    this.links = links;
  }

  static async open(stage: Stage, number: number): Promise<Machine> {
    const port = stage.port('databases', 10 * number);
    const links = {
      database: await Link.open(port + 2, port),
      rest: await Link.open(port + 3, port + 1),
      etcd: await Link.open(port + 4, stage.port('etcd')),
    };
    return new Machine(stage, `database${number + 1}`, port, links);
  }

  get #folder(): string {
    return join(this.#stage.folder, this.name);
  }

  get #data(): string {
    return join(this.#folder, 'postgres');
  }

  start(): void {
    const { database, rest, etcd } = this.links;
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
        // Otherwise Patroni would get etcd's own address from etcd, and bypass the link.
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

  /** Pids of Patroni, and of the postmaster and its children. */
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
    for (const link of Object.values(this.links)) link.cut();
  }

  heal(): void {
    for (const link of Object.values(this.links)) link.heal();
  }

  async isPrimary(): Promise<boolean> {
    const url = `http://127.0.0.1:${this.#restPort}/primary`;
    const { status } = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    return status === 200;
  }

  /** Stops the machine at once; PostgreSQL not by SIGKILL, which would leave its shared memory behind. */
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
    for (const link of Object.values(this.links)) await link.close();
  }
}
