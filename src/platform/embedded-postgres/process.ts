import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * When a running process was started, in whatever unit the system has; undefined when there is no such
 * process, or the system does not say. Together with the pid it identifies a process for good: pids are
 * reused, in containers almost always.
 */
export function processStart(pid: number): string | undefined {
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
export function isServerOf(pid: number, folder: string): boolean {
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
