import { readdirSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** Clock ticks per second of CPU times in /proc. */
const TICKS = 100;

/** Parent and CPU seconds of a process, and CPU seconds of its ended children; undefined if it does not exist. */
function statOf(pid: number): { parent: number; seconds: number; ended: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields
      .slice(11, 15)
      .map((field) => Number(field) / TICKS);
    return { parent: Number(fields[1]), seconds: user + system, ended: childUser + childSystem };
  } catch {
    return undefined;
  }
}

export const cpuOf = (pid: number): number => statOf(pid)?.seconds ?? 0;

/** CPU seconds of all processes of the PostgreSQL server in `dataDir`. */
export function cpuOfPostgres(dataDir: string): number {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return cpuWithChildren(Number(pid));
}

function cpuWithChildren(postmaster: number): number {
  const server = statOf(postmaster);
  const children = childrenOf(postmaster).reduce((sum, pid) => sum + cpuOf(pid), 0);
  return (server?.seconds ?? 0) + (server?.ended ?? 0) + children;
}

/** The running child processes of a process. */
export function childrenOf(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((pid) => statOf(pid)?.parent === parent);
}

/** Resident memory of a process in MB. */
export function residentOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** A description of the machine, without its name. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  return `${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB memory, Node ${process.versions.node}`;
}
