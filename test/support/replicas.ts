import { execFileSync } from 'node:child_process';
import { appendFile, chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import pg from 'pg';
import {
  databaseUrl,
  grantSocketAccess,
  prepareAddress,
  removeSocketFolder,
} from '../../src/platform/embedded-postgres/address.ts';
import { changeOwner } from '../../src/platform/embedded-postgres/cluster.ts';
import { startEmbedded } from '../../src/platform/embedded-postgres/index.ts';
import { chooseIdentity, findBinaries } from '../../src/platform/embedded-postgres/programs.ts';
import { startServer } from '../../src/platform/embedded-postgres/server.ts';
import { eventually } from './eventually.ts';

/** A separate PostgreSQL, so that the one shared by the tests stays untouched. */
interface Member {
  /** The address of the database `calendar`, for the role `calendar`. */
  readonly url: string;
  /** Runs one or several statements as the superuser, in the same database. */
  query<R extends pg.QueryResultRow>(statement: string): Promise<R[]>;
  /** Freezes all of its processes, like a machine that hangs, and resumes them. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends its sessions and stops; later calls do nothing. */
  stop(): Promise<void>;
}

export interface Primary extends Member {
  /** Starts a new replica with all data written so far. */
  replica(): Promise<Replica>;
}

interface Replica extends Member {
  /** Promotes it to primary; resolves once it accepts writes. */
  promote(): Promise<void>;
  /** Stops replication: later commits do not arrive. */
  detach(): Promise<void>;
  /** Resolves once it has all earlier commits of the primary. */
  caughtUp(): Promise<void>;
}

/** The address of another role or database of the same server: its roles share a password. */
function as(url: string, user: string, database = user): string {
  const other = new URL(url);
  other.username = user;
  other.pathname = `/${database}`;
  return other.href;
}

/** Files that belong to each server, and files written during the copy. */
const OWN = new RegExp(
  `^(postmaster\\.(pid|opts)|(pg_wal|pg_stat_tmp|pg_replslot)\\${sep}.+)$|pg_internal\\.init|pgsql_tmp`,
);

async function query<R extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: R[] = [];
    for (const statement of statements) rows = (await client.query<R>(statement)).rows ?? [];
    return rows;
  } finally {
    await client.end();
  }
}

function send(signal: 'SIGSTOP' | 'SIGCONT', pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already exited.
    }
  }
}

/** Stops all processes of the server of a data folder. @returns their pids */
async function freeze(cluster: string): Promise<number[]> {
  const [text = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  const first = Number(text);
  // The postmaster first, so that it starts no other process.
  send('SIGSTOP', [first]);
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', text], { encoding: 'utf8' });
  const others = listed.trim().split(/\s+/).map(Number);
  send('SIGSTOP', others);
  return [first, ...others];
}

function member(url: string, cluster: string, stop: () => Promise<void>): Member {
  let frozen: number[] = [];
  const thaw = (): void => send('SIGCONT', frozen.splice(0));
  let stopped: Promise<void> | undefined;
  return {
    url,
    query: (statement) => query(as(url, 'postgres', 'calendar'), statement),
    async freeze() {
      frozen = await freeze(cluster);
    },
    thaw,
    stop: () => {
      thaw();
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Copies the files of a running server. */
async function copyOf(url: string, cluster: string, to: string): Promise<void> {
  const superuser = new pg.Client({ connectionString: as(url, 'postgres') });
  await superuser.connect();
  try {
    await superuser.query(`select pg_backup_start('replica', fast => true)`);
    await cp(cluster, to, { recursive: true, filter: (path) => !OWN.test(relative(cluster, path)) });
    const { rows } = await superuser.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await superuser.end();
  }
}

async function startReplica(primaryUrl: string, cluster: string): Promise<Replica> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-replica-'));
  await chmod(folder, 0o711);
  const own = join(folder, 'postgres');
  const slot = basename(folder).toLowerCase().replaceAll('-', '_');
  const admin = as(primaryUrl, 'postgres');
  // From now on the slot retains all changes until the replica has received them.
  await query(admin, `select pg_create_physical_replication_slot('${slot}', true)`);
  await copyOf(primaryUrl, cluster, own);
  await writeFile(join(own, 'standby.signal'), '');
  const { hostname, port, password } = new URL(primaryUrl);
  const source = `host=${decodeURIComponent(hostname)} port=${port} user=postgres password=${password}`;
  await appendFile(
    join(own, 'postgresql.auto.conf'),
    `primary_slot_name = '${slot}'\nprimary_conninfo = '${source} application_name=${slot}'\n`,
  );
  const binaries = findBinaries();
  const { identity } = await chooseIdentity(binaries, dirname(own), undefined);
  changeOwner(identity, own);
  const address = await prepareAddress(undefined);
  grantSocketAccess(identity, address);
  const url = databaseUrl('calendar', password, address, 'calendar');
  const superuser = as(url, 'postgres');
  const server = await startServer({
    binaries,
    identity,
    cluster: own,
    superuser: { connectionString: superuser },
    log: () => {},
    settings: {
      listen_addresses: address.socketFolder === undefined ? '127.0.0.1' : '',
      port: String(address.port),
      unix_socket_directories: address.socketFolder ?? '',
      max_connections: '120',
      shared_buffers: '32MB',
      timezone: 'UTC',
      fsync: 'off',
      wal_retrieve_retry_interval: '100ms',
    },
  });
  const replica = member(url, own, async () => {
    await server.stop();
    removeSocketFolder(address.socketFolder);
    await rm(folder, { recursive: true, force: true });
  });
  const says = async (what: string): Promise<boolean> =>
    (await replica.query<{ yes: boolean }>(`select (${what}) as yes`))[0]?.yes === true;
  const caughtUp = async (): Promise<void> => {
    const [row] = await query<{ lsn: string }>(
      admin,
      // Commits are not flushed at once here; this one is, and all before it.
      `set synchronous_commit = 'local'`,
      `select pg_logical_emit_message(true, '', '')`,
      'select pg_current_wal_flush_lsn() as lsn',
    );
    await eventually('the replica has what was written', () =>
      says(`pg_last_wal_replay_lsn() >= '${row?.lsn}'`),
    );
  };
  await caughtUp();
  return {
    ...replica,
    caughtUp,
    async promote() {
      await replica.query('select pg_promote()');
      await eventually('it takes writes', () => says('not pg_is_in_recovery()'));
    },
    async detach() {
      await replica.query(`alter system set primary_conninfo = ''`);
      await replica.query('select pg_reload_conf()');
      await eventually('it receives nothing more', () =>
        says('select count(*) = 0 from pg_stat_wal_receiver'),
      );
    },
  };
}

/** A PostgreSQL that can be replicated, with an empty database `calendar`. */
export async function startPrimary(): Promise<Primary> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-primary-'));
  await chmod(folder, 0o711);
  const database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {}, durable: false });
  const cluster = join(folder, 'data', 'postgres');
  const replicas: Replica[] = [];
  const primary = member(database.url, cluster, async () => {
    for (const replica of replicas) await replica.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    ...primary,
    async replica() {
      const made = await startReplica(database.url, cluster);
      replicas.push(made);
      return made;
    },
  };
}
