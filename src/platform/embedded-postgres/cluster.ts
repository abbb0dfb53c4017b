import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Binaries, EmbeddedDatabaseError, type Identity, runAs } from './programs.ts';

const PASSWORD_FILE = 'calendar.password';

/** Whether the folder has a cluster. A folder with other contents is never touched. */
export function hasCluster(folder: string): boolean {
  if (existsSync(join(folder, 'PG_VERSION'))) return true;
  if (existsSync(folder))
    throw new EmbeddedDatabaseError(
      `The folder ${folder} exists but is not a PostgreSQL database. Move it away.`,
    );
  return false;
}

/** Creates a cluster atomically: it gets its final name only when all files are on disk. */
export async function createCluster(
  binaries: Binaries,
  identity: Identity,
  folder: string,
  durable: boolean,
): Promise<void> {
  const draft = `${folder}.new`;
  const data = join(draft, 'data');
  const passwordFile = join(draft, 'password');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  try {
    writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
    changeOwner(identity, draft);
    await initialise(binaries, identity, data, passwordFile, durable);
    renameSync(passwordFile, join(data, PASSWORD_FILE));
    if (durable) flushToDisk(join(data, PASSWORD_FILE), data);
    renameSync(data, folder);
    if (durable) flushToDisk(dirname(folder));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function initialise(
  binaries: Binaries,
  identity: Identity,
  data: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const initdb = (ctype: string) =>
    runAs(identity, [
      binaries.initdb,
      `--pgdata=${data}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The built-in locale converts the case of all letters, sorts by code point, and is the same on all machines.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--lc-ctype=${ctype}`,
      ...(durable ? [] : ['--no-sync']),
    ]);
  try {
    // pg_trgm uses the system's locale to recognize letters; a few systems do not have C.UTF-8.
    await initdb('C.UTF-8').catch((error: Error) =>
      error.message.includes('locale') ? initdb('C') : Promise.reject(error),
    );
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `The database in ${dirname(dirname(data))} cannot be created: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** Refuses a cluster of another major version, whose files have another format. */
export function checkVersion(folder: string, version: string): void {
  const own = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  const [major] = version.split('.');
  if (own === major) return;
  throw new EmbeddedDatabaseError(
    `The database in ${folder} was created by PostgreSQL ${own}, but this is PostgreSQL ${major}. ` +
      'Dump it with the old version and load it into a new folder, or set DATA_DIR to another folder.',
  );
}

/** The password of the server's roles. It is stored inside the cluster, so that both move together. */
export function readPassword(folder: string): string {
  try {
    return readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim();
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `The password file ${join(folder, PASSWORD_FILE)} of the database cannot be read.`,
      { cause },
    );
  }
}

/** Makes the user of the server the owner of the folder and its contents. Does nothing unless run as root. */
export function changeOwner(identity: Identity, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = identity.user ?? { uid: 0, gid: 0 };
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
}

/** Changes the owner of a cluster that an earlier start ran under another user. */
export function ensureOwner(identity: Identity, cluster: string): void {
  const owner = identity.user?.uid ?? process.getuid?.();
  if (statSync(cluster).uid !== owner || statSync(join(cluster, 'PG_VERSION')).uid !== owner)
    changeOwner(identity, cluster);
}

function flushToDisk(...paths: string[]): void {
  if (process.platform === 'win32') return;
  for (const path of paths) {
    const file = openSync(path, 'r');
    fsyncSync(file);
    closeSync(file);
  }
}
