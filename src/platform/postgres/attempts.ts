import { isUnknownName } from './prepared.ts';

const ATTEMPTS = 8;
const UNIQUE_VIOLATION = '23505';

/** A unique value turned out to be taken before PostgreSQL had to refuse it. */
export class TakenError extends Error {
  readonly code = UNIQUE_VIOLATION;

  constructor(values: readonly string[]) {
    super(`taken: ${values.join(', ')}`);
  }
}

/** Whether a unique value belongs to somebody else; the next attempt sees it, and takes another or says so. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

/**
 * Whether it is `deadlock_detected` or `serialization_failure`, or comes from a pooler that knows no names:
 * nothing was stored, and another attempt may well succeed.
 */
export const isTransient = (error: unknown): boolean =>
  (error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')) ||
  isUnknownName(error);

/**
 * Runs a transaction, again when it failed only because of what others did at the same time: two titles can
 * want one slug (`Foo 2`, and the second `Foo`) without waiting for each other.
 * @param transaction told whether an earlier attempt failed
 */
export async function untilStored<T>(
  transaction: (again: boolean) => Promise<T>,
  mayHelp = (error: unknown): boolean => isTaken(error) || isTransient(error),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(attempt > 1);
    } catch (error) {
      if (attempt === ATTEMPTS || !mayHelp(error)) throw error;
    }
  }
}
