import type { Generator } from '../load/generator.ts';
import type { Measured } from '../load/job.ts';
import { bytesOf, type Request } from '../load/request.ts';
import { cpuOf, cpuOfPostgres } from './proc.ts';
import type { Running } from './service.ts';

export interface Measurement extends Measured {
  /** CPU milliseconds of the server process for one answer. */
  serverCpu: number;
  /** And of PostgreSQL, all its processes together. */
  databaseCpu: number;
}

interface Load {
  requests: readonly Request[];
  statuses: readonly number[];
  connections: number;
  seconds: number;
}

/** Loads one server. @throws Error when it answers anything but what was expected */
export async function measure(
  generator: Generator,
  server: Running,
  dataDir: string,
  load: Load,
): Promise<Measurement> {
  const before = [cpuOf(server.pid), cpuOfPostgres(dataDir)] as const;
  const requests = load.requests.map((request) => bytesOf(request, server.port));
  const measured = await generator.run({ ...load, requests, port: server.port });
  if (measured.wrong !== undefined)
    throw new Error(`${load.requests[0]?.path}: unexpected answer\n${measured.wrong}`);
  const perAnswer = (seconds: number): number => (seconds * 1000) / Math.max(1, measured.answers);
  return {
    ...measured,
    serverCpu: perAnswer(cpuOf(server.pid) - before[0]),
    databaseCpu: perAnswer(cpuOfPostgres(dataDir) - before[1]),
  };
}

/** The run in the middle, by its throughput. */
export function medianRun(runs: readonly Measurement[]): Measurement {
  const run = runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor((runs.length - 1) / 2)];
  if (!run) throw new Error('nothing was measured');
  return run;
}
