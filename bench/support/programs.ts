import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders of programs, including those for administrators. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The first folder that has the program; undefined if none has it. */
export const findFolder = (name: string, preferred: readonly string[] = []): string | undefined =>
  [...preferred, ...FOLDERS].find((folder) => isProgram(join(folder, name)));

/** The path of a program; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folder = findFolder(name);
  return folder === undefined ? undefined : join(folder, name);
}
