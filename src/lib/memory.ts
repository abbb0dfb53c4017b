import { totalmem } from 'node:os';

const GIB = 2 ** 30;

/**
 * A limit for a machine or container with 2 GB or more; proportionally fewer with less, but at least one.
 * @param memory in bytes, whether in use or not
 */
export const limitByMemory = (
  most: number,
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number => Math.max(1, Math.floor(most * Math.min(1, memory / (2 * GIB))));
