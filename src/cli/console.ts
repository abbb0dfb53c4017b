import { ConfigError } from '../config.ts';
import { DatabaseError } from '../database/reach.ts';
import { EmbeddedDatabaseError } from '../embedded/index.ts';

/** An error whose message is all that the person at the terminal needs. */
export class CommandError extends Error {}

const TOLD = [CommandError, ConfigError, EmbeddedDatabaseError, DatabaseError];

/** Runs a command and sets the exit code. Errors that a person can mend are shown without a stack trace. */
export async function atConsole(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!TOLD.some((kind) => error instanceof kind) || !(error instanceof Error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
