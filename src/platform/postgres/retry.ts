import { errorCode } from '../../lib/object.ts';

const MAX_ATTEMPTS = 8;
const UNIQUE_VIOLATION = '23505';

/** A unique value exists already; detected before PostgreSQL had to refuse it. */
export class UniqueViolationError extends Error {
  readonly code = UNIQUE_VIOLATION;

  constructor(values: readonly string[]) {
    super(`taken: ${values.join(', ')}`);
  }
}

/** Whether another row has the unique value; the next attempt sees that row, and picks another value or reports it. */
export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === UNIQUE_VIOLATION;

/** `deadlock_detected` or `serialization_failure`: nothing was stored, and a retry is likely to succeed. */
const isTransient = (error: unknown): boolean => errorCode(error) === '40P01' || errorCode(error) === '40001';

/**
 * Runs a transaction, and retries it if it failed because of concurrent transactions. For example, two titles may get
 * the same slug (`Foo 2`, and the second `Foo`) without waiting for each other.
 */
export async function retryOnConflict<T>(
  transaction: (isRetry: boolean) => Promise<T>,
  isRetryable = (error: unknown): boolean => isUniqueViolation(error) || isTransient(error),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(attempt > 1);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}
