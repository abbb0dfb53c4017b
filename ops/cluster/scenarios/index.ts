import { cut, freeze, kill } from './failover.ts';
import { isolate } from './isolate.ts';
import { prepared, unprepared } from './pooler.ts';
import { rolling } from './rolling.ts';
import type { Scenario } from './scenario.ts';

/** All scenarios by name, in the order in which they are run. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  rolling,
  pooler: unprepared,
  'pooler-prepared': prepared,
  isolate,
  kill,
  freeze,
  cut,
};
