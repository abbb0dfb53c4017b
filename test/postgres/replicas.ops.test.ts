import { connect, createServer, type Server, type Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import { replicas as states } from '../../src/platform/postgres/monitoring.ts';
import { Pool } from '../../src/platform/postgres/pool.ts';
import { type ReplicaReading, Replicas } from '../../src/platform/postgres/replicas.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import type { Timeouts } from '../../src/platform/postgres/timeouts.ts';
import { eventually } from '../support/eventually.ts';
import { type Primary, type Replica, startPrimary } from '../support/replicas.ts';

/** Where one request reads, statement after statement. */
const TIMEOUTS: Timeouts = { wait: 5_000, connect: 5_000, statement: 5_000, lock: 5_000, idle: 5_000 };
let primary: Primary;
let replica: Replica;
let other: Replica;
beforeAll(async () => {
  primary = await startPrimary();
  await primary.query(`alter role calendar set synchronous_commit = 'local'`);
  await primary.query('create table place (name text); grant all on place to public');
  replica = await primary.replica();
  other = await primary.replica();
});
afterAll(() => primary.stop(), 30_000);

/** Readings of one replica, as a service has them. */
class Readings {
  readonly replicas: Replicas;
  readonly db: Kysely<Tables>;
  isUpToDate = true;

  constructor(url: string) {
    const pool = new Pool(primary.url, { size: 4, timeouts: TIMEOUTS });
    this.db = new Kysely<Tables>({ dialect: pool.dialect() });
    const options = { size: 2, timeouts: TIMEOUTS, urls: [url] };
    this.replicas = new Replicas({ ...options, adminConnection: this.db, connections: pool.part() });
    this.replicas.open(() => this.isUpToDate);
  }

  get current(): Promise<boolean> {
    return eventually('the replica is current', () => [...states].every(({ isCurrent }) => isCurrent));
  }

  begin(): ReplicaReading {
    return this.replicas.forRequest(this.db);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.replicas.close();
    await this.db.destroy();
  }
}

async function where({ db }: ReplicaReading): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select case when pg_is_in_recovery() then 'replica' else 'primary' end as at`.execute(db);
  return rows[0]?.at;
}
/** A statement that takes long at the replica, and is ended there. */
async function fail({ db }: ReplicaReading): Promise<void> {
  const slow = sql`select case when pg_is_in_recovery() then pg_sleep(60)::text end`.execute(db);
  const running = `from pg_stat_activity where usename = 'calendar' and state = 'active' and query like '%pg_sleep%'`;
  await eventually('it runs', async () => (await replica.query(`select 1 ${running}`)).length > 0);
  await replica.query(`select pg_terminate_backend(pid) ${running}`);
  await slow;
}

test('who was once answered by the primary is not answered by a replica again', async () => {
  await using readings = new Readings(replica.url);
  await readings.current;
  const [failed, outdated] = [readings.begin(), readings.begin()];
  expect(await Promise.all([where(failed), where(outdated)])).toEqual(['replica', 'replica']);
  readings.replicas.invalidate();
  expect(await where(outdated)).toBe('primary');
  await readings.current;
  await fail(failed);
  await readings.current;
  expect(await Promise.all([where(failed), where(outdated)])).toEqual(['primary', 'primary']);
  expect(await where(readings.begin())).toBe('replica');
});

test('a statement that fails at the replica is run by the primary, one that is wrong fails', async () => {
  await using readings = new Readings(replica.url);
  await readings.current;
  const { db } = readings.begin();
  await sql`insert into place values ('here')`.execute(db);
  expect((await sql`select name from place`.execute(readings.db)).rows).toEqual([{ name: 'here' }]);
  await readings.current;
  const wrong = readings.begin();
  await expect(sql`select 1 / 0`.execute(wrong.db)).rejects.toMatchObject({ code: '22012' });
  expect(await where(wrong)).toBe('replica');
});

test('while it is not known what others store, the primary answers', async () => {
  await using readings = new Readings(replica.url);
  await readings.current;
  readings.isUpToDate = false;
  expect(await where(readings.begin())).toBe('primary');
  readings.isUpToDate = true;
  expect(await where(readings.begin())).toBe('replica');
});

test('another server that answers at the address of the replica is not read from', async () => {
  const sockets = new Set<Socket>();
  let target: Replica = replica;
  const switched: Server = createServer((client) => {
    const { hostname, port } = new URL(target.url);
    const folder = decodeURIComponent(hostname);
    const server = folder.startsWith('/')
      ? connect(`${folder}/.s.PGSQL.${port}`)
      : connect(Number(port), folder);
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}));
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => switched.listen(0, '127.0.0.1', resolve));
  const address = switched.address();
  const at = new URL(replica.url);
  const port = typeof address === 'object' && address ? address.port : 0;
  await other.pauseReplay();
  try {
    await using readings = new Readings(
      `postgres://${at.username}:${at.password}@127.0.0.1:${port}/calendar`,
    );
    await readings.current;
    // The one that tells where it is stays connected; the next connection leads to the other.
    target = other;
    await primary.query(`insert into place values ('there')`);
    readings.replicas.invalidate();
    await readings.current;
    const read = await sql`select name from place where name = 'there'`.execute(readings.begin().db);
    expect(read.rows).toEqual([{ name: 'there' }]);
  } finally {
    await other.resumeReplay();
    switched.close();
    for (const socket of sockets) socket.destroy();
  }
});
