import type { Context } from './context.ts';

/**
 * Runs a statement that may take long, once one of the few places for these is free. Inside a transaction, which has a
 * connection, nothing waits.
 * @param isSlow runs at once if false
 * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
 */
export const slowRead = <T>(
  { slowReads, signal }: Pick<Context, 'slowReads' | 'signal'>,
  read: () => Promise<T>,
  isSlow = true,
): Promise<T> => (isSlow && slowReads ? slowReads.run(read, { signal }) : read());
