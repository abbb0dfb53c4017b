import { setTimeout as pause } from 'node:timers/promises';
import { Followers } from '../load/followers.ts';
import { Load } from '../load/load.ts';
import type { Machine } from '../parts/machine.ts';
import { Pooler } from '../parts/pooler.ts';
import { atMost, reported } from '../verdict.ts';
import { checksOf, proxiedChecks } from './checks.ts';
import { Pair } from './pair.ts';
import type { Scenario } from './scenario.ts';

const BEFORE_MS = 4_000;
const AFTER_MS = 5_000;
const LONGEST_MS = 60_000;
/** Longest time from the availability of a new primary to a write at each address, in seconds. */
const BACK_S = 10;

interface Fault {
  title: string;
  start(primary: Machine): void;
  /** Brings the machine back under load. */
  end(primary: Machine): void;
}

/**
 * The primary fails while four clients write and eight read, a standby is promoted, and the old primary returns.
 * Clients use both instances, and nginx in front of them; the instances connect to the primary through PgBouncer and
 * HAProxy.
 */
export const failover = ({ title, start, end }: Fault): Scenario => ({
  title,
  async run({ stage, cluster, balancer, nginx }) {
    const database = balancer.url('calendar');
    const pooler = Pooler.start(stage, { prepared: false, port: stage.port('primary') });
    const pooled = pooler.url('calendar');
    const env = { DATABASE_LISTEN_URL: database };
    const pair = new Pair(stage, [pooled, pooled], env);
    try {
      await pair.start();
      await using followers = await Followers.start(pair.urls, database);
      const load = await Load.start([...pair.urls, nginx.url], { proxyUrl: nginx.url });
      await pause(BEFORE_MS);
      const old = await cluster.primary();
      load.isSpread = true;
      await load.withWarmCaches(() => start(old));
      const gone = performance.now();
      const reachable = await balancer.waitForPrimary('calendar', old);
      const back = await load.wroteSince(reachable, LONGEST_MS).catch(() => Number.POSITIVE_INFINITY);
      load.isSpread = false;
      await pause(AFTER_MS);
      end(old);
      await pause(AFTER_MS);
      const ledger = await load.stop();
      const storedAt = cluster.superuserUrl(await cluster.waitUntilWhole(), 'calendar');
      return {
        checks: [
          reported('until another primary was available', `${((reachable - gone) / 1_000).toFixed(1)} s`),
          atMost('from there to a write at both instances and through nginx', BACK_S, back / 1_000, 's'),
          ...proxiedChecks(ledger, gone, reachable),
          ...(await checksOf(ledger, storedAt)),
          ...(await followers.checks(ledger, storedAt)),
          pair.stillRun,
        ],
        notes: [],
      };
    } finally {
      await pair.stop();
      await pooler.stop();
    }
  },
});

export const kill = failover({
  title: 'primary killed (kill -9, Patroni too)',
  start: (primary) => primary.kill(),
  end: (primary) => primary.start(),
});

export const freeze = failover({
  title: 'primary frozen (SIGSTOP, Patroni too)',
  start: (primary) => primary.freeze(),
  end: (primary) => primary.thaw(),
});

export const cut = failover({
  title: 'primary cut off (no network traffic to or from its machine)',
  start: (primary) => primary.cut(),
  end: (primary) => primary.heal(),
});
