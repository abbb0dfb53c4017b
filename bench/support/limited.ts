import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { residentOf } from './proc.ts';
import { ADMINISTRATOR, NAMESPACE, type Running, startArguments, startProgram } from './service.ts';

/** Processes on one core and with little memory, by cgroups of version 1. */
const MIB = 2 ** 20;
const MEMORY = '/sys/fs/cgroup/memory/calendar-small';
const CORES = '/sys/fs/cgroup/cpuset/calendar-small';
const GROUPS = [MEMORY, CORES];
const read = (name: string): string => readFileSync(join(MEMORY, name), 'utf8');
const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:?\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);

export function createLimits(megabytes: number): void {
  for (const group of GROUPS) mkdirSync(group, { recursive: true });
  writeFileSync(join(CORES, 'cpuset.cpus'), '0');
  writeFileSync(join(CORES, 'cpuset.mems'), '0');
  writeFileSync(join(MEMORY, 'memory.limit_in_bytes'), `${megabytes}M`);
}

/** @throws Error if a process is still in a group */
export function removeLimits(): void {
  for (const group of GROUPS) rmdirSync(group);
}

/** Enters the groups, and then becomes another program. */
const ENTER = `const [, groups, ...args] = process.argv;
for (const group of groups.split(',')) require('node:fs').writeFileSync(group + '/cgroup.procs', String(process.pid));
process.execve(process.execPath, [process.execPath, ...args], process.env)`;

/** Starts the service within the limits. @param options replace the options of Node.js in `npm start` */
export function startLimited(env: Record<string, string>, options: readonly string[]): Promise<Running> {
  writeFileSync(join(MEMORY, 'memory.max_usage_in_bytes'), '0');
  const [limit = '', ...program] = startArguments();
  const args = [...(options.length > 0 ? options : [limit]), ...program];
  return startProgram(['-e', ENTER, '--', GROUPS.join(','), ...args], `${NAMESPACE}/events`, {
    LOG_LEVEL: 'fatal',
    ...ADMINISTRATOR,
    ...env,
  });
}

/** The share of a process in the memory that it uses, in MB; 0 if it has ended. */
function shareOf(pid: number): number {
  try {
    return numberIn(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss') / 1024;
  } catch {
    return 0;
  }
}

/** Memory in MB: of Node's process, of PostgreSQL's processes, and of the group without its page cache. */
export function memoryOf({ pid }: Running): string {
  const others = read('cgroup.procs').trim().split('\n').map(Number);
  const shares = others.filter((other) => other !== pid).map(shareOf);
  const stat = read('memory.stat');
  const group = (numberIn(stat, 'total_rss') + numberIn(stat, 'total_shmem')) / MIB;
  const [node, postgres, both, most] = [
    residentOf(pid),
    shares.reduce((sum, share) => sum + share, 0),
    group,
    Number(read('memory.max_usage_in_bytes')) / MIB,
  ].map((megabytes) => megabytes.toFixed(0));
  const killed = numberIn(read('memory.oom_control'), 'oom_kill');
  return `Node ${node} MB, PostgreSQL ${postgres} MB, group ${both} MB, highest with page cache ${most} MB, killed processes ${killed}`;
}
