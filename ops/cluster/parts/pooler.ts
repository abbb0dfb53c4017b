import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { file } from '../../../bench/support/service.ts';
import { OWNER } from './cluster.ts';
import { end } from './processes.ts';
import type { Stage } from './stage.ts';

const KEEPS_STATEMENTS = [1, 21] as const;

/** Whether this PgBouncer keeps prepared statements in transaction mode. */
export function keepsStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > KEEPS_STATEMENTS[0] || (major === KEEPS_STATEMENTS[0] && minor >= KEEPS_STATEMENTS[1]);
}

/** PgBouncer in transaction mode, with the settings of `deploy/`. */
export class Pooler {
  readonly #stage: Stage;
  readonly #child: ChildProcess;

  private constructor(stage: Stage, child: ChildProcess) {
    this.#stage = stage;
    this.#child = child;
  }

  /**
   * @param prepared whether it keeps prepared statements; from version 1.21 on it can
   * @param port of the database
   */
  static start(
    stage: Stage,
    { prepared, port = stage.port('nearPrimary') }: { prepared: boolean; port?: number },
  ): Pooler {
    const users = join(stage.folder, 'userlist.txt');
    writeFileSync(users, `"${OWNER.username}" "${OWNER.password}"\n`);
    const settings: Record<string, string> = {
      host: '127.0.0.1',
      port: String(port),
      listen_addr: '127.0.0.1',
      listen_port: String(stage.port('pooler')),
      auth_file: users,
    };
    const config = readFileSync(file('deploy/cluster/pgbouncer.ini'), 'utf8')
      .replace(/^calendar = .+$/m, `* = host=${settings.host} port=${settings.port}`)
      .replace(/^(listen_addr|listen_port|auth_file) = .+$/gm, (_, name) => `${name} = ${settings[name]}`)
      .replace(/^;(max_prepared_statements)/m, prepared ? '$1' : ';$1');
    const path = join(stage.folder, 'pgbouncer.ini');
    writeFileSync(path, config);
    for (const written of [users, path]) stage.processes.give(written);
    return new Pooler(
      stage,
      stage.processes.start('pgbouncer', { command: stage.programs.pgbouncer, args: [path] }),
    );
  }

  url(database: string): string {
    return `postgres://${OWNER.username}:${OWNER.password}@127.0.0.1:${this.#stage.port('pooler')}/${database}`;
  }

  /**
   * Call it when no instance is connected any more: from 1.23 on PgBouncer waits for its clients to leave.
   */
  async stop(): Promise<void> {
    await end(this.#child, 'SIGTERM');
  }
}
