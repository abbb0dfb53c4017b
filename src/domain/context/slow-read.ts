import type { Context } from './context.ts';

/**
 * Runs a statement that may take long once one of the few slots is free. Inside a transaction, which already has a
 * connection, it runs at once.
 * @param isSlow false to run at once
 * @throws ServiceError service_unavailable 503 if too many wait or the wait takes too long
 */
export const slowRead = <T>(
  { slowReadSlots, signal }: Pick<Context, 'slowReadSlots' | 'signal'>,
  read: () => Promise<T>,
  isSlow = true,
): Promise<T> => (isSlow && slowReadSlots ? slowReadSlots.run(read, { signal }) : read());
