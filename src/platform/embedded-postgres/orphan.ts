import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseFolderInUse, EmbeddedDatabaseError } from './errors.ts';
import { isAlive, isGoneWithin, isServerOf } from './process.ts';

/**
 * Ends a server that a dead process of ours has left running on the cluster. `ours` says whether there was
 * such a process: a server that somebody started by hand is left alone.
 */
export async function stopOrphan(cluster: string, ours: boolean, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = firstNumber(pidFile);
  if (pid === undefined) return;
  if (!isAlive(pid) || !isServerOf(pid, cluster)) return disown(pidFile);
  if (!ours) throw new DatabaseFolderInUse(cluster, pid);
  log(`Ending the database server ${pid}, which an earlier run left behind.`);
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    kill(pid, signal);
    if (await isGoneWithin(pid, timeoutMs)) return;
  }
  throw new EmbeddedDatabaseError(
    `The database server ${pid}, left behind by an earlier run, does not end. Stop it by hand.`,
  );
}

/**
 * PostgreSQL refuses to start while any process has the pid of its last server, even a zombie or an unrelated
 * one. So a pid that no system assigns is written into the file. The rest of the file stays, because
 * PostgreSQL uses it to check that no process of the last server is left.
 */
function disown(pidFile: string): void {
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n');
  writeFileSync(pidFile, [String(2 ** 22 + 1), ...rest].join('\n'));
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function firstNumber(path: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
