import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseFolderInUse, EmbeddedDatabaseError } from './programs.ts';

/**
 * When a running process was started, in whatever unit the system has; undefined when there is no such
 * process, or the system does not say. Together with the pid it identifies a process for good: pids are
 * reused, in containers almost always.
 */
function processStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return ps(pid, 'lstart=');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain blanks, so fields are counted after it: the state is the first one,
    // the start time the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Whether a process with this pid is running; with `start`, whether it is still the same process. */
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

/**
 * Whether the process is a PostgreSQL server that works in this folder (it changes into its folder when it
 * starts).
 */
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

/**
 * Waits until the process is gone.
 * @returns false when it still runs after `ms`
 */
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

/** Without an entry in /proc a process is a zombie or gone, unless /proc hides other users' processes. */
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
  /** Private socket folder of the owner's server, so that the next owner can tidy up after a crash. */
  socketFolder: string | undefined;
}

export interface Lock {
  /** What a dead process left behind; undefined when the folder was unlocked in order. */
  left: Owner | undefined;
  release(): void;
}

/** The process that locked the folder, alive or dead; undefined when none did. */
export function lockOwner(folder: string): Owner | undefined {
  const text = readIfAny(join(folder, 'lock'));
  return text === undefined ? undefined : parseOwner(text);
}

/** Makes this process the only one on the folder, or throws {@link DatabaseFolderInUse}. */
export function lockFolder(folder: string, socketFolder: string | undefined): Lock {
  const path = join(folder, 'lock');
  const draft = `${path}.${process.pid}`;
  const owner: Owner = { pid: process.pid, start: processStart(process.pid), socketFolder };
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o644 });
  try {
    let left: Owner | undefined;
    // `link` fails when the name exists, and the file is complete from its first moment.
    while (!canLink(draft, path)) left = takeOverStale(path, folder) ?? left;
    return { left, release: () => rmSync(path, { force: true }) };
  } finally {
    rmSync(draft, { force: true });
  }
}

function takeOverStale(path: string, folder: string): Owner | undefined {
  const text = readIfAny(path);
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
  // Two processes may find the same stale lock. The one that moves away the fresh lock of the other puts it
  // back and looks again.
  if (readIfAny(stale) !== text) canLink(stale, path);
  rmSync(stale, { force: true });
  return owner;
}

function canLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readIfAny(path: string): string | undefined {
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
