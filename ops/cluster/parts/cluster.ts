import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { queryOnce } from '../../../bench/support/database.ts';
import { file } from '../../../bench/support/service.ts';
import { startEtcd } from './etcd.ts';
import { Machine, SUPERUSER } from './machine.ts';
import type { Stage } from './stage.ts';
import { until } from './wait.ts';

export const OWNER = { username: 'calendar', password: 'calendar' } as const;

const START_MS = 120_000;

/** Whether two standbys are streaming, one of them synchronously. */
const WHOLE = `select count(*) filter (where state = 'streaming')::int = 2
  and count(*) filter (where sync_state = 'sync')::int = 1 as whole from pg_stat_replication`;

/** Three PostgreSQL machines with Patroni, and etcd. */
export class Cluster {
  readonly machines: readonly Machine[];
  readonly #stage: Stage;

  private constructor(stage: Stage, machines: readonly Machine[]) {
    this.#stage = stage;
    this.machines = machines;
  }

  static async open(stage: Stage): Promise<Cluster> {
    await startEtcd(stage);
    const machines = [];
    for (let n = 0; n < 3; n++) machines.push(await Machine.open(stage, n));
    const cluster = new Cluster(stage, machines);
    stage.onClose(() => cluster.#stop());
    for (const machine of machines) machine.start();
    return cluster;
  }

  /** Creates a database for the service, and the user that all such databases share. */
  async create(database: string): Promise<void> {
    const url = this.superuserUrl(await this.waitUntilWhole());
    const settings = ['ON_ERROR_STOP=1', `database=${database}`, `password=${OWNER.password}`];
    await promisify(execFile)(join(this.#stage.programs.postgres, 'psql'), [
      '--no-psqlrc',
      ...settings.map((setting) => `--set=${setting}`),
      `--file=${file('deploy/cluster/prepare.sql')}`,
      url,
    ]);
  }

  /** Drops a database, even if it has open connections. */
  async drop(database: string): Promise<void> {
    await queryOnce(this.superuserUrl(await this.primary()), `drop database ${database} with (force)`);
  }

  superuserUrl(machine: Machine, database = 'postgres'): string {
    const { username, password } = SUPERUSER;
    return `postgres://${username}:${password}@127.0.0.1:${machine.port}/${database}`;
  }

  /** The machine that reports itself as the primary; machines that do not respond are skipped. */
  async primary(): Promise<Machine> {
    return until('a primary', START_MS, async () => {
      for (const machine of this.machines) if (await machine.isPrimary().catch(() => false)) return machine;
      return undefined;
    });
  }

  /** Waits until a primary and two standbys are running. @returns the primary */
  async waitUntilWhole(): Promise<Machine> {
    return until(
      'two streaming standbys',
      START_MS,
      async () => {
        const primary = await this.primary();
        const [row] = await queryOnce<{ whole: boolean }>(this.superuserUrl(primary), WHOLE);
        return row?.whole ? primary : undefined;
      },
      500,
    );
  }

  async #stop(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()));
  }
}
