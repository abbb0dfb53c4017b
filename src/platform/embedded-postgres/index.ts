import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { databaseUrl, openTo, prepareAddress, removeSocketFolder, type ServerAddress } from './address.ts';
import { checkVersion, createCluster, handOver, hasCluster, readPassword } from './cluster.ts';
import { type Lock, lockFolder, lockOwner, stopOrphan } from './lock.ts';
import { chooseIdentity, EmbeddedDatabaseError, findBinaries } from './programs.ts';
import { keepRunning } from './server.ts';
import { tuning } from './settings.ts';

export { DatabaseFolderInUse, EmbeddedDatabaseError } from './programs.ts';

/** The port that PostgreSQL uses by default; it is part of the name of the socket. */
const PORT = 5432;

/**
 * Address of the database that a running service has started in the folder, for commands beside it.
 * @throws EmbeddedDatabaseError when none runs, or it has no socket, as on Windows
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
  /** Everything lives here: the cluster in `postgres/`, and the `lock` of the process that uses it. */
  dataDir: string;
  /** Receives what the server writes to its log, line by line. */
  log: (line: string) => void;
  /** Listen on this port of 127.0.0.1 too, to look into the database with other tools. */
  port?: number;
  /** False trades safety in a power cut for speed; for tests. */
  durable?: boolean;
}

export interface EmbeddedDatabase {
  /**
   * Address of the database `calendar`, for its owner `calendar`, who may create databases but is no
   * superuser.
   */
  readonly url: string;
  /** Version of PostgreSQL, such as `18.4`. */
  readonly version: string;
  /** Stops the server within 13 seconds, and unlocks the folder. May be called more than once. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL of our own in `dataDir`; the first time, it is created. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = prepareFolder(options.dataDir);
  const address = await prepareAddress(options.port);
  let lock: Lock | undefined;
  const release = () => {
    removeSocketFolder(address.socketFolder);
    lock?.release();
  };
  try {
    lock = lockUsable(folder, address);
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
  const { log, durable = true } = options;
  const cluster = join(folder, 'postgres');
  const binaries = findBinaries();
  const exists = hasCluster(cluster);
  const { identity, version } = await chooseIdentity(binaries, folder, exists ? cluster : undefined);
  if (exists) {
    checkVersion(cluster, version);
    await stopOrphan(cluster, lock.left !== undefined, log);
    removeSocketFolder(lock.left?.socketFolder);
    handOver(identity, cluster);
  } else {
    await createCluster(binaries, identity, cluster, durable);
  }
  openTo(identity, address);
  const password = readPassword(cluster);
  const superuser = { connectionString: databaseUrl('postgres', password, address, 'postgres') };
  const server = await keepRunning({
    binaries,
    identity,
    cluster,
    superuser,
    log,
    settings: settings(options, address),
  });
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

/**
 * Passed on the command line instead of written into the cluster, so that they always fit the program's
 * version.
 */
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

/** Makes a folder and those above it. The `recursive` of Node never ends below `/proc`. @returns whether it is new */
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
    // A server that runs under another user must be able to pass through; what is inside is protected by
    // itself.
    if (isNew) chmodSync(folder, 0o711);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    throw notUsable(folder, error);
  }
}

/** @throws EmbeddedDatabaseError where another process uses the folder, or it cannot be written */
function lockUsable(folder: string, { socketFolder }: ServerAddress): Lock {
  try {
    return lockFolder(folder, socketFolder);
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? error : notUsable(folder, error);
  }
}

const notUsable = (folder: string, cause: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `The data folder ${folder} cannot be used: ${reasonOf(cause)}. Set DATA_DIR to a folder that can be written.`,
    { cause },
  );

/** Of a system call the words alone: `permission denied` of `EACCES: permission denied, mkdir '/x'`. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, code, words] = /^(E[A-Z]+): ([^,]+)/.exec(message) ?? [];
  return code === 'ENOENT' ? 'no folder can be made there' : (words ?? message);
}

/** Makes the role and the database at the first start. */
async function provision(superuser: pg.ClientConfig, password: string): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    const { rowCount: roles } = await client.query(`select from pg_roles where rolname = 'calendar'`);
    // The password is ours and hexadecimal; CREATE ROLE takes no parameters.
    if (roles === 0) await client.query(`create role calendar login createdb password '${password}'`);
    const { rowCount: databases } = await client.query(`select from pg_database where datname = 'calendar'`);
    if (databases === 0) await client.query('create database calendar owner calendar');
  } finally {
    await client.end();
  }
}
