import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { nextDay } from '../../lib/dates.ts';
import type { Orm } from '../../platform/postgres/orm.ts';
import type { Context } from '../context/context.ts';
import { type JobParts, jobContext } from '../context/job-context.ts';
import { horizonOf } from '../series/index.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { rollSeries } from './event.occurrences.ts';

/** A list waits this long for series to roll forward; then it returns the stored events. */
const MAX_WAIT_MS = 1_000;
/** After a failure, the first list after this time tries again. */
const RETRY_AFTER_MS = 10_000;
const BATCH_SIZE = 100;

interface RollState {
  /** The time of the next check, in UTC: the end of the day for which all series are stored. */
  until: string;
  running: Promise<void> | undefined;
  /** The last failure, in milliseconds since 1970. */
  failedAt: number;
}

const states = new WeakMap<Orm, RollState>();
const stateOf = (orm: Orm): RollState =>
  states.getOrInsertComputed(orm, () => ({ until: '', running: undefined, failedAt: 0 }));

/** The numbers of series rolled forward, and of failures to retry. */
interface Outcome {
  readonly done: number;
  readonly remaining: number;
  /** The first failure. */
  readonly error?: unknown;
}

/** Rolls all series without an end forward, each in its own transaction. A failure does not stop the others. */
async function rollAll(context: Context): Promise<Outcome> {
  const horizon = horizonOf(context.clock.nowUtc);
  const failures: unknown[] = [];
  for (let last = 0, done = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from series where rolled_until_utc < ${horizon}::timestamp and id > ${last}
      order by id limit ${sql.lit(BATCH_SIZE)}`.execute(context.primary.db);
    for (const { id } of rows) {
      last = id;
      try {
        await runInTransaction(context, (transaction) => rollSeries(transaction, id));
        done += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (rows.length < BATCH_SIZE) return { done, remaining: failures.length, error: failures[0] };
  }
}

/**
 * Rolls series forward for the day of `now`: once in this process, while concurrent instances skip each other's series.
 * @throws the first failure
 */
export function rollForward(parts: JobParts, now: Date): Promise<void> {
  const state = stateOf(parts.primary.orm);
  const nowUtc = toUtc(now);
  if (nowUtc < state.until) return Promise.resolve();
  state.running ??= rollAll(jobContext(parts, now))
    .then(({ remaining, error }) => {
      if (remaining > 0) throw error;
      state.until = nextDay(nowUtc);
    })
    .finally(() => {
      state.running = undefined;
    });
  return state.running;
}

/**
 * Rolls series forward before a list is read, unless this process has done so today. If that fails, for example on a
 * read-only database, the list returns the stored events.
 */
export async function rollBeforeListing(context: Context): Promise<void> {
  const state = stateOf(context.primary.orm);
  if (!context.clock.hasReached(state.until) || context.transaction) return;
  const { now } = context.clock;
  if (now.getTime() - state.failedAt < RETRY_AFTER_MS) return;
  const rolled = rollForward(context, now).catch(() => {
    state.failedAt = now.getTime();
  });
  await Promise.race([rolled, pause(MAX_WAIT_MS, undefined, { ref: false })]);
}
