import { SecretKeyError } from '../../domain/access/password-keys.ts';
import { errorCode, property } from '../../lib/object.ts';
import { isUnavailable, reasonOf } from '../../lib/service-error.ts';
import { EmbeddedDatabaseError } from '../../platform/embedded-postgres/index.ts';
import { DatabaseError } from '../../platform/postgres/wait-for-database.ts';
import { ConfigError } from '../config.ts';

/** An error that the terminal shows by its message alone, without a stack trace. */
export class CommandError extends Error {}

const EXPECTED_ERRORS = [CommandError, ConfigError, EmbeddedDatabaseError, DatabaseError, SecretKeyError];

/** Error codes of system calls on files, in words. */
const FILE_ERRORS: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'this is not permitted'],
  ['ENOENT', 'there is no such file or folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['ENOSPC', 'no space is left on the device'],
  ['EDQUOT', 'the quota of the disk is used up'],
  ['EFBIG', 'it would become too large'],
  ['EROFS', 'the file system is read-only'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EMFILE', 'too many files are open'],
  ['EIO', 'the device reports an error'],
]);

/** Why a file cannot be used, as a phrase to follow a colon; undefined for other errors. */
export const fileReason = (error: unknown): string | undefined => FILE_ERRORS.get(errorCode(error));

/** System calls that create and write files. Opening an import source can fail too, but is reported elsewhere. */
const WRITING: ReadonlySet<string> = new Set(['open', 'write', 'fsync', 'close', 'rename', 'mkdir']);

/** A property of an error as text; empty if it is missing. */
const textIn = (error: unknown, name: string): string => String(property(error, name) ?? '');

/** Whether the reader of the output has closed the pipe, as `head` does. */
const isClosedPipe = (error: unknown): boolean =>
  textIn(error, 'code') === 'EPIPE' && textIn(error, 'syscall') === 'write';

/**
 * The message for a failed system call that writes a file; undefined for other errors.
 * @param file by default the path in the error; if that is empty, the output of the command is meant
 */
export function fileError(error: unknown, file = textIn(error, 'path')): CommandError | undefined {
  const words = fileReason(error);
  const call = textIn(error, 'syscall');
  if (words === undefined || !WRITING.has(call)) return undefined;
  return new CommandError(`${file === '' ? 'The output' : file} cannot be written: ${words}.`);
}

/** The message for a database that went away or has no space; undefined for other errors. */
const databaseError = (error: unknown): CommandError | undefined =>
  isUnavailable(error)
    ? new CommandError(`The database cannot be used: ${reasonOf(error).split('\n', 1)[0]}.`)
    : undefined;

/**
 * Runs a command and sets the exit code. Errors that the user can fix are shown without a stack trace. A closed output
 * pipe is not reported, as in other programs.
 */
export async function runMain(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.exitCode = 1;
    if (isClosedPipe(error)) return;
    const isExpected = EXPECTED_ERRORS.some((kind) => error instanceof kind);
    const expected = isExpected ? error : (fileError(error) ?? databaseError(error));
    if (!(expected instanceof Error)) throw error;
    console.error(expected.message);
  }
}
