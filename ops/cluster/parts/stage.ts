import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Processes } from './processes.ts';
import { findPrograms, type Programs } from './programs.ts';

/** Ports of the parts, as offsets from the first port. */
const PORT_OFFSETS = {
  etcd: 0,
  etcdPeers: 1,
  /** Of the first database machine; each machine has ten ports. */
  databases: 10,
  primary: 50,
  calendar: 51,
  /** The primary without the links that can be cut. */
  nearPrimary: 52,
  pooler: 55,
  nginx: 57,
  instances: 60,
  /** The link from an instance to the database. */
  links: 70,
} as const;
const WIDTH = 100;

/** The resources that all parts share: a folder, ports, programs and processes. */
export interface Stage {
  readonly folder: string;
  readonly programs: Programs;
  readonly processes: Processes;
  port(part: keyof typeof PORT_OFFSETS, offset?: number): number;
  say(line: string): void;
  /** Adds work that {@link close} does before it ends processes, in reverse order. */
  onClose(work: () => Promise<void>): void;
  /** Ends all processes, and removes the folder unless `keep` is set. */
  close(): Promise<void>;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The first of a hundred consecutive free ports; searches from `first` in steps of a hundred. */
async function freePorts(first: number): Promise<number> {
  for (let start = first; start < first + 10 * WIDTH; start += WIDTH) {
    const all = await Promise.all(Array.from({ length: WIDTH }, (_, n) => isFree(start + n)));
    if (all.every(Boolean)) return start;
  }
  throw new Error(`there are no ${WIDTH} free ports from ${first} on`);
}

/**
 * @param first port; below 32768, where Linux starts to assign ports to outgoing connections
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
  const cleanups: (() => Promise<void>)[] = [];
  return {
    folder,
    programs,
    processes,
    port: (part, offset = 0) => start + PORT_OFFSETS[part] + offset,
    say,
    onClose: (work) => void cleanups.push(work),
    async close() {
      processes.refuseMore();
      for (const work of cleanups.toReversed()) await work();
      await processes.stop();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}
