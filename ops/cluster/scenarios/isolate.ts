import { setTimeout as pause } from 'node:timers/promises';
import { Followers } from '../load/followers.ts';
import { Load } from '../load/load.ts';
import { Link } from '../parts/link.ts';
import { atMost } from '../verdict.ts';
import { checksOf } from './checks.ts';
import { Pair } from './pair.ts';
import type { Scenario } from './scenario.ts';

const BEFORE_MS = 4_000;
const CUT_MS = 15_000;
const LONGEST_MS = 60_000;
const BACK_S = 5;

/** The connection of one instance to the database is cut; the other instance continues. */
export const isolate: Scenario = {
  title: 'one instance cut off from the database',
  async run({ stage, cluster, balancer }) {
    const link = await Link.open(stage.port('links'), stage.port('primary'));
    const pair = new Pair(stage, [balancer.url('calendar'), balancer.url('calendar', link.port)]);
    try {
      await pair.start();
      await using followers = await Followers.start(pair.urls, balancer.url('calendar'));
      const load = await Load.start(pair.urls);
      await pause(BEFORE_MS);
      load.only = 0;
      await load.withWarmCaches(() => link.cut());
      await pause(CUT_MS);
      load.only = undefined;
      load.isSpread = true;
      link.heal();
      const back = await load.wroteSince(performance.now(), LONGEST_MS).catch(() => Number.POSITIVE_INFINITY);
      await pause(BEFORE_MS);
      const ledger = await load.stop();
      const storedAt = cluster.superuserUrl(await cluster.primary(), 'calendar');
      return {
        checks: [
          atMost('from the restored connection to a write at both instances', BACK_S, back / 1_000, 's'),
          ...(await checksOf(ledger, storedAt)),
          ...(await followers.checks(ledger, storedAt)),
          pair.stillRun,
        ],
        notes: [],
      };
    } finally {
      await pair.stop();
      await link.close();
    }
  },
};
