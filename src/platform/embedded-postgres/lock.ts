import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseFolderInUse } from './errors.ts';
import { isAlive, processStart } from './process.ts';

interface Owner {
  pid: number;
  start: string | undefined;
  /** Private socket folder of the owner's server, so that the next owner can tidy up after a crash. */
  socketFolder: string | undefined;
}

export interface Lock {
  /** What a dead process left behind; undefined when the folder was unlocked in order. */
  left: Owner | undefined;
  release(): void;
}

/** The process that locked the folder, alive or dead; undefined when none did. */
export function lockOwner(folder: string): Owner | undefined {
  const text = readIfAny(join(folder, 'lock'));
  return text === undefined ? undefined : parseOwner(text);
}

/** Makes this process the only one on the folder, or throws {@link DatabaseFolderInUse}. */
export function lockFolder(folder: string, socketFolder: string | undefined): Lock {
  const path = join(folder, 'lock');
  const draft = `${path}.${process.pid}`;
  const owner: Owner = { pid: process.pid, start: processStart(process.pid), socketFolder };
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o644 });
  try {
    let left: Owner | undefined;
    // `link` fails when the name exists, and the file is complete from its first moment.
    while (!canLink(draft, path)) left = takeOverStale(path, folder) ?? left;
    return { left, release: () => rmSync(path, { force: true }) };
  } finally {
    rmSync(draft, { force: true });
  }
}

function takeOverStale(path: string, folder: string): Owner | undefined {
  const text = readIfAny(path);
  if (text === undefined) return undefined;
  const owner = parseOwner(text);
  if (owner !== undefined && isAlive(owner.pid, owner.start))
    throw new DatabaseFolderInUse(folder, owner.pid);
  const stale = `${path}.old.${process.pid}`;
  try {
    renameSync(path, stale);
  } catch {
    return undefined;
  }
  // Two processes may find the same stale lock. The one that moves away the fresh lock of the other puts it
  // back and looks again.
  if (readIfAny(stale) !== text) canLink(stale, path);
  rmSync(stale, { force: true });
  return owner;
}

function canLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readIfAny(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, start, socketFolder } = JSON.parse(text) as Partial<Owner>;
    return typeof pid === 'number' && pid > 0 ? { pid, start, socketFolder } : undefined;
  } catch {
    return undefined;
  }
}
