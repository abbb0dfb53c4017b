import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { nextDay } from '../../lib/dates.ts';
import type { Orm } from '../../platform/postgres/orm.ts';
import { calendarContext, type JobParts } from '../context/calendar-context.ts';
import type { Context } from '../context/context.ts';
import { horizonOf } from '../series/index.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { rollSeries } from './event.occurrences.ts';

/** How long a list waits for what series are to have, in milliseconds; after that it shows what there is. */
const PATIENCE_MS = 1_000;
/** After how long what failed is tried again when somebody reads, in milliseconds. */
const RETRY_MS = 10_000;
/** How many series are looked up at once. */
const BATCH = 100;

/** How far the series of a database are known to be stored. */
interface Rolled {
  /** The next moment at which that is looked at, in UTC: the end of the day for which they are stored. */
  until: string;
  /** What is being done about it. */
  running: Promise<void> | undefined;
  /** When it failed, in milliseconds since 1970. */
  failedAt: number;
}

/** One for each database that this process writes to. */
const states = new WeakMap<Orm, Rolled>();
const stateOf = (orm: Orm): Rolled =>
  states.getOrInsertComputed(orm, () => ({ until: '', running: undefined, failedAt: 0 }));

/** What rolling forward has come to: series that were looked at, and those of them that have to be tried again. */
interface Outcome {
  readonly done: number;
  readonly remaining: number;
  /** Why the first of these failed. */
  readonly error?: unknown;
}

/**
 * Stores what series without an end have begun to plan, each in a transaction. One that fails keeps no other from
 * being stored.
 */
async function rollAll(context: Context): Promise<Outcome> {
  const horizon = horizonOf(context.clock.nowUtc);
  const failures: unknown[] = [];
  for (let last = 0, done = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from series where rolled_until_utc < ${horizon}::timestamp and id > ${last}
      order by id limit ${sql.lit(BATCH)}`.execute(context.primary.db);
    for (const { id } of rows) {
      last = id;
      try {
        await runInTransaction(context, (transaction) => rollSeries(transaction, id));
        done += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (rows.length < BATCH) return { done, remaining: failures.length, error: failures[0] };
  }
}

/**
 * Rolls series forward for the day of `now`, once in this process, and together with other instances once.
 * @returns once it is done
 */
export function rollForward(parts: JobParts, now: Date): Promise<void> {
  const state = stateOf(parts.primary.orm);
  const nowUtc = toUtc(now);
  if (nowUtc < state.until) return Promise.resolve();
  state.running ??= rollAll(calendarContext(parts, now))
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
 * Before a list is read: rolls series forward if nobody has done so on this day. Where that fails, as with a database
 * that only reads, the list shows what there is.
 */
export async function rollBeforeReading(context: Context): Promise<void> {
  const state = stateOf(context.primary.orm);
  if (!context.clock.hasCome(state.until) || context.transaction) return;
  const { now } = context.clock;
  if (now.getTime() - state.failedAt < RETRY_MS) return;
  const rolled = rollForward(context, now).catch(() => {
    state.failedAt = now.getTime();
  });
  await Promise.race([rolled, pause(PATIENCE_MS, undefined, { ref: false })]);
}
