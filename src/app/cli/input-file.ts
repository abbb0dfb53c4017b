import { errorCode, property } from '../../lib/object.ts';
import { fileReason } from './console.ts';

/** The sentence for a file that cannot be read; undefined for other errors, such as those of files that are written. */
export function unreadable(file: string, error: unknown): string | undefined {
  const code = errorCode(error);
  if (property(error, 'path') !== file && property(error, 'syscall') !== 'read') return undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ${file}.`;
  if (code === 'EISDIR') return `${file} is a folder: name a file in it.`;
  const reason = fileReason(error);
  return reason && `${file} cannot be read: ${reason}.`;
}
