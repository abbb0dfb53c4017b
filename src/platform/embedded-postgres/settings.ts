import { availableParallelism, totalmem } from 'node:os';

const MIB = 2 ** 20;
const LEAST_MIB = 128;
const MOST_MIB = 2048;

/** An eighth of the memory that we may use. PostgreSQL allocates it page by page, as more data is read. */
export function sharedBuffers(
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): string {
  return `${Math.floor(Math.min(MOST_MIB, Math.max(LEAST_MIB, memory / MIB / 8)))}MB`;
}

/**
 * Parallel workers of one statement: together with the main process no more than there are cores, because one
 * too many costs more than it helps.
 */
export const parallelWorkers = (cores = availableParallelism()): string => String(Math.min(2, cores - 1));

/** Settings for a server that shares the machine with the service. */
export const tuning = (): Record<string, string> => ({
  shared_buffers: sharedBuffers(),
  max_parallel_workers_per_gather: parallelWorkers(),
  // Sorts and joins of a million events need this much; with less they write to disk.
  work_mem: '32MB',
  // Pages are in memory or on an SSD: reading one anywhere costs little more than reading the next one.
  random_page_cost: '1.1',
  // Nearly every page that is read is in the system's cache: copying it directly is cheaper than asking a
  // worker for it.
  io_method: 'sync',
  // No just-in-time compilation: it takes longer than our statements.
  jit: 'off',
});
