import { errorCode } from './object.ts';

/** What a system call on a file can say, in words. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
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
  ['ELOOP', 'its path has too many links'],
  ['EMFILE', 'too many files are open'],
  ['EIO', 'the device reports an error'],
]);

/** Why a file or folder cannot be used, to stand after a colon; undefined for other errors. */
export const fileReason = (error: unknown): string | undefined => REASONS.get(errorCode(error));
