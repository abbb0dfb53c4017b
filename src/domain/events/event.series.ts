import { setImmediate } from 'node:timers/promises';
import { secondsOf } from '../../lib/date-time.ts';
import { parseStart, type RuleStart } from '../../lib/recurrence.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import type { Context } from '../context/context.ts';
import type { SeriesScope } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import {
  assertFits,
  isSamePlan,
  movedPlan,
  movedStart,
  planOf,
  type RecurrenceOf,
  readPlan,
  restOf,
  type SeriesEdit,
  saidAnew,
  saysRecurrence,
  storedStarts,
} from '../series/index.ts';
import type { Plan } from '../series/series.record.ts';
import { durationOf, type Times, timesAt } from './event.times.ts';

/** How far a change goes; null or undefined where nobody says so. */
export type Scope = SeriesScope | null | undefined;

/** What an input makes of a series. */
export type SeriesChange = Pick<SeriesEdit, 'plan' | 'isNewPlan' | 'move'> & {
  /** Whether the events before the one that is changed stay as they are. */
  readonly isFollowing: boolean;
};

/** The event that an input changes, or is to make. */
interface ChangedEvent {
  /** null for a new event. */
  readonly event: { readonly id: number; readonly recurrenceId?: string | null | undefined } | null;
  /** Before the change. */
  readonly present: Times | null;
  /** After it; undefined where it does not say when the event is, or something is wrong with that. */
  readonly times: Times | undefined;
  readonly series: (Plan & { readonly parentId: number }) | null;
  readonly scope: Scope;
}

/** Rules are expanded one at a time, and between two of them all others go on: each takes up to a tenth of a second. */
const turns = new Semaphore(1);

/** Refuses a series whose last event would end outside the calendar. @throws BadValue */
function assertInCalendar(plan: Plan, nowUtc: string): void {
  const last = storedStarts(plan, nowUtc).at(-1);
  if (last !== undefined) timesAt(plan, last);
}

const same = (start: string): string => start;

/** Refuses a scope beyond an event that is in no series. */
export function checkScope(checks: Checks, scope: Scope, isInSeries: boolean): void {
  if (scope && scope !== 'this' && !isInSeries)
    checks.add('scope', 'must be this: the event is not one of a series, so there is nothing else to change');
}

/**
 * What an input makes of the series of an event; problems go to `checks`.
 * @returns null where it is about the event alone
 */
export async function seriesChange(
  context: Context,
  checks: Checks,
  sent: RecurrenceOf,
  { event, present, times, series, scope }: ChangedEvent,
): Promise<SeriesChange | null> {
  checkScope(checks, scope, series !== null);
  // Values sent back as they were read say nothing.
  const input = series && series.parentId === event?.id ? saidAnew(sent, series) : sent;
  const { recurrenceStart } = input;
  const { now, nowUtc } = context.clock;
  if (series || saysRecurrence(input)) await turns.run(() => setImmediate(), context);
  const read = (base: Plan, current: Plan | null, into = checks): Promise<Plan | null | undefined> =>
    readPlan(into, input, base, current, now, nowUtc);
  const readStart = (at: RuleStart): Promise<string | undefined> | string =>
    (recurrenceStart ?? null) === null
      ? at.startLocal
      : checks.run('recurrenceStart', parseStart, String(recurrenceStart), at, now);
  if (!series || !event) {
    const at = times ?? present;
    if (!saysRecurrence(input) || !at || checks.failed('start', 'end', 'timezone', 'isAllDay')) return null;
    const start = await readStart(at);
    const plan = start === undefined ? undefined : await read(planAt(at, start), null);
    if (plan) await checks.run('recurrence', assertInCalendar, plan, nowUtc);
    return plan ? { plan, isNewPlan: true, isFollowing: false, move: same } : null;
  }
  const isFollowing = scope === 'following';
  if (saysRecurrence(input) && series.parentId !== event.id && !isFollowing) {
    const names = ['recurrence', 'recurrenceExceptions', 'recurrenceStart'] as const;
    checks.add(
      names.find((name) => input[name] !== undefined) ?? 'recurrence',
      `event ${series.parentId} has it for the series; with the scope following, a new one begins here`,
    );
    return null;
  }
  const asBefore = saysRecurrence(input) ? await read(planOf(series), series, new Checks()) : series;
  const saysOther = !asBefore || !isSamePlan(asBefore, series);
  if (scope === 'this' && saysOther)
    checks.add('scope', 'when it repeats is a matter of the whole series: send all or following');
  if (!present) return null;
  const from = isFollowing ? restOf(series, event.recurrenceId ?? series.startLocal) : planOf(series);
  const seconds = times ? secondsOf(times.startLocal) - secondsOf(present.startLocal) : 0;
  const { allDay, timezone } = times ?? from;
  const move = (start: string): string => movedStart(start, seconds, allDay);
  const start = move(from.startLocal);
  const sentStart = await readStart({ startLocal: start, allDay, timezone });
  if (sentStart !== undefined && sentStart !== start)
    checks.add(
      'recurrenceStart',
      `the series counts from ${from.startLocal}, and moves with its events: send another start of an event, with the scope all`,
    );
  if (scope === 'this' || (!scope && !saysOther)) return null;
  const duration = times ? durationOf(times) : from.duration;
  const planned = await checks.run('start', () => {
    const base: Plan = { ...from, startLocal: start, duration, allDay, timezone };
    return { base, moved: movedPlan(from, base) };
  });
  if (!planned) return null;
  const { base, moved } = planned;
  if (!saysOther) {
    await checks.run('start', () => {
      assertFits(moved);
      assertInCalendar(moved, nowUtc);
    });
    return { plan: moved, isNewPlan: false, isFollowing, move };
  }
  const plan = await read(base, moved);
  if (plan) await checks.run('recurrence', assertInCalendar, plan, nowUtc);
  return plan === undefined ? null : { plan, isNewPlan: true, isFollowing, move };
}

/** What a series has of an event that begins it. */
const planAt = (times: Times, startLocal: string): Plan => ({
  startLocal,
  timezone: times.timezone,
  allDay: times.allDay,
  duration: durationOf(times),
  dates: [],
  exceptions: [],
});

/** {@link seriesChange} of what is locked. @throws ServiceError rest_invalid_param */
export async function changedSeries(
  context: Context,
  input: RecurrenceOf,
  event: ChangedEvent,
): Promise<SeriesChange | null> {
  const checks = new Checks();
  const change = await seriesChange(context, checks, input, event);
  checks.done();
  return change;
}
