import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../bench/support/service.ts';
import { eventually } from './eventually.ts';

/** A PgBouncer of this machine: `PGBOUNCER`, else the first one on the path or in Debian's folder. */
export function findPgBouncer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const places = [process.env.PGBOUNCER ?? '', ...folders.map((folder) => join(folder, 'pgbouncer'))];
  return places.find((path) => path !== '' && existsSync(path));
}

const hostOf = (target: URL): string =>
  target.searchParams.get('host') ?? (decodeURIComponent(target.hostname) || '127.0.0.1');

/**
 * The user that runs PgBouncer, since it refuses root: the owner of the socket's folder, as others may not enter it.
 */
async function userFor(host: string): Promise<{ uid: number; gid: number }> {
  if (!host.startsWith('/')) return { uid: 65_534, gid: 65_534 };
  const { uid, gid } = await stat(host);
  return { uid, gid };
}

/** Whether it supports prepared statements: from version 1.21 on. */
export function canPrepare(program: string): boolean {
  const [, major = 0, minor = 0] =
    /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

interface PgBouncer {
  /** The address of the database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

interface PgBouncerOptions {
  /** Connections to the database, shared by all clients. */
  size?: number;
  /** Number of prepared statements per client. */
  prepared?: number;
}

const configuration = (
  target: URL,
  { port, size, prepared }: { port: number; size: number; prepared: number | undefined },
): string => {
  const name = decodeURIComponent(target.pathname.slice(1));
  const [user, password] = [decodeURIComponent(target.username), decodeURIComponent(target.password)];
  return `
[databases]
${name} = host=${hostOf(target)} port=${target.port || '5432'} dbname=${name} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 200
${prepared === undefined ? '' : `max_prepared_statements = ${prepared}`}
`;
};

const IN_NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];

/** Starts a PgBouncer in transaction mode in front of a database. */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  { size = 4, prepared = 0 }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'calendar-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    configuration(target, { port, size, prepared: canPrepare(program) ? prepared : undefined }),
  );
  const as = process.getuid?.() === 0 ? await userFor(hostOf(target)) : undefined;
  if (as) for (const path of [file, folder]) await chown(path, as.uid, as.gid);
  // It refuses to run as root. If PostgreSQL itself runs in a root namespace, PgBouncer does, too.
  const [command = program, ...args] = as?.uid === 0 ? [...IN_NAMESPACE, program, file] : [program, file];
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], ...as });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(
      () => `PgBouncer listens:\n${said}`,
      () => said.includes(`listening on 127.0.0.1:${port}`),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://${target.username}:${target.password}@127.0.0.1:${port}${target.pathname}`,
    stop,
  };
}
