import type { Ledger } from '../load/ledger.ts';
import { compareStored } from '../load/stored.ts';
import { atMost, type Check, none, reported } from '../verdict.ts';

/** How long nginx may go on with what it has once there is a primary, in seconds. */
const BACK_S = 5;

/** What has to be true of every load, whatever happens meanwhile. */
export async function checksOf(ledger: Ledger, databaseUrl: string): Promise<Check[]> {
  const { lost, doubled, wrong } = await compareStored(databaseUrl, ledger);
  return [
    reported('acknowledged writes; reads', `${ledger.acknowledged}; ${ledger.reads}`),
    none('acknowledged and lost', lost),
    none('stored twice', doubled),
    none('stored in part, or never sent', wrong),
    none('answers more than 1 s too old', ledger.stale),
    reported('the oldest answer was behind for', `${ledger.behindMs.toFixed(0)} ms`),
    none('answers other than 2xx and 503', ledger.wrongStatuses),
    reported('answers 503', ledger.unavailable),
  ];
}

/**
 * What has to be true of REST reads through nginx: all are answered, and none is too old.
 * @param from when a primary went away, and `to` when another one could be reached: nginx gives what it has meanwhile
 */
export function proxiedChecks({ proxied }: Ledger, from = 0, to = 0): Check[] {
  const back =
    to === 0
      ? []
      : [atMost('from there to the last old answer of nginx', BACK_S, proxied.staleFor(to) / 1_000, 's')];
  return [
    none('reads through nginx that failed', proxied.failed),
    none('answers of nginx more than 3 s too old otherwise', proxied.staleOutside(from, to + 1_000 * BACK_S)),
    ...back,
    reported(
      'reads through nginx; the slowest',
      `${proxied.answered}; ${(proxied.slowestMs / 1_000).toFixed(1)} s`,
    ),
    reported('the oldest answer of nginx was behind for', `${(proxied.behindMs / 1_000).toFixed(1)} s`),
  ];
}
