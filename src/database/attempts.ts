import { isUnknownName } from './prepared.ts';

const ATTEMPTS = 5;
/**
 * `deadlock_detected` and `serialization_failure`, or a pooler that knows no names: nothing was stored, and
 * another try may well succeed.
 */
const isTransient = (error: unknown): boolean =>
  (error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')) ||
  isUnknownName(error);

/** Runs a transaction, again when PostgreSQL gave it up for the sake of another one. */
export async function untilStored<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}
