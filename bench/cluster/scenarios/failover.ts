import { setTimeout as pause } from 'node:timers/promises';
import { Load } from '../load/load.ts';
import type { Machine } from '../parts/machine.ts';
import { atMost, told } from '../verdict.ts';
import { checksOf } from './checks.ts';
import { Pair } from './pair.ts';
import type { Scenario, Scene } from './scenario.ts';

const BEFORE_MS = 4_000;
const AFTER_MS = 5_000;
const LONGEST_MS = 60_000;
/** From a primary that can be reached to the first write at every instance. */
const BACK_S = 5;

interface Fault {
  title: string;
  happens(primary: Machine): void;
  /** The machine comes back, while writes go on. */
  ends(primary: Machine): void;
  /** What the instances reach the database by; HAProxy unless given. */
  url?(scene: Scene): string;
  /** Settings of the instances besides. */
  env?: (scene: Scene) => Record<string, string>;
}

/** The primary goes while four write and eight read, another is promoted, and the old one comes back. */
export const failover = ({ title, happens, ends, url, env }: Fault): Scenario => ({
  title,
  async run(scene) {
    const { stage, cluster, balancer } = scene;
    const database = url?.(scene) ?? balancer.url('calendar');
    const pair = new Pair(stage, [database, database], env?.(scene));
    try {
      await pair.start();
      const load = await Load.start(pair.urls);
      await pause(BEFORE_MS);
      const old = await cluster.primary();
      load.isSpread = true;
      await load.remembering(() => happens(old));
      const gone = performance.now();
      const reachable = await balancer.reaches('calendar', old);
      const back = await load.wroteSince(reachable, LONGEST_MS).catch(() => Number.POSITIVE_INFINITY);
      load.isSpread = false;
      await pause(AFTER_MS);
      ends(old);
      await pause(AFTER_MS);
      const ledger = await load.stop();
      const primary = await cluster.whole();
      return {
        checks: [
          told('until another primary could be reached', `${((reachable - gone) / 1_000).toFixed(1)} s`),
          atMost('from there to a write at both instances', BACK_S, back / 1_000, 's'),
          ...(await checksOf(ledger, cluster.superuserUrl(primary, 'calendar'))),
          pair.stillRun,
        ],
        notes: [],
      };
    } finally {
      await pair.stop();
    }
  },
});

export const kill = failover({
  title: 'primary killed (kill -9, Patroni too)',
  happens: (primary) => primary.kill(),
  ends: (primary) => primary.start(),
});

export const freeze = failover({
  title: 'primary frozen (SIGSTOP, Patroni too)',
  happens: (primary) => primary.freeze(),
  ends: (primary) => primary.thaw(),
});

export const cut = failover({
  title: 'primary cut off (nothing passes to or from its machine)',
  happens: (primary) => primary.cut(),
  ends: (primary) => primary.heal(),
});

/** As by power loss or a moved address: connections to the old primary are never ended by anybody. */
export const hosts = failover({
  title: 'primary frozen, three hosts in DATABASE_URL, no HAProxy',
  happens: (primary) => primary.freeze(),
  ends: (primary) => primary.thaw(),
  url: ({ cluster }) => cluster.hostsUrl('calendar'),
});
