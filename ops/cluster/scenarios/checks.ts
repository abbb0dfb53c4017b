import type { Ledger } from '../load/ledger.ts';
import { compareStored } from '../load/stored.ts';
import { type Check, none, reported } from '../verdict.ts';

/** What has to be true of every load, whatever happens meanwhile. */
export async function checksOf(ledger: Ledger, databaseUrl: string): Promise<Check[]> {
  const { lost, doubled, wrong } = await compareStored(databaseUrl, ledger);
  const { outage } = ledger;
  return [
    reported('acknowledged writes; reads', `${ledger.acknowledged}; ${ledger.reads}`),
    none('acknowledged and lost', lost),
    none('stored twice', doubled),
    none('stored in part, or never sent', wrong),
    none('answers more than 1 s too old', ledger.stale),
    reported('the oldest answer was behind for', `${ledger.behindMs.toFixed(0)} ms`),
    reported('answers that said that they were stale; the oldest', `${outage.stale}; ${outage.oldestAge} s`),
    none('stale answers that were older than they said', outage.wrong),
    none('answers other than 2xx and 503', ledger.wrongStatuses),
    reported('answers 503', ledger.unavailable),
  ];
}
