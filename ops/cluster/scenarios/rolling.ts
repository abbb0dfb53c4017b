import { setTimeout as pause } from 'node:timers/promises';
import { Followers } from '../load/followers.ts';
import { Load } from '../load/load.ts';
import { none, reported } from '../verdict.ts';
import { checksOf, proxiedChecks } from './checks.ts';
import { Pair } from './pair.ts';
import type { Scenario } from './scenario.ts';

const ROUNDS = 2;
/** Long enough for HAProxy, which checks twice a second, to notice that an instance has stopped or started. */
const NOTICED_MS = 2_000;

/** Both instances are restarted in turn, while clients use nginx. */
export const rolling: Scenario = {
  title: `rolling restart, ${ROUNDS} times both instances`,
  async run({ stage, cluster, balancer, nginx }) {
    const database = balancer.url('calendar');
    const pair = new Pair(stage, [database, database]);
    try {
      await pair.start();
      await pause(NOTICED_MS);
      await using followers = await Followers.start([nginx.url], database);
      const load = await Load.start([nginx.url], { proxyUrl: nginx.url });
      for (let round = 0; round < ROUNDS; round++)
        for (const instance of pair.instances) {
          await pause(NOTICED_MS);
          await instance.stop();
          await instance.start();
        }
      await pause(NOTICED_MS);
      const ledger = await load.stop();
      const storedAt = cluster.superuserUrl(await cluster.primary(), 'calendar');
      const failed = [...ledger.statuses].filter(([status]) => !/^2\d\d$/.test(status));
      return {
        checks: [
          none(
            'failed at the client',
            failed.map(([status, count]) => `${status} x ${count}`),
          ),
          reported('restarts', ROUNDS * 2),
          ...proxiedChecks(ledger),
          ...(await checksOf(ledger, storedAt)),
          ...(await followers.checks(ledger, storedAt)),
        ],
        notes: [],
      };
    } finally {
      await pair.stop();
    }
  },
};
