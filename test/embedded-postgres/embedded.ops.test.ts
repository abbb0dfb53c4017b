import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  DatabaseFolderInUse,
  type EmbeddedDatabase,
  EmbeddedDatabaseError,
  runningUrl,
  startEmbedded,
} from '../../src/platform/embedded-postgres/index.ts';
import { isAlive, isGoneWithin } from '../../src/platform/embedded-postgres/lock.ts';
import { eventually } from '../support/eventually.ts';

const ROOT = process.getuid?.() === 0;
const PROGRAM = fileURLToPath(new URL('../support/embedded-process.ts', import.meta.url));

let parent: string;
let dataDir: string;
let database: EmbeddedDatabase | undefined;
let other: ChildProcess | undefined;

beforeAll(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'calendar-embedded-')));
  chmodSync(parent, 0o711);
  dataDir = join(parent, 'data');
});

afterEach(async () => {
  await database?.stop();
  if (other?.pid !== undefined) {
    other.kill('SIGKILL');
    await isGoneWithin(serverPid() ?? other.pid, 5_000);
  }
  database = other = undefined;
});

// The last start in the folder removes the remains of earlier killed processes elsewhere.
afterAll(async () => {
  await (await start()).stop();
  rmSync(parent, { recursive: true, force: true });
});

const start = async (folder = dataDir) => {
  database = await startEmbedded({ dataDir: folder, log: () => {}, durable: false });
  return database;
};

/** Starts a second process on the folder and returns its database's address. */
async function startOther(): Promise<string> {
  other = spawn(process.execPath, [PROGRAM, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(other.stdout?.setEncoding('utf8') ?? other, 'data');
  return String(line).trim();
}

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

function serverPid(folder = dataDir): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}

const kill = async (pid: number) => {
  process.kill(pid, 'SIGKILL');
  expect(await isGoneWithin(pid, 5_000)).toBe(true);
};

/** The guardian process that would stop the server when its parent process dies. */
const guardianOf = (server: number): number =>
  Number(execFileSync('pgrep', ['-s', String(server), '-x', 'sh'], { encoding: 'utf8' }));

test('starts, accepts queries without TCP, and stops its server', async () => {
  const { url, version, stop } = await start();
  expect(version).toMatch(/^18\./);
  expect(await query(url, 'show listen_addresses')).toBe('');
  expect(await query(url, `select lower('ÀÉŁЖ')`)).toBe('àéłж');
  expect(await query(url, 'select usesuper from pg_user where usename = current_user')).toBe(false);
  const pid = serverPid() ?? 0;
  await stop();
  expect(isAlive(pid)).toBe(false);
});

test('requires the password, and hides the socket from other users', async () => {
  const { url } = await start();
  await expect(query(url.replace(/:[0-9a-f]+@/, ':guess@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  );
  expect(statSync(decodeURIComponent(new URL(url).hostname)).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
});

test('a restart keeps the data', async () => {
  const first = await start();
  await query(first.url, 'create table kept as select 1');
  await first.stop();
  expect(await query((await start()).url, 'select * from kept')).toBe(1);
});

test('refuses a folder another living process uses, and names both', async () => {
  await startOther();
  const failure = await start().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseFolderInUse);
  expect((failure as Error).message).toContain(`${dataDir} is in use by process ${other?.pid}`);
});

test('refuses a second start in the same process', async () => {
  await start();
  await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(DatabaseFolderInUse);
});

test('a command finds the database of a running service, and none otherwise', async () => {
  const { url, stop } = await start();
  expect(runningUrl(dataDir)).toBe(url);
  await stop();
  expect(() => runningUrl(dataDir)).toThrow(EmbeddedDatabaseError);
});

test('after kill -9 of its process the server stops automatically', async () => {
  await startOther();
  const pid = serverPid() ?? 0;
  await kill(other?.pid ?? 0);
  expect(await isGoneWithin(pid, 5_000)).toBe(true);
});

test('starts at once after kill -9, with all acknowledged data', async () => {
  await query(await startOther(), 'create table acknowledged as select 7');
  await kill(other?.pid ?? 0);
  expect(await query((await start()).url, 'select * from acknowledged')).toBe(7);
});

test('stops an orphan without a guardian, and starts again', async () => {
  await startOther();
  const pid = serverPid() ?? 0;
  await kill(guardianOf(pid));
  await kill(other?.pid ?? 0);
  expect(isAlive(pid)).toBe(true);
  expect(await query((await start()).url, 'select 1')).toBe(1);
  expect(isAlive(pid)).toBe(false);
});

test('starts after kill -9 of everything', async () => {
  await startOther();
  const pid = serverPid() ?? 0;
  await kill(guardianOf(pid));
  await kill(other?.pid ?? 0);
  await kill(pid);
  expect(await query((await start()).url, 'select 1')).toBe(1);
});

test('starts if stale pid files point to foreign processes', async () => {
  await (await start()).stop();
  writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, start: 'long ago' }));
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.ppid}\n${dataDir}\n`);
  expect(await query((await start()).url, 'select 1')).toBe(1);
});

test('does not touch a foreign server', async () => {
  await startOther();
  const lock = join(dataDir, 'lock');
  renameSync(lock, `${lock}.aside`);
  await expect(start()).rejects.toThrow(`in use by process ${serverPid()}`);
  renameSync(`${lock}.aside`, lock);
});

test('restarts a killed server', async () => {
  const { url } = await start();
  await kill(serverPid() ?? 0);
  const answers = (): Promise<boolean> =>
    query(url, 'select 1').then(
      (one) => one === 1,
      () => false,
    );
  expect(await eventually('the server answers again', answers)).toBe(true);
});

test('refuses a cluster of another major version', async () => {
  await (await start()).stop();
  const file = join(dataDir, 'postgres', 'PG_VERSION');
  writeFileSync(file, '16\n');
  await expect(start()).rejects.toThrow('was created by PostgreSQL 16, but this is PostgreSQL 18');
  writeFileSync(file, '18\n');
});

test('starts in a closed folder with spaces in its name, and still works if an open folder is closed later', async () => {
  const closed = join(parent, 'my "own" füße %20');
  mkdirSync(closed, { mode: 0o755 });
  const first = await start(join(closed, '.data'));
  await query(first.url, 'create table kept as select 1');
  await first.stop();
  chmodSync(closed, 0o700);
  expect(await query((await start(join(closed, '.data'))).url, 'select * from kept')).toBe(1);
  // Started as root, the server first ran as an unprivileged user, which cannot enter the closed folder.
  if (ROOT) expect(statSync(join(closed, '.data', 'postgres')).uid).toBe(0);
});

test('as root, the server runs as an unprivileged user; otherwise as the current user', async () => {
  await start();
  const { uid } = statSync(`/proc/${serverPid()}`);
  // In a closed folder only root reaches the programs: then a separate user namespace drops the rights.
  const namespaceOf = (process: string): string => readlinkSync(`/proc/${process}/ns/user`);
  if (ROOT && uid === 0) expect(namespaceOf(String(serverPid()))).not.toBe(namespaceOf('self'));
  else if (ROOT) expect(uid).not.toBe(0);
  else expect(uid).toBe(process.getuid?.());
});
