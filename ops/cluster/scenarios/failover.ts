import { setTimeout as pause } from 'node:timers/promises';
import { Followers } from '../load/followers.ts';
import { Load } from '../load/load.ts';
import type { Machine } from '../parts/machine.ts';
import { atMost, reported } from '../verdict.ts';
import { checksOf } from './checks.ts';
import { Pair } from './pair.ts';
import type { Scenario } from './scenario.ts';

const BEFORE_MS = 4_000;
const AFTER_MS = 5_000;
const LONGEST_MS = 60_000;
/** The longest from the moment when a new primary can be reached to a write at every instance, in seconds. */
const BACK_S = 5;
/** How long reads may stop, and how long afterwards they may be stale, in seconds. */
const PAUSE_S = 1;
const PROMISE_S = 1;

interface Fault {
  title: string;
  happens(primary: Machine): void;
  /** Brings the machine back, while writes go on. */
  ends(primary: Machine): void;
}

/**
 * The primary fails while four clients write and eight read, another is promoted, and the old one comes back.
 */
export const failover = ({ title, happens, ends }: Fault): Scenario => ({
  title,
  async run({ stage, cluster, balancer }) {
    const database = balancer.url('calendar');
    const pair = new Pair(stage, [database, database]);
    try {
      await pair.start();
      await using followers = await Followers.start(pair.urls, database);
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
      const storedAt = cluster.superuserUrl(await cluster.whole(), 'calendar');
      const staleFor = Math.max(0, ledger.outage.lastStaleAt - reachable);
      return {
        checks: [
          reported('until another primary could be reached', `${((reachable - gone) / 1_000).toFixed(1)} s`),
          atMost('from there to a write at both instances', BACK_S, back / 1_000, 's'),
          atMost('longest without an answer to a read', PAUSE_S, ledger.outage.longestMs / 1_000, 's'),
          atMost('from there to the last stale answer', PROMISE_S, staleFor / 1_000, 's'),
          ...(await checksOf(ledger, storedAt)),
          ...(await followers.checks(ledger, storedAt)),
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
