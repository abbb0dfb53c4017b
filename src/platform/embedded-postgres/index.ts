import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import {
  databaseUrl,
  grantSocketAccess,
  prepareAddress,
  removeSocketFolder,
  type ServerAddress,
} from './address.ts';
import { checkVersion, createCluster, ensureOwner, hasCluster, readPassword } from './cluster.ts';
import { type Lock, lockFolder, lockOwner, stopOrphan } from './lock.ts';
import { chooseIdentity, EmbeddedDatabaseError, findBinaries } from './programs.ts';
import { superviseServer } from './server.ts';
import { tuning } from './settings.ts';

export { DatabaseFolderInUse, EmbeddedDatabaseError } from './programs.ts';

/** PostgreSQL's default port; it is part of the name of the socket. */
const PORT = 5432;

/**
 * The address of the embedded database of a running service, for commands that run next to it.
 * @throws EmbeddedDatabaseError if no service runs, or its database has no socket, as on Windows
 */
export function runningUrl(dataDir: string): string {
  const folder = realpathSync(dataDir);
  const socketFolder = lockOwner(folder)?.socketFolder;
  if (socketFolder === undefined)
    throw new EmbeddedDatabaseError('The running service cannot be reached; stop it first, or use its API.');
  return databaseUrl(
    'calendar',
    readPassword(join(folder, 'postgres')),
    { host: socketFolder, port: PORT, socketFolder },
    'calendar',
  );
}

interface EmbeddedOptions {
  /** The folder of all data: the cluster in `postgres/`, and the `lock` of the process that uses it. */
  dataDir: string;
  /** Receives the lines of the server's log. */
  log: (line: string) => void;
  /** Also listens on this port of 127.0.0.1, for access with other tools. */
  port?: number;
  /** False: faster, but unsafe in a power cut; for tests. */
  durable?: boolean;
  /** Called when PostgreSQL, or initdb at the first start, has begun to run. */
  onLaunched?: () => void;
}

export interface EmbeddedDatabase {
  /** The address of the database `calendar`, with its owner `calendar`, a role with CREATEDB but not a superuser. */
  readonly url: string;
  /** Version of PostgreSQL, such as `18.4`. */
  readonly version: string;
  /** Stops the server within 13 seconds, and unlocks the folder. May be called more than once. */
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL in `dataDir`, and creates it at the first start. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = prepareFolder(options.dataDir);
  const address = await prepareAddress(options.port);
  let lock: Lock | undefined;
  const release = () => {
    removeSocketFolder(address.socketFolder);
    lock?.release();
  };
  try {
    lock = acquireLock(folder, address);
    return await startLocked(options, folder, address, lock, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function startLocked(
  options: EmbeddedOptions,
  folder: string,
  address: ServerAddress,
  lock: Lock,
  release: () => void,
): Promise<EmbeddedDatabase> {
  const { log, durable = true, onLaunched = () => {} } = options;
  const cluster = join(folder, 'postgres');
  const binaries = findBinaries();
  const exists = hasCluster(cluster);
  const { identity, version } = await chooseIdentity(binaries, folder, exists ? cluster : undefined);
  if (exists) {
    checkVersion(cluster, version);
    await stopOrphan(cluster, lock.staleOwner !== undefined, log);
    removeSocketFolder(lock.staleOwner?.socketFolder);
    ensureOwner(identity, cluster);
  } else {
    const creating = createCluster(binaries, identity, cluster, durable);
    onLaunched();
    await creating;
  }
  grantSocketAccess(identity, address);
  const password = readPassword(cluster);
  const superuser = { connectionString: databaseUrl('postgres', password, address, 'postgres') };
  const starting = superviseServer({
    binaries,
    identity,
    cluster,
    superuser,
    log,
    settings: settings(options, address),
  });
  onLaunched();
  const server = await starting;
  const stop = async () => {
    await server.stop();
    release();
  };
  try {
    await provision(superuser, password);
  } catch (error) {
    await stop();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return {
    url: databaseUrl('calendar', password, address, 'calendar'),
    version,
    stop: () => (stopped ??= stop()),
  };
}

/** Passed on the command line rather than stored in the cluster, so that they always fit the version of PostgreSQL. */
function settings({ port, durable = true }: EmbeddedOptions, address: ServerAddress): Record<string, string> {
  const tcp = port !== undefined || address.socketFolder === undefined;
  return {
    listen_addresses: tcp ? '127.0.0.1' : '',
    port: String(address.port),
    unix_socket_directories: address.socketFolder ?? '',
    max_connections: '120',
    ...tuning(),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(durable
      ? { fsync: 'on', synchronous_commit: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

/** Creates a folder and its parents; Node's `recursive` never returns below `/proc`. @returns whether it is new */
function makeFolder(folder: string): boolean {
  if (existsSync(folder)) return false;
  makeFolder(dirname(folder));
  mkdirSync(folder);
  return true;
}

function prepareFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    const isNew = makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new EmbeddedDatabaseError('it is a file');
    // A server that runs as another user must be able to traverse the folder; its contents have their own permissions.
    if (isNew) chmodSync(folder, 0o711);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}

/** @throws EmbeddedDatabaseError if another process uses the folder, or it is not writable */
function acquireLock(folder: string, { socketFolder }: ServerAddress): Lock {
  try {
    return lockFolder(folder, socketFolder);
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? error : unusableFolder(folder, error);
  }
}

const unusableFolder = (folder: string, cause: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `The data folder ${folder} cannot be used: ${reasonOf(cause)}. Set DATA_DIR to a writable folder.`,
    { cause },
  );

/** The words of a system error: `permission denied` of `EACCES: permission denied, mkdir '/x'`. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, code, words] = /^(E[A-Z]+): ([^,]+)/.exec(message) ?? [];
  return code === 'ENOENT' ? 'no folder can be created there' : (words ?? message);
}

/** Creates the role and the database at the first start. */
async function provision(superuser: pg.ClientConfig, password: string): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    const { rowCount: roles } = await client.query(`select from pg_roles where rolname = 'calendar'`);
    // CREATE ROLE accepts no parameters. The password is generated and hexadecimal, so it needs no escaping.
    if (roles === 0) await client.query(`create role calendar login createdb password '${password}'`);
    const { rowCount: databases } = await client.query(`select from pg_database where datname = 'calendar'`);
    if (databases === 0) await client.query('create database calendar owner calendar');
  } finally {
    await client.end();
  }
}
