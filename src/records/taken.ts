const UNIQUE_VIOLATION = '23505';
const ATTEMPTS = 8;

/**
 * Somebody else has a unique value: found out by looking, and treated like the refusal of the unique index.
 */
export class TakenError extends Error {
  readonly code = UNIQUE_VIOLATION;

  constructor(values: readonly string[]) {
    super(`taken: ${values.join(', ')}`);
  }
}

export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

/**
 * Runs a transaction again when a parallel one has just taken the same unique value, which the next attempt
 * then sees: two titles can want one slug (`Foo 2`, and the second `Foo`) without waiting for each other.
 */
export async function untilFree<T>(transaction: (again: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(attempt > 1);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTaken(error)) throw error;
    }
  }
}
