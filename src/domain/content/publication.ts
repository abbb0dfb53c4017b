import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Status } from '../../lib/statuses.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import type { Transaction } from '../context/context.ts';
import { type JobParts, jobContext } from '../context/job-context.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import type { Condition } from './visibility.ts';

/** The status to store: `future` instead of `publish` before the publication date (rules#status). */
export const statusAt = (nowUtc: string, status: Status, publishedUtc: string): Status => {
  if (status !== 'publish' && status !== 'future') return status;
  return publishedUtc > nowUtc ? 'future' : 'publish';
};

const isDue = (nowUtc: string): Condition => sql`status = 'future' and published_utc <= ${nowUtc}::timestamp`;

async function hasDue(db: Db, nowUtc: string): Promise<boolean> {
  const due = RECORD_KINDS.map((kind) => sql`exists (select from ${sql.table(kind)} where ${isDue(nowUtc)})`);
  const { rows } = await sql<{ due: boolean }>`select ${sql.join(due, sql` or `)} as due`.execute(db);
  return rows[0]?.due === true;
}

/** Publishes the due records. Concurrent processes share the work. */
async function publishDue({ db, context }: Transaction): Promise<void> {
  const due = isDue(context.clock.nowUtc);
  for (const kind of RECORD_KINDS)
    await sql`
      update ${sql.table(kind)} set status = 'publish'
      where id in (select id from ${sql.table(kind)} where ${due} for update skip locked)`.execute(db);
}

/**
 * Publishes the scheduled records that are due (rules#publication).
 * @param lookup a connection outside the pool of the requests
 */
export async function publishScheduled(parts: JobParts, lookup: Db, now: Date): Promise<void> {
  if (await hasDue(lookup, toUtc(now))) await runInTransaction(jobContext(parts, now), publishDue);
}
