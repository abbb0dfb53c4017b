import { setTimeout as pause } from 'node:timers/promises';
import { Followers } from '../load/followers.ts';
import type { Ledger } from '../load/ledger.ts';
import { Load } from '../load/load.ts';
import { Instance } from '../parts/instance.ts';
import { Pooler, supportsPreparedStatements } from '../parts/pooler.ts';
import { versionOf } from '../parts/programs.ts';
import { type Check, equal, reported } from '../verdict.ts';
import { checksOf } from './checks.ts';
import { Pair } from './pair.ts';
import type { Scenario, Scene } from './scenario.ts';
import { compareSpeed } from './speed.ts';

const STARTS = 5;
const LOAD_MS = 10_000;

/**
 * Starts instances one after the other, over connections that earlier instances left.
 * @returns the successful starts
 */
async function countStarts(scene: Scene, url: string, env: Record<string, string>): Promise<number> {
  let started = 0;
  for (let n = 0; n < STARTS; n++) {
    const instance = new Instance(scene.stage, 0, { DATABASE_URL: url, ...env });
    try {
      await instance.start();
      started += 1;
    } catch (error) {
      scene.stage.say(error instanceof Error ? error.message : String(error));
    }
    await instance.stop();
  }
  return started;
}

async function underLoad(
  { cluster }: Scene,
  pair: Pair,
  url: string,
): Promise<{ ledger: Ledger; checks: Check[] }> {
  await using followers = await Followers.start(pair.urls, url);
  const load = await Load.start(pair.urls);
  await pause(LOAD_MS);
  const ledger = await load.stop();
  const storedAt = cluster.superuserUrl(await cluster.primary(), 'pooled');
  const checks = [
    equal('responses with 503 under load', 0, ledger.unavailable),
    ...(await checksOf(ledger, storedAt)),
    ...(await followers.checks(ledger, storedAt)),
    pair.stillRun,
  ];
  return { ledger, checks };
}

/** PgBouncer in transaction mode, without a DATABASE_LISTEN_URL that bypasses it: instances get no notifications. */
const pooler = (prepared: boolean): Scenario => ({
  title: `PgBouncer, transaction mode, ${prepared ? 'with' : 'without'} prepared statements`,
  async run(scene) {
    const version = versionOf(scene.stage.programs.pgbouncer);
    if (prepared && !supportsPreparedStatements(version))
      return {
        checks: [reported('not run', `PgBouncer ${version} does not support it; 1.21 does`)],
        notes: [],
      };
    await scene.cluster.create('pooled');
    const pooled = Pooler.start(scene.stage, { prepared });
    const env = { DATABASE_PREPARE: prepared ? 'on' : 'off' };
    try {
      const url = pooled.url('pooled');
      const started = await countStarts(scene, url, env);
      const pair = new Pair(scene.stage, [url, url], env);
      try {
        await pair.start();
        const { ledger, checks } = await underLoad(scene, pair, url);
        await pair.stop();
        const ids = ledger.subjects.map(({ id }) => id);
        return {
          checks: [
            reported('version', version),
            equal(`starts of ${STARTS}, the first on an empty database`, STARTS, started),
            ...checks,
            ...(await compareSpeed(scene, url, ids, prepared)),
          ],
          notes: [],
        };
      } finally {
        await pair.stop();
      }
    } finally {
      await pooled.stop();
      await scene.cluster.drop('pooled');
    }
  },
});

export const unprepared = pooler(false);
export const prepared = pooler(true);
