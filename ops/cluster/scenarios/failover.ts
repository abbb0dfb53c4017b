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
/** The longest from the moment when a new primary can be reached to a write at every address, in seconds. */
const BACK_S = 10;

interface Fault {
  title: string;
  happens(primary: Machine): void;
  /** Brings the machine back, while writes go on. */
  ends(primary: Machine): void;
}

/**
 * The primary fails while four clients write and eight read, another is promoted, and the old one comes back. Clients
 * ask both instances, and nginx before them; the instances reach the primary by PgBouncer and HAProxy.
 */
export const failover = ({ title, happens, ends }: Fault): Scenario => ({
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
      await load.remembering(() => happens(old));
      const gone = performance.now();
      const reachable = await balancer.reaches('calendar', old);
      const back = await load.wroteSince(reachable, LONGEST_MS).catch(() => Number.POSITIVE_INFINITY);
      load.isSpread = false;
      await pause(AFTER_MS);
      ends(old);
      await pause(AFTER_MS);
      const ledger = await load.stop();
      const storedAt = cluster.superuserUrl(await cluster.whole(), 'calendar');
      return {
        checks: [
          reported('until another primary could be reached', `${((reachable - gone) / 1_000).toFixed(1)} s`),
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
