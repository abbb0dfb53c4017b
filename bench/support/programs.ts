import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders of programs, those for administrators included. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The first folder with an installed program; undefined if none has it. */
export const findFolder = (name: string, preferred: readonly string[] = []): string | undefined =>
  [...preferred, ...FOLDERS].find((folder) => isProgram(join(folder, name)));

/** Path of an installed program; undefined if there is none. */
export function findProgram(name: string): string | undefined {
  const folder = findFolder(name);
  return folder === undefined ? undefined : join(folder, name);
}
