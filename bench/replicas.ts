import pg from 'pg';
import { DATABASE_SCHEMA } from '../src/app/database-schema.ts';
import { migrateDatabase } from '../src/platform/postgres/migrate.ts';
import { startPrimary } from '../test/support/replicas.ts';
import { seedWorld, worldOf } from './seed/seed.ts';
import { cpuOf, cpuOfServer } from './support/proc.ts';
import { NAMESPACE, type Running, startService } from './support/service.ts';

/** What a read costs the primary, and the replica, when requests read there: `node bench/replicas.ts`. */
const EVENTS = 10_000;
const ROUNDS = 4;
const READS = 100;
const CLIENTS = 8;

/** A connection that stays open, by which the server's processes are found. */
async function watch(url: string): Promise<{ cpu: () => number; end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  return { cpu: () => cpuOfServer(pid), end: () => client.end() };
}

/** Pages of ten events, and of one. */
async function read({ url }: Running): Promise<void> {
  let left = READS;
  const client = async (): Promise<void> => {
    for (let at = left--; at > 0; at = left--) {
      const path =
        at % 2 === 0
          ? `/events?page=${1 + (at % 20)}`
          : `/events?starts_after=2000-01-01&per_page=1&page=${at}`;
      const answer = await fetch(url + NAMESPACE + path);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

const primary = await startPrimary();
await using started = new AsyncDisposableStack();
started.defer(() => primary.stop());
await migrateDatabase(primary.url, DATABASE_SCHEMA);
await seedWorld(primary.url, worldOf(EVENTS));
const replica = await primary.replica();
const env = { DATABASE_URL: primary.url, MEMORY: 'off', RESPONSE_CACHE: 'off' };
const services = {
  without: await startService(env),
  with: await startService({ ...env, DATABASE_REPLICA_URLS: replica.url }),
};
const watched = { primary: await watch(primary.url), replica: await watch(replica.url) };
for (const one of Object.values(watched)) started.defer(one.end);
for (const service of Object.values(services)) started.defer(service.stop);

const spent = { without: [0, 0, 0], with: [0, 0, 0] };
for (const service of Object.values(services)) await read(service);
for (let round = 0; round < ROUNDS; round++)
  for (const kind of ['without', 'with'] as const) {
    const now = () => [watched.primary.cpu(), watched.replica.cpu(), cpuOf(services[kind].pid)];
    const before = now();
    await read(services[kind]);
    spent[kind] = now().map((seconds, at) => (spent[kind][at] ?? 0) + seconds - (before[at] ?? 0));
  }

const shown = (seconds = 0): string => `${((seconds * 1_000) / (ROUNDS * READS)).toFixed(2)} ms`;
for (const [kind, [first, second, own]] of Object.entries(spent))
  process.stdout.write(
    `${kind} replica: primary ${shown(first)}, replica ${shown(second)}, service ${shown(own)} of CPU a read\n`,
  );
const ratio = (spent.with[0] ?? 0) / (spent.without[0] ?? 1);
process.stdout.write(`a read costs the primary ${ratio.toFixed(2)} of what it costs without a replica\n`);
