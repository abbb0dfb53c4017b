import { TookTooLong, withTimeLimit as withLimit } from '../../lib/time-limit.ts';
import { ImportError } from './report.ts';

/** In milliseconds. */
const LONGEST = 5_000;

/**
 * Runs synchronous work that may never end, and breaks it off after {@link LONGEST}.
 * @throws ImportError when it has taken too long
 */
export function withTimeLimit<T>(work: () => T): T {
  try {
    return withLimit(LONGEST, work);
  } catch (error) {
    throw error instanceof TookTooLong ? new ImportError(`${error.message} to be read`) : error;
  }
}
