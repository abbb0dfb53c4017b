import { cut, freeze, hosts, kill } from './failover.ts';
import { isolate } from './isolate.ts';
import { prepared, unprepared } from './pooler.ts';
import { replicas, replicasKill } from './replicas.ts';
import { rolling } from './rolling.ts';
import type { Scenario } from './scenario.ts';

/** All of them, by the name they are chosen with, in the order they are run in. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  rolling,
  pooler: unprepared,
  'pooler-prepared': prepared,
  isolate,
  kill,
  freeze,
  cut,
  hosts,
  replicas,
  'replicas-kill': replicasKill,
};
