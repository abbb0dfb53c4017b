import type { Generator } from '../load/generator.ts';
import type { Measured } from '../load/job.ts';
import { bytesOf, type Request } from '../load/request.ts';
import { cpuOf, cpuOfPostgres } from './proc.ts';
import type { Running } from './service.ts';

export interface Measurement extends Measured {
  /** CPU milliseconds of the server process per response. */
  serverCpu: number;
  /** CPU milliseconds of all processes of PostgreSQL per response. */
  databaseCpu: number;
}

interface Load {
  requests: readonly Request[];
  statuses: readonly number[];
  connections: number;
  seconds: number;
}

/** Measures one server under load. @throws Error for an unexpected response */
export async function measure(
  generator: Generator,
  server: Running,
  dataDir: string,
  load: Load,
): Promise<Measurement> {
  const before = [cpuOf(server.pid), cpuOfPostgres(dataDir)] as const;
  const requests = load.requests.map((request) => bytesOf(request, server.port));
  const measured = await generator.run({ ...load, requests, port: server.port });
  if (measured.error !== undefined)
    throw new Error(`${load.requests[0]?.path}: unexpected response\n${measured.error}`);
  const perResponse = (seconds: number): number => (seconds * 1000) / Math.max(1, measured.responses);
  return {
    ...measured,
    serverCpu: perResponse(cpuOf(server.pid) - before[0]),
    databaseCpu: perResponse(cpuOfPostgres(dataDir) - before[1]),
  };
}

/** The run with the median throughput. */
export function medianRun(runs: readonly Measurement[]): Measurement {
  const run = runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor((runs.length - 1) / 2)];
  if (!run) throw new Error('nothing was measured');
  return run;
}
