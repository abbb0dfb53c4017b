import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { file } from '../../../bench/support/service.ts';
import { OWNER } from './cluster.ts';
import { end } from './processes.ts';
import type { Stage } from './stage.ts';

/** The first version of PgBouncer with prepared statements in transaction mode. */
const WITH_PREPARED_STATEMENTS = [1, 21] as const;

export function supportsPreparedStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [firstMajor, firstMinor] = WITH_PREPARED_STATEMENTS;
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
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
   * @param prepared whether to support prepared statements; requires version 1.21
   * @param port the port of the database
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
    for (const written of [users, path]) stage.processes.changeOwner(written);
    return new Pooler(
      stage,
      stage.processes.start('pgbouncer', { command: stage.programs.pgbouncer, args: [path] }),
    );
  }

  url(database: string): string {
    return `postgres://${OWNER.username}:${OWNER.password}@127.0.0.1:${this.#stage.port('pooler')}/${database}`;
  }

  /** Call it after all instances have disconnected: since 1.23 PgBouncer waits for its clients to leave. */
  async stop(): Promise<void> {
    await end(this.#child, 'SIGTERM');
  }
}
