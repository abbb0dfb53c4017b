import { errorCode, property } from '../../lib/object.ts';
import { fileReason } from './console.ts';

/** The message for a file that cannot be read; undefined for other errors, such as those of output files. */
export function unreadableMessage(file: string, error: unknown): string | undefined {
  const code = errorCode(error);
  if (property(error, 'path') !== file && property(error, 'syscall') !== 'read') return undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ${file}.`;
  if (code === 'EISDIR') return `${file} is a folder: use a file in it.`;
  const reason = fileReason(error);
  return reason && `${file} cannot be read: ${reason}.`;
}
