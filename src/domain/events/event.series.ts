import { setImmediate } from 'node:timers/promises';
import { secondsOf } from '../../lib/date-time.ts';
import { parseStart, type RuleStart } from '../../lib/recurrence.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import type { Context } from '../context/context.ts';
import type { SeriesScope } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import {
  assertRuleFits,
  isSamePlan,
  movedPlan,
  movedStart,
  planOf,
  type RecurrenceInput,
  readPlan,
  restOf,
  type SeriesEdit,
  setsRecurrence,
  storedStarts,
  withoutUnchanged,
} from '../series/index.ts';
import type { Plan } from '../series/series.record.ts';
import { durationOf, type Times, timesAt } from './event.times.ts';

/** The events that a change affects; null or undefined if the caller does not specify it. */
export type Scope = SeriesScope | null | undefined;

/** A requested change of a series, or a new series. */
export type SeriesChange = Pick<SeriesEdit, 'plan' | 'isNewPlan' | 'move'> & {
  /** Whether the events before the changed one stay as they are. */
  readonly isFollowing: boolean;
};

/** The event that an input changes or creates. */
interface ChangedEvent {
  /** null for a new event. */
  readonly event: { readonly id: number; readonly recurrenceId?: string | null | undefined } | null;
  /** Before the change; null for a new event. */
  readonly present: Times | null;
  /** After the change; undefined if it sets none, or they are invalid. */
  readonly times: Times | undefined;
  readonly series: (Plan & { readonly parentId: number }) | null;
  readonly scope: Scope;
}

/** Yields to other requests before each expansion of a rule, which blocks the process for up to 100 ms. */
const expansionTurns = new Semaphore(1);

/** @throws BadValue if the last event of the series would end outside the calendar */
function assertInCalendar(plan: Plan, nowUtc: string): void {
  const last = storedStarts(plan, nowUtc).at(-1);
  if (last !== undefined) timesAt(plan, last);
}

const unmoved = (start: string): string => start;

/** Adds a problem for the scopes `following` and `all` if the event is not part of a series. */
export function checkScope(checks: Checks, scope: Scope, isInSeries: boolean): void {
  if (scope && scope !== 'this' && !isInSeries)
    checks.add('scope', 'must be this, or left out: the event is not part of a series');
}

/**
 * Checks how an input changes the series of an event, or creates one; adds problems to `checks`.
 * @returns null if only the event itself changes
 */
export async function checkSeriesChange(
  context: Context,
  checks: Checks,
  sent: RecurrenceInput,
  { event, present, times, series, scope }: ChangedEvent,
): Promise<SeriesChange | null> {
  checkScope(checks, scope, series !== null);
  // Values sent back unchanged count as not sent.
  const input = series && series.parentId === event?.id ? withoutUnchanged(sent, series) : sent;
  const { recurrenceStart } = input;
  const { now, nowUtc } = context.clock;
  if (series || setsRecurrence(input)) await expansionTurns.run(() => setImmediate(), context);
  const read = (base: Plan, current: Plan | null, into = checks): Promise<Plan | null | undefined> =>
    readPlan(into, input, base, current, now, nowUtc);
  const readStart = (at: RuleStart): Promise<string | undefined> | string =>
    (recurrenceStart ?? null) === null
      ? at.startLocal
      : checks.run('recurrenceStart', parseStart, String(recurrenceStart), at, now);
  if (!series || !event) {
    const at = times ?? present;
    if (!setsRecurrence(input) || !at || checks.hasFailed('start', 'end', 'timezone', 'isAllDay'))
      return null;
    const start = await readStart(at);
    const plan = start === undefined ? undefined : await read(emptyPlan(at, start), null);
    if (plan) await checks.run('recurrence', assertInCalendar, plan, nowUtc);
    return plan ? { plan, isNewPlan: true, isFollowing: false, move: unmoved } : null;
  }
  const isFollowing = scope === 'following';
  if (setsRecurrence(input) && series.parentId !== event.id && !isFollowing) {
    const names = ['recurrence', 'recurrenceExceptions', 'recurrenceStart'] as const;
    checks.add(
      names.find((name) => input[name] !== undefined) ?? 'recurrence',
      `only event ${series.parentId}, the parent of the series, can change this: change that event, or send the scope following to start a new series here`,
    );
    return null;
  }
  const requested = setsRecurrence(input) ? await read(planOf(series), series, new Checks()) : series;
  const changesPlan = !requested || !isSamePlan(requested, series);
  if (scope === 'this' && changesPlan)
    checks.add('scope', 'this would change when the series repeats: send all or following');
  if (!present) return null;
  const from = isFollowing ? restOf(series, event.recurrenceId ?? series.startLocal) : planOf(series);
  const seconds = times ? secondsOf(times.startLocal) - secondsOf(present.startLocal) : 0;
  const { allDay, timezone } = times ?? from;
  const move = (start: string): string => movedStart(start, seconds, allDay);
  const isAlone = scope === 'this' || (!scope && !changesPlan);
  // An event that moves alone may move further than its series could.
  if (isAlone && (recurrenceStart ?? null) === null) return null;
  const start = await checks.run('start', () => move(from.startLocal));
  if (start === undefined) return null;
  const sentStart = await readStart({ startLocal: start, allDay, timezone });
  if (sentStart !== undefined && sentStart !== start)
    checks.add(
      'recurrenceStart',
      `the recurrence starts at ${from.startLocal} and moves with the events: to move it, send another start of the event with the scope all`,
    );
  if (isAlone) return null;
  const duration = times ? durationOf(times) : from.duration;
  const planned = await checks.run('start', () => {
    const base: Plan = { ...from, startLocal: start, duration, allDay, timezone };
    return { base, moved: movedPlan(from, base) };
  });
  if (!planned) return null;
  const { base, moved } = planned;
  if (!changesPlan) {
    await checks.run('start', () => {
      assertRuleFits(moved);
      assertInCalendar(moved, nowUtc);
    });
    return { plan: moved, isNewPlan: false, isFollowing, move };
  }
  const plan = await read(base, moved);
  if (plan) await checks.run('recurrence', assertInCalendar, plan, nowUtc);
  return plan === undefined ? null : { plan, isNewPlan: true, isFollowing, move };
}

/** The plan of a new series without a recurrence. */
const emptyPlan = (times: Times, startLocal: string): Plan => ({
  startLocal,
  timezone: times.timezone,
  allDay: times.allDay,
  duration: durationOf(times),
  dates: [],
  exceptions: [],
});

/** Checks a change of a series again, after locking. @throws ServiceError rest_invalid_param */
export async function recheckSeriesChange(
  context: Context,
  input: RecurrenceInput,
  event: ChangedEvent,
): Promise<SeriesChange | null> {
  const checks = new Checks();
  const change = await checkSeriesChange(context, checks, input, event);
  checks.assertValid();
  return change;
}
