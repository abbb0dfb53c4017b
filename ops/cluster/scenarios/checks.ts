import type { Ledger } from '../load/ledger.ts';
import { compareStored } from '../load/stored.ts';
import { atMost, type Check, none, reported } from '../verdict.ts';

/** How long nginx may return outdated responses once there is a primary again, in seconds. */
const BACK_S = 5;

/** Checks of a load that apply to all scenarios. */
export async function checksOf(ledger: Ledger, databaseUrl: string): Promise<Check[]> {
  const { lost, doubled, wrong } = await compareStored(databaseUrl, ledger);
  return [
    reported('acknowledged writes; reads', `${ledger.acknowledged}; ${ledger.reads}`),
    none('acknowledged but lost', lost),
    none('stored twice', doubled),
    none('stored in part, or never sent', wrong),
    none('responses more than 1 s too old', ledger.stale),
    reported('age of the oldest response', `${ledger.behindMs.toFixed(0)} ms`),
    none('statuses other than 2xx and 503', ledger.wrongStatuses),
    reported('responses with 503', ledger.unavailable),
  ];
}

/**
 * Checks of REST reads through nginx: all succeed, and none is too old.
 * @param from start of an outage of the primary, until `to`; meanwhile nginx returns cached responses of any age
 */
export function proxiedChecks({ proxied }: Ledger, from = 0, to = 0): Check[] {
  const back =
    to === 0
      ? []
      : [
          atMost(
            'from there to the last outdated response of nginx',
            BACK_S,
            proxied.staleFor(to) / 1_000,
            's',
          ),
        ];
  return [
    none('failed reads through nginx', proxied.failed),
    none(
      'responses of nginx more than 3 s too old, except during the outage',
      proxied.staleOutside(from, to + 1_000 * BACK_S),
    ),
    ...back,
    reported(
      'reads through nginx; the slowest',
      `${proxied.succeeded}; ${(proxied.slowestMs / 1_000).toFixed(1)} s`,
    ),
    reported('age of the oldest response of nginx', `${(proxied.behindMs / 1_000).toFixed(1)} s`),
  ];
}
