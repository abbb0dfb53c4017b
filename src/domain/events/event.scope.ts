import { assertMayChange } from '../access/policy.ts';
import { trashedSlug } from '../content/slugs.ts';
import { assignChanged } from '../content/store.ts';
import type { Transaction } from '../context/context.ts';
import type { ChangeScope } from '../generated/schema.ts';
import { storeImage } from '../images/index.ts';
import { beginningOf, restOf, storedStarts, storedUntil, withoutExceptions } from '../series/index.ts';
import { SeriesEntity } from '../series/series.entity.ts';
import type { Plan } from '../series/series.record.ts';
import { detachStale } from './event.agreement.ts';
import { EventEntity } from './event.entity.ts';
import type { EventValues } from './event.input.ts';
import { type SeriesRow, settleSeries, storeOccurrences } from './event.occurrences.ts';
import { changedColumns, type EventRow, findOccurrences } from './event.rows.ts';
import type { SeriesChange } from './event.series.ts';
import { type Times, timesAt } from './event.times.ts';

/** What is stored of a plan. @param untilUtc until when its events are stored; undefined for all of them */
const planColumns = (
  { startLocal, timezone, allDay, duration, rule, dates, exceptions }: Plan,
  untilUtc?: string,
) => ({
  startLocal,
  timezone,
  allDay,
  duration,
  rule: rule ?? null,
  dates: [...dates],
  exceptions: [...exceptions],
  rolledUntilUtc: untilUtc ?? null,
});

/** Makes an event the first of a new series, whose other events are not there yet. */
async function beginSeries({ em, context }: Transaction, row: EventRow, plan: Plan): Promise<SeriesRow> {
  const { nowUtc } = context.clock;
  const series = em.create(SeriesEntity, {
    ...planColumns(plan, storedUntil(plan, nowUtc)),
    parentId: row.id,
  });
  await em.flush();
  row.seriesId = series.id;
  row.recurrenceId = plan.startLocal;
  return series;
}

/**
 * Makes of an event a series with all that it plans. The event has the first start that is not left out: where it
 * begins the series it is moved there, else it is detached if it starts at another time.
 * @param row in the transaction; what it is linked to must have been stored
 */
export async function startSeries(transaction: Transaction, row: EventRow, plan: Plan): Promise<void> {
  const series = await beginSeries(transaction, row, plan);
  const [first = plan.startLocal, ...others] = slotsOf(transaction, plan);
  const planned = timesAt(plan, first);
  row.recurrenceId = first;
  if (first !== plan.startLocal && row.startLocal === plan.startLocal) Object.assign(row, planned);
  row.isDetached = row.startLocal !== planned.startLocal;
  await transaction.em.flush();
  await storeOccurrences(transaction, series, row, others);
}

/** The starts at which a plan has events now. */
function slotsOf({ context }: Transaction, plan: Plan): string[] {
  return withoutExceptions(storedStarts(plan, context.clock.nowUtc), plan);
}

/** @throws ServiceError rest_forbidden for an event that the caller may not change by itself */
function assertMayTouch({ context }: Transaction, row: EventRow): void {
  assertMayChange(context.caller, row);
}

/** Of an event that is in no series. */
const ALONE = { seriesId: null, recurrenceId: null, isDetached: false } as const;

async function trash(transaction: Transaction, row: EventRow): Promise<void> {
  const slug = await trashedSlug(transaction, 'event', row.slug, row.id);
  Object.assign(row, { slug, status: 'trash', modifiedUtc: transaction.context.clock.nowUtc });
}

/**
 * Makes what follows an event of a series a series of its own, which the event begins.
 * @returns the series of the event afterwards; the same if nothing comes before it
 */
async function splitSeries(
  { em, context }: Transaction,
  series: SeriesRow,
  rows: readonly EventRow[],
  row: EventRow,
): Promise<SeriesRow> {
  const at = row.recurrenceId ?? '';
  const before = rows.filter(({ recurrenceId }) => (recurrenceId ?? '') < at);
  const beginning = beginningOf(series, at);
  if (before.length === 0 || !beginning) return series;
  const { rolledUntilUtc } = series;
  const own = em.create(SeriesEntity, {
    ...planColumns(restOf(series, at), rolledUntilUtc ?? undefined),
    parentId: row.id,
  });
  em.assign(series, planColumns(beginning));
  await em.flush();
  const parent = rows.find(({ id }) => id === series.parentId);
  const { nowUtc } = context.clock;
  for (const one of rows) {
    if ((one.recurrenceId ?? '') >= at) one.seriesId = own.id;
    // All of them show when their series repeats.
    one.modifiedUtc = nowUtc;
  }
  if (parent && parent !== row) row.postParent = parent.postParent;
  await em.flush();
  return own;
}

/** Values of an input, whose image is stored already. */
type StoredValues = Pick<EventValues, 'content' | 'own'> & { readonly imageId?: number | null };

/** Stores the image of an input: once, for however many events. */
async function storedValues({ em }: Transaction, { content, own }: EventValues): Promise<StoredValues> {
  const { image, ...others } = content;
  if (image === undefined) return { content: others, own };
  return { content: others, own, imageId: image && (await storeImage(em, image)) };
}

/** What of an input holds for other events of a series, which have a slug and a parent of their own. */
function sharedValues({ content, own, ...others }: StoredValues): StoredValues {
  const { slugText: _slug, ...sharedContent } = content;
  const { postParent: _parent, ...sharedOwn } = own;
  return { content: sharedContent, own: sharedOwn, ...others };
}

/** Sets the values of an input in one of several events. */
async function assignValues(
  transaction: Transaction,
  row: EventRow,
  { imageId, ...values }: StoredValues,
  times: Times | undefined,
): Promise<void> {
  const changed = await changedColumns(transaction, row, { ...values, times });
  assignChanged(row, { ...changed, imageId }, transaction.context.clock.nowUtc);
}

/** A change of a series, once everything that it depends on is locked. */
interface LockedChange {
  /** null where the change makes the series. */
  readonly series: SeriesRow | null;
  /** The event that the caller has named. */
  readonly row: EventRow;
  readonly values: EventValues & { readonly change: SeriesChange };
  /** Of that event after the change; undefined where they stay. */
  readonly times: Times | undefined;
  /** Changes what events are linked to. */
  readonly relink: (rows: readonly EventRow[]) => Promise<void>;
}

/**
 * Changes the events of a series that follow it, and in any case the one that the caller has named (decisions/0080).
 * Events whose date is no longer planned are moved to new ones in order; what is left over goes to the trash, and
 * what was changed by itself stays, as an event by itself.
 * @throws ServiceError rest_forbidden when the caller may not change one of them
 */
export async function changeSeries(
  transaction: Transaction,
  { series: before, row, values, times, relink }: LockedChange,
): Promise<void> {
  const { em, context } = transaction;
  const { nowUtc } = context.clock;
  const { plan, moved, isNewPlan, isFollowing } = values.change;
  const stored = await storedValues(transaction, values);
  if (!before) {
    await assignValues(transaction, row, stored, times);
    await relink([row]);
    if (plan) await startSeries(transaction, row, plan);
    return;
  }
  const all = await findOccurrences(em, before.id);
  const series = isFollowing ? await splitSeries(transaction, before, all, row) : before;
  const rows = all.filter(({ seriesId }) => seriesId === series.id);
  const places = new Map(rows.map((one) => [one, moved(one.recurrenceId ?? series.startLocal)]));
  const { status } = values.content;
  const left = new Set(plan?.exceptions);
  if (row.status === 'trash' && status !== undefined && status !== 'trash')
    left.delete(places.get(row) ?? '');
  const wereLeft = new Set(series.exceptions.map(moved));
  const next: Plan | null = plan && { ...plan, exceptions: [...left] };
  const slots = new Set(next ? slotsOf(transaction, next) : []);
  const shared = sharedValues(stored);
  const touched: EventRow[] = [];
  const back: EventRow[] = [];

  const follow = async (one: EventRow, at: string): Promise<void> => {
    assertMayTouch(transaction, one);
    slots.delete(at);
    const own = one === row ? stored : shared;
    const isBack = one.status === 'trash' && wereLeft.has(at);
    if (isBack) back.push(one);
    const content = isBack && !own.content.status ? { ...own.content, status: row.status } : own.content;
    const ownTimes = one === row ? times : undefined;
    const when = one.isDetached || !next ? ownTimes : timesAt(next, at);
    await assignValues(transaction, one, { ...own, content }, when);
    if (next && one.recurrenceId !== at) Object.assign(one, { recurrenceId: at, modifiedUtc: nowUtc });
    touched.push(one);
  };
  const leave = async (one: EventRow): Promise<void> => {
    assertMayTouch(transaction, one);
    if (one === row) await follow(one, places.get(one) ?? '');
    else if (one.status !== 'trash' && !one.isDetached) await trash(transaction, one);
    Object.assign(one, ALONE, { modifiedUtc: nowUtc });
  };

  // Events may change places, and no two may have one even for a moment.
  if (rows.some((one) => places.get(one) !== one.recurrenceId)) {
    for (const one of rows) one.recurrenceId = null;
    await em.flush();
  }
  const homeless: EventRow[] = [];
  for (const [one, at] of places) {
    const follows = one === row || !one.isDetached;
    if (left.has(at)) {
      if (one.status !== 'trash') assertMayTouch(transaction, one);
      if (one.status !== 'trash') await trash(transaction, one);
      else if (one === row) await assignValues(transaction, one, stored, undefined);
      one.recurrenceId = at;
    } else if (slots.has(at)) {
      if (follows) await follow(one, at);
      else if (one.recurrenceId !== at) Object.assign(one, { recurrenceId: at, modifiedUtc: nowUtc });
      slots.delete(at);
    } else if (follows && one.status !== 'trash') homeless.push(one);
    else await leave(one);
  }
  const free = isNewPlan ? [...slots] : [];
  for (const one of homeless) {
    const at = free.shift();
    await (at === undefined ? leave(one) : follow(one, at));
  }
  await relink(touched);
  if (next) em.assign(series, planColumns(next, storedUntil(next, nowUtc)));
  await detachStale(transaction, series, back);
  await settleSeries(transaction, series);
  if (series !== before) await settleSeries(transaction, before);
  const template = row.isDetached ? (touched.find(({ isDetached }) => !isDetached) ?? row) : row;
  if (rows.some(({ seriesId, status }) => seriesId === series.id && status !== 'trash')) {
    await storeOccurrences(transaction, series, template, [...slots]);
    // One of them may be the first.
    if (slots.size > 0) await settleSeries(transaction, series);
  }
  // All of them show when the series repeats.
  if (isNewPlan) for (const one of rows) if (one.seriesId === series.id) one.modifiedUtc = nowUtc;
}

/**
 * Leaves the date of an event out of its series once the event has gone to the trash, and no longer once it has come
 * back; one that agrees with the series no longer is detached then. The series must be locked.
 */
export async function leaveOutDate(
  transaction: Transaction,
  series: SeriesRow,
  row: EventRow,
  isErased = false,
): Promise<void> {
  const at = row.recurrenceId ?? '';
  const others = series.exceptions.filter((date) => date !== at);
  const isLeftOut = isErased || row.status === 'trash';
  series.exceptions = isLeftOut ? [...others, at].sort() : others;
  if (!isLeftOut) await detachStale(transaction, series, [row]);
  await settleSeries(transaction, series, isErased && row.id === series.parentId ? row : undefined);
  // The parent shows the exceptions, so it counts as modified.
  const { nowUtc: modifiedUtc } = transaction.context.clock;
  await transaction.em.nativeUpdate(EventEntity, series.parentId, { modifiedUtc });
}

/**
 * Deletes an event of a series: alone, which leaves its date out, with those after it, or with all. Of these, what was
 * changed by itself stays, as an event by itself. The series and the event must be locked.
 * @throws ServiceError rest_forbidden when the caller may not delete one of them
 */
export async function deleteOccurrences(
  transaction: Transaction,
  before: SeriesRow,
  row: EventRow,
  { scope, force }: { scope: ChangeScope; force: boolean },
): Promise<void> {
  const { em, context } = transaction;
  const { nowUtc } = context.clock;
  const drop = async (one: EventRow): Promise<void> => {
    if (force) em.remove(one);
    else if (one.status !== 'trash') await trash(transaction, one);
  };
  if (scope === 'this') {
    await drop(row);
    return leaveOutDate(transaction, before, row, force);
  }
  const all = await findOccurrences(em, before.id);
  const series = scope === 'following' ? await splitSeries(transaction, before, all, row) : before;
  for (const one of all) {
    if (one.seriesId !== series.id) continue;
    if (one === row || !one.isDetached) {
      assertMayTouch(transaction, one);
      await drop(one);
    } else if (one.status !== 'trash') Object.assign(one, ALONE, { postParent: 0, modifiedUtc: nowUtc });
  }
  await settleSeries(transaction, series);
  if (series !== before) await settleSeries(transaction, before);
}
