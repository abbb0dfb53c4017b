import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseFolderInUse, EmbeddedDatabaseError } from './programs.ts';

/**
 * The start time of a running process, in a unit of the system; undefined if there is no such process, or the system
 * does not report it. Together with the pid it identifies a process: pids alone are reused, in containers almost
 * always.
 */
function processStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return ps(pid, 'lstart=');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces, so fields are counted after it: the state is the first one,
    // the start time the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Whether a process with this pid is running; with `start`, whether it is the same process. */
export function isAlive(pid: number, start?: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = processStart(pid);
  if (now === undefined) return process.platform === 'linux' ? isHidden(pid) : true;
  return start === undefined || now === start;
}

/** Whether the process is a PostgreSQL server of this folder; a server changes into its folder when it starts. */
function isServerOf(pid: number, folder: string): boolean {
  try {
    if (process.platform !== 'linux') return ps(pid, 'command=').includes(folder);
    return (
      workingFolder(pid) === folder ||
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)
    );
  } catch {
    return false;
  }
}

/** Waits until the process has exited. @returns false if it still runs after `ms` */
export async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await pause(25);
  }
  return true;
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Whether /proc hides the processes of other users; otherwise a missing entry means a zombie or no process. */
function isHidden(pid: number): boolean {
  try {
    readFileSync(`/proc/${pid}/stat`);
    return false;
  } catch {
    return processStart(1) === undefined;
  }
}

const ps = (pid: number, column: string): string =>
  execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim();

interface Owner {
  pid: number;
  start: string | undefined;
  /** The private socket folder of the owner's server, which the next owner removes after a crash. */
  socketFolder: string | undefined;
}

export interface Lock {
  /** The crashed process that left its lock behind; undefined after an orderly shutdown. */
  staleOwner: Owner | undefined;
  release(): void;
}

/** The process that locked the folder, alive or dead; undefined if there is no lock. */
export function lockOwner(folder: string): Owner | undefined {
  const text = readIfExists(join(folder, 'lock'));
  return text === undefined ? undefined : parseOwner(text);
}

/** Locks the folder for this process. @throws DatabaseFolderInUse */
export function lockFolder(folder: string, socketFolder: string | undefined): Lock {
  const path = join(folder, 'lock');
  const draft = `${path}.${process.pid}`;
  const owner: Owner = { pid: process.pid, start: processStart(process.pid), socketFolder };
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o644 });
  try {
    let staleOwner: Owner | undefined;
    // `link` fails if the name exists, and the lock file is complete as soon as it appears.
    while (!tryLink(draft, path)) staleOwner = takeOverStale(path, folder) ?? staleOwner;
    return { staleOwner, release: () => rmSync(path, { force: true }) };
  } finally {
    rmSync(draft, { force: true });
  }
}

function takeOverStale(path: string, folder: string): Owner | undefined {
  const text = readIfExists(path);
  if (text === undefined) return undefined;
  const owner = parseOwner(text);
  if (owner !== undefined && isAlive(owner.pid, owner.start))
    throw new DatabaseFolderInUse(folder, owner.pid);
  const stale = `${path}.old.${process.pid}`;
  try {
    renameSync(path, stale);
  } catch {
    return undefined;
  }
  // Two processes may find the same stale lock. A process that moved the other's fresh lock away puts it back, and
  // tries again.
  if (readIfExists(stale) !== text) tryLink(stale, path);
  rmSync(stale, { force: true });
  return owner;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, start, socketFolder } = JSON.parse(text) as Partial<Owner>;
    return typeof pid === 'number' && pid > 0 ? { pid, start, socketFolder } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stops a server that a crashed process of this service left running on the cluster.
 * @param isOurs whether there was such a process; a server that was started manually is left alone
 */
export async function stopOrphan(
  cluster: string,
  isOurs: boolean,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = firstNumber(pidFile);
  if (pid === undefined) return;
  if (!isAlive(pid) || !isServerOf(pid, cluster)) return replacePid(pidFile);
  if (!isOurs) throw new DatabaseFolderInUse(cluster, pid);
  log(`Stopping the database server ${pid}, left running by an earlier start.`);
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    kill(pid, signal);
    if (await isGoneWithin(pid, timeoutMs)) return;
  }
  throw new EmbeddedDatabaseError(
    `The database server ${pid}, left running by an earlier start, does not stop. Stop it manually.`,
  );
}

/**
 * Replaces the pid in the file by one that no system assigns: PostgreSQL refuses to start while any process has the pid
 * of its last server, even a zombie or an unrelated process. The rest of the file stays, because PostgreSQL uses it to
 * check that no process of the last server is left.
 */
function replacePid(pidFile: string): void {
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
