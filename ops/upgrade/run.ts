import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { queryOnce, superuser } from '../../bench/support/database.ts';
import { sampleEvents } from '../../bench/support/sample.ts';
import { type Running, startService } from '../../bench/support/service.ts';
import { migrationsList } from '../../src/domain/migrations/index.ts';
import { startEmbedded } from '../../src/platform/embedded-postgres/index.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import { commitOf, type Release, unpack } from '../../test/support/release.ts';
import { Clients, type Seen } from './clients.ts';
import { APPLICATION, LockWatch, type Longest } from './locks.ts';

/** Longest permitted wait for a migration, in milliseconds. */
export const MAX_WAIT_MS = 500;
const INSTANCES = 2;

interface UpgradeOptions {
  /** The release to upgrade from. */
  from: string;
  events: number;
  dataDir: string;
  /** How long clients run before and after the upgrade, in seconds. */
  seconds: number;
  log: (line: string) => void;
}

/** The results of one step. */
export interface Phase extends Seen, Longest {
  name: string;
  /** Milliseconds. */
  took: number;
}

export interface Upgraded {
  from: string;
  phases: Phase[];
  /** Acknowledged writes that are not stored, or differ. */
  lost: string[];
}

/** The history is missing, as in a shallow clone. */
export class NoHistory extends Error {}

/** The goals that were not met. */
export const unmetGoalsOf = ({ phases, lost }: Upgraded): string[] => [
  ...phases.flatMap(({ name, failures }) => failures.map((words) => `${name}: ${words}`)),
  ...phases
    .filter(({ held }) => held > MAX_WAIT_MS)
    .map(({ name, held }) => `${name}: a table was locked for ${held.toFixed(0)} ms`),
  ...phases
    .filter(({ waited }) => waited > MAX_WAIT_MS)
    .map(({ name, waited }) => `${name}: a session waited for ${waited.toFixed(0)} ms`),
  ...lost,
];

/** Acknowledged events that are not stored, or differ. */
async function missing(url: string, stored: ReadonlyMap<number, string>): Promise<string[]> {
  const rows = await queryOnce<{ id: number; title: string }>(
    url,
    'select id, title from event where id = any($1)',
    [[...stored.keys()]],
  );
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return [...stored]
    .filter(([id, title]) => titles.get(id) !== title)
    .map(([id, title]) => `event ${id} is stored as ${titles.get(id)}, acknowledged as ${title}`);
}

/** Fills a database by the seed program of an earlier release. */
async function fill(release: Release, databaseUrl: string, events: number): Promise<void> {
  await promisify(execFile)(process.execPath, ['bench/seed/cli.ts', '--events', String(events)], {
    cwd: release.root,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, NODE_NO_WARNINGS: '1' },
  });
}

/**
 * Upgrades a database with many events from an earlier release while clients read and write: first each migration
 * separately, then one instance after another.
 * @throws NoHistory
 */
export async function runUpgrade({ from, events, dataDir, seconds, log }: UpgradeOptions): Promise<Upgraded> {
  const commit = await commitOf(from);
  if (commit === undefined)
    throw new NoHistory(`the commit of ${from} is not in the git history; fetch the whole history`);
  log(`unpacking ${from}`);
  const release = await unpack(commit);
  const instances = new Set<Running>();
  const database = await startEmbedded({ dataDir, log: () => {} });
  let watch: LockWatch | undefined;
  let clients: Clients | undefined;
  try {
    const env = { DATABASE_URL: database.url, SECRET_KEY: 'the same for instances of any release' };
    const start = async (root?: string): Promise<Running> => {
      const instance = await startService(env, root);
      instances.add(instance);
      return instance;
    };
    const stop = async (instance: Running): Promise<void> => {
      instances.delete(instance);
      await instance.stop();
    };
    log(`seeding ${events} events`);
    await fill(release, database.url, events);
    const serving: Running[] = [];
    for (let n = 0; n < INSTANCES; n++) serving.push(await start(release.root));
    const before = [...serving];
    const locks = await LockWatch.start(superuser(database.url));
    watch = locks;
    const guests = new Clients((await sampleEvents(database.url)).slugs, before);
    clients = guests;
    const phases: Phase[] = [];
    const during = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      log(name);
      guests.take();
      locks.take();
      const started = performance.now();
      await work();
      phases.push({ name, took: performance.now() - started, ...guests.take(), ...locks.take() });
    };
    await during(`${from} alone`, () => pause(seconds * 1_000));
    const known = new Set(
      (await queryOnce<{ name: string }>(database.url, 'select name from migration')).map(({ name }) => name),
    );
    const migrating = new URL(database.url);
    migrating.searchParams.set('application_name', APPLICATION);
    for (const [at, { name }] of migrationsList.entries())
      if (!known.has(name))
        await during(name, () =>
          migrateDatabase(migrating.href, { entities: [], migrations: migrationsList.slice(0, at + 1) }),
        );
    await during('both releases', async () => {
      for (const old of before) {
        const instance = await start();
        serving.splice(serving.indexOf(old), 1, instance);
        await guests.serve([...serving]);
        await stop(old);
        await pause((seconds * 1_000) / INSTANCES);
      }
    });
    await during('this release alone', () => pause(seconds * 1_000));
    await guests.stop();
    clients = undefined;
    return { from, phases, lost: await missing(database.url, guests.stored) };
  } finally {
    await clients?.stop();
    await watch?.stop();
    await Promise.all([...instances].map((instance) => instance.stop()));
    await database.stop();
    await release.remove();
  }
}
