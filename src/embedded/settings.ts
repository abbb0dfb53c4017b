import { availableParallelism, totalmem } from 'node:os';

const MIB = 2 ** 20;
const LEAST_MIB = 128;
const MOST_MIB = 2048;

/**
 * An eighth of the memory that we may use. PostgreSQL takes it page by page, as the data that was read grows.
 */
export function sharedBuffers(
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): string {
  return `${Math.floor(Math.min(MOST_MIB, Math.max(LEAST_MIB, memory / MIB / 8)))}MB`;
}

/**
 * Helpers of one statement: with itself no more than there are cores, because one too many costs more than it
 * helps.
 */
export const parallelWorkers = (cores = availableParallelism()): string => String(Math.min(2, cores - 1));

/** What makes the server quick on the machine that the service runs on too. */
export const tuning = (): Record<string, string> => ({
  shared_buffers: sharedBuffers(),
  max_parallel_workers_per_gather: parallelWorkers(),
  // What sorts and joins of a million events take; with less they write to disk.
  work_mem: '32MB',
  // Pages lie in memory or on a disk without heads: one somewhere costs little more than the next.
  random_page_cost: '1.1',
  // Nearly every page that is read is in the system's memory: copying it at once is cheaper than asking a
  // process for it.
  io_method: 'sync',
  // No just-in-time compiler: it takes longer than our statements.
  jit: 'off',
});
