import { availableParallelism, totalmem } from 'node:os';

const MIB = 2 ** 20;
const MIN_MIB = 128;
const MAX_MIB = 2048;

/** An eighth of the available memory. PostgreSQL allocates it page by page, as it reads data. */
export function sharedBuffers(
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): string {
  return `${Math.floor(Math.min(MAX_MIB, Math.max(MIN_MIB, memory / MIB / 8)))}MB`;
}

/** Parallel workers of one statement; with the main process no more than the cores, because more slow it down. */
export const parallelWorkers = (cores = availableParallelism()): string => String(Math.min(2, cores - 1));

/** Settings for a server that shares the machine with the service. */
export const tuning = (): Record<string, string> => ({
  shared_buffers: sharedBuffers(),
  max_parallel_workers_per_gather: parallelWorkers(),
  // Sorts and joins of a million events fit into this; with less they spill to disk.
  work_mem: '32MB',
  // Data is in memory or on an SSD: a random read costs little more than a sequential one.
  random_page_cost: '1.1',
  // Nearly all reads hit the system's page cache: a direct copy is cheaper than a worker.
  io_method: 'sync',
  // Just-in-time compilation takes longer than the statements of this service.
  jit: 'off',
});
