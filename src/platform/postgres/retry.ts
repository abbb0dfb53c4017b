import { errorCode } from '../../lib/object.ts';

const MOST_ATTEMPTS = 8;
const UNIQUE_VIOLATION = '23505';

/** A unique value turned out to be taken before PostgreSQL had to refuse it. */
export class UniqueViolationError extends Error {
  readonly code = UNIQUE_VIOLATION;

  constructor(values: readonly string[]) {
    super(`taken: ${values.join(', ')}`);
  }
}

/** Whether a unique value is taken by another row; the next attempt sees it, and picks another or reports it. */
export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === UNIQUE_VIOLATION;

/** Whether it is `deadlock_detected` or `serialization_failure`: nothing was stored, and another attempt may well succeed. */
const isTransient = (error: unknown): boolean => errorCode(error) === '40P01' || errorCode(error) === '40001';

/**
 * Runs a transaction, again when it failed only because of concurrent ones: two titles can want one slug (`Foo 2`,
 * and the second `Foo`) without waiting for each other.
 * @param transaction is called with whether it is a retry
 */
export async function retryOnConflict<T>(
  transaction: (isRetry: boolean) => Promise<T>,
  isRetryable = (error: unknown): boolean => isUniqueViolation(error) || isTransient(error),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(attempt > 1);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}
