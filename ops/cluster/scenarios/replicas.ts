import { setTimeout as pause } from 'node:timers/promises';
import { Followers } from '../load/followers.ts';
import { Load } from '../load/load.ts';
import { writeAndRead } from '../load/pairs.ts';
import { maximum, total } from '../parts/metrics.ts';
import { atLeast, type Check, none, reported } from '../verdict.ts';
import { checksOf } from './checks.ts';
import { failover } from './failover.ts';
import { Pair } from './pair.ts';
import { primaryCpu } from './primary-cpu.ts';
import type { Scenario, Scene } from './scenario.ts';

const PAIRS = 10_000;
const LONGEST_MS = 180_000;
const LAG_MS = 10_000;
const BEFORE_MS = 3_000;

/** Writes and, at once and at the same instance, reads without a login. */
async function pairs({ urls, metrics }: Pair): Promise<Check[]> {
  const { done, behind, refused } = await writeAndRead(urls, PAIRS, LONGEST_MS);
  const [atReplicas, all] = await shareOf(metrics);
  return [
    atLeast('pairs of a write and a read', PAIRS, done),
    none('reads without the write before', behind),
    none('answers other than 2xx to pairs', refused),
    reported('reads that were computed, and of them at a replica', `${all}; ${atReplicas}`),
    atLeast('reads at a replica', PAIRS / 10, atReplicas),
  ];
}

async function shareOf(metrics: readonly string[]): Promise<[atReplicas: number, all: number]> {
  const all = await total(metrics, /^calendar_reads_total\{/);
  const atPrimary = await total(metrics, /^calendar_reads_total\{.*server="primary"/);
  return [all - atPrimary, all];
}

/** Both standbys stop replaying, while four clients write and eight read. */
async function lag({ cluster, balancer }: Scene, pair: Pair): Promise<Check[]> {
  const standbys = await cluster.standbys();
  await using followers = await Followers.start(pair.urls, balancer.url('calendar'));
  const load = await Load.start(pair.urls);
  await pause(BEFORE_MS);
  for (const standby of standbys) standby.holdBack();
  await pause(LAG_MS);
  const seconds = await maximum(pair.metrics, /^calendar_replica_lag_seconds\{/);
  for (const standby of standbys) standby.catchUp();
  await pause(BEFORE_MS);
  const ledger = await load.stop();
  const storedAt = cluster.superuserUrl(await cluster.primary(), 'calendar');
  return [
    atLeast('longest lag of a replica, s', LAG_MS / 1_000 - 1, Math.ceil(seconds)),
    reported('answers 503 while the replicas were behind', ledger.unavailable),
    ...(await checksOf(ledger, storedAt)),
    ...(await followers.checks(ledger, storedAt)),
  ];
}

/** Anonymous reads go to two standbys, as long as these know what is stored. */
export const replicas: Scenario = {
  title: 'two replicas: writes and reads in pairs, 10 s of lag, CPU',
  async run(scene) {
    const { stage, cluster, balancer } = scene;
    const url = balancer.url('calendar', stage.port('nearPrimary'));
    const pair = new Pair(stage, [url, url], {
      DATABASE_REPLICA_URLS: await cluster.standbyUrls('calendar'),
    });
    const checks: Check[] = [];
    try {
      await pair.start();
      checks.push(...(await pairs(pair)), ...(await lag(scene, pair)), pair.stillRun);
    } finally {
      await pair.stop();
    }
    return { checks: [...checks, ...(await primaryCpu(scene))], notes: [] };
  },
};

/** Of the three machines two are always replicas. Responses are not cached, so that these have to answer. */
const env = ({ cluster }: Scene): Record<string, string> => ({
  DATABASE_REPLICA_URLS: cluster.allUrls('calendar'),
  RESPONSE_CACHE: 'off',
});

export const replicasKill = failover({
  title: 'primary killed, the three machines being replicas, too',
  happens: (primary) => primary.kill(),
  ends: (primary) => primary.start(),
  env,
});

export const replicasFreeze = failover({
  title: 'primary frozen, the three machines being replicas, too',
  happens: (primary) => primary.freeze(),
  ends: (primary) => primary.thaw(),
  env,
});

export const replicasCut = failover({
  title: 'primary cut off, the three machines being replicas, too',
  happens: (primary) => primary.cut(),
  ends: (primary) => primary.heal(),
  env,
});
