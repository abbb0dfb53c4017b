import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Processes } from './processes.ts';
import { findPrograms, type Programs } from './programs.ts';

/** The port of every part, counted from the first one. */
const PLACES = {
  etcd: 0,
  etcdPeers: 1,
  /** The first of the first database machine; each has ten. */
  databases: 10,
  primary: 50,
  calendar: 51,
  /** The same primary without the lines that can be cut. */
  nearPrimary: 52,
  pooler: 55,
  nginx: 57,
  instances: 60,
  /** The line from an instance to the database. */
  lines: 70,
} as const;
const WIDTH = 100;

/** What all parts share: a folder, ports, programs and processes. */
export interface Stage {
  readonly folder: string;
  readonly programs: Programs;
  readonly processes: Processes;
  port(place: keyof typeof PLACES, offset?: number): number;
  say(line: string): void;
  /** Adds work that {@link leave} does before it ends processes; what was added last is done first. */
  beforeLeaving(work: () => Promise<void>): void;
  /** Ends every process, and removes the folder, unless that is to be kept. */
  leave(): Promise<void>;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The first of a hundred free ports in a row; looks from `first` on in steps of a hundred. */
async function freePorts(first: number): Promise<number> {
  for (let start = first; start < first + 10 * WIDTH; start += WIDTH) {
    const all = await Promise.all(Array.from({ length: WIDTH }, (_, n) => isFree(start + n)));
    if (all.every(Boolean)) return start;
  }
  throw new Error(`there are no ${WIDTH} free ports from ${first} on`);
}

/**
 * @param first port; below 32768, from where on Linux gives ports to outgoing connections
 * @throws NotInstalled
 */
export async function openStage(
  first: number,
  { keep, say }: { keep: boolean; say: (line: string) => void },
): Promise<Stage> {
  const programs = findPrograms();
  const start = await freePorts(first);
  const folder = mkdtempSync(join(tmpdir(), 'calendar-cluster-'));
  const processes = new Processes(folder);
  const before: (() => Promise<void>)[] = [];
  return {
    folder,
    programs,
    processes,
    port: (place, offset = 0) => start + PLACES[place] + offset,
    say,
    beforeLeaving: (work) => void before.push(work),
    async leave() {
      processes.refuse();
      for (const work of before.toReversed()) await work();
      await processes.stop();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}
