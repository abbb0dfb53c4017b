import { assertMayChange } from '../access/policy.ts';
import { freeSlugs, trashedSlugs, untrashedSlug } from '../content/slugs.ts';
import { assignChanged } from '../content/store.ts';
import type { Transaction } from '../context/context.ts';
import type { SeriesScope } from '../generated/schema.ts';
import { storeImage } from '../images/image.input.ts';
import {
  type Action,
  actionsOf,
  type Change,
  type Occurrence,
  type OccurrenceAction,
  planOf,
  storedSlots,
  storedUntil,
} from '../series/index.ts';
import { SeriesEntity } from '../series/series.entity.ts';
import type { Plan } from '../series/series.record.ts';
import { detachDiverged } from './event.detach.ts';
import { EventEntity } from './event.entity.ts';
import type { EventValues } from './event.input.ts';
import { type SeriesRow, settleSeries, storeOccurrences } from './event.occurrences.ts';
import { changedColumns, type EventRow, findOccurrences } from './event.rows.ts';
import type { SeriesChange } from './event.series.ts';
import { type Times, timesAt } from './event.times.ts';

/** The columns of a plan. @param untilUtc the end of its stored events; undefined if all are stored */
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

/** Creates a series with an event as its first one, without the other events. */
async function createSeries({ em, context }: Transaction, row: EventRow, plan: Plan): Promise<SeriesRow> {
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
 * Turns an event into a series, and stores the other events. The event gets the first planned start that is not
 * excluded: it moves there if it starts with the series, and is detached otherwise if it starts at another time.
 * @param row managed by the transaction; its links must be stored
 * @returns the number of new events
 */
export async function startSeries(transaction: Transaction, row: EventRow, plan: Plan): Promise<number> {
  const series = await createSeries(transaction, row, plan);
  const [first = plan.startLocal, ...others] = storedSlots(plan, transaction.context.clock.nowUtc);
  const planned = timesAt(plan, first);
  row.recurrenceId = first;
  if (first !== plan.startLocal && row.startLocal === plan.startLocal) Object.assign(row, planned);
  row.isDetached = row.startLocal !== planned.startLocal;
  await transaction.em.flush();
  await storeOccurrences(transaction, series, row, others);
  return others.length;
}

/** The columns of an event without a series. */
const OUTSIDE_SERIES = { seriesId: null, recurrenceId: null, isDetached: false } as const;

/** The values of an input after its image has been stored. */
type StoredValues = Pick<EventValues, 'content' | 'own'> & { readonly imageId?: number | null };

/** Stores the image of an input once for all events. */
async function storedValues({ em }: Transaction, { content, own }: EventValues): Promise<StoredValues> {
  const { image, ...others } = content;
  if (image === undefined) return { content: others, own };
  return { content: others, own, imageId: image && (await storeImage(em, image)) };
}

/** The values of an input that apply to all events of a series: without the slug and the parent. */
function sharedValues({ content, own, ...others }: StoredValues): StoredValues {
  const { slugText: _slug, ...sharedContent } = content;
  const { postParent: _parent, ...sharedOwn } = own;
  return { content: sharedContent, own: sharedOwn, ...others };
}

/**
 * Sets the values of an input in one of several events.
 * @param slug a new slug from {@link changedSlugs}
 * @returns whether any value differed
 */
async function assignValues(
  transaction: Transaction,
  row: EventRow,
  { imageId, ...values }: StoredValues,
  times: Times | undefined,
  slug?: string,
): Promise<boolean> {
  const changed = await changedColumns(transaction, row, { ...values, times }, slug);
  return assignChanged(row, { ...changed, imageId }, transaction.context.clock.nowUtc);
}

const occurrenceOf = ({ id, recurrenceId, status, isDetached }: EventRow): Occurrence => ({
  id,
  slot: recurrenceId ?? '',
  isInTrash: status === 'trash',
  isChangedAlone: isDetached,
});

interface Edit {
  readonly values: StoredValues;
  /** The times of the named event after the change; undefined if they stay. */
  readonly times: Times | undefined;
  readonly relink: Relink;
}

/** Sets the links of events. @returns the ids of the changed events */
type Relink = (rows: readonly EventRow[]) => Promise<ReadonlySet<number>>;

/** A change of a series with locked events. */
interface SeriesWork {
  readonly series: SeriesRow;
  /** The events of the series that the change affects, in the order of their slots. */
  readonly rows: readonly EventRow[];
  /** The event that the caller named. */
  readonly row: EventRow;
  readonly change: Change;
  readonly edit?: Edit;
  /** The events before the change; required if one of the rows has already changed. */
  readonly occurrences?: readonly Occurrence[];
}

/** An event with its action and its new values. */
interface Step {
  readonly row: EventRow;
  readonly action: OccurrenceAction;
  readonly values: StoredValues | undefined;
}

const TRASHED: StoredValues = { content: { status: 'trash' }, own: {} };

/** The values that an action sets in an event. */
function valuesFor(
  action: OccurrenceAction,
  one: EventRow,
  { row, edit }: SeriesWork,
): StoredValues | undefined {
  const { kind } = action;
  if (kind === 'trash' || (kind === 'detach' && action.also === 'trash')) return TRASHED;
  if (!edit || (kind !== 'update' && !(kind === 'detach' && action.also === 'update'))) return undefined;
  if (one === row) return edit.values;
  const shared = sharedValues(edit.values);
  const { status = row.status } = shared.content;
  return kind === 'update' && action.isReturning
    ? { ...shared, content: { ...shared.content, status } }
    : shared;
}

/** @throws ServiceError rest_forbidden if the caller may not change one of the events */
function stepsOf({ context }: Transaction, work: SeriesWork, actions: readonly Action[]): Step[] {
  const byId = new Map(work.rows.map((row) => [row.id, row]));
  return actions.flatMap((action): Step[] => {
    const row = 'id' in action ? byId.get(action.id) : undefined;
    if (!row || !('id' in action)) return [];
    const { kind } = action;
    const isChanged = kind !== 'keep' && kind !== 'move' && (kind !== 'detach' || work.edit);
    if (isChanged && work.change.scope !== 'this') assertMayChange(context.caller, row);
    return [{ row, action, values: valuesFor(action, row, work) }];
  });
}

/** The new slugs of events that go to the trash or return from it, with one statement for each direction. */
async function changedSlugs(
  transaction: Transaction,
  steps: readonly Step[],
): Promise<ReadonlyMap<EventRow, string>> {
  const changing = steps.filter(({ row, values }) => {
    const { status, slugText } = values?.content ?? {};
    return status && slugText === undefined && (status === 'trash') !== (row.status === 'trash');
  });
  const rows = changing.map(({ row }) => row);
  const into = rows.filter(({ status }) => status !== 'trash');
  const out = rows.filter(({ status }) => status === 'trash');
  const slugs = [
    ...(await trashedSlugs(transaction, 'event', into)),
    ...(await freeSlugs(
      transaction,
      'event',
      out.map(({ slug, id }) => untrashedSlug(slug) || String(id)),
    )),
  ];
  return new Map([...into, ...out].map((row, at) => [row, slugs[at] ?? row.slug]));
}

/** Moves events to a new series that starts with the named one. */
async function splitSeries(
  { em, context }: Transaction,
  { series, rows, row }: SeriesWork,
  { beginning, rest, ids }: Extract<Action, { kind: 'split' }>,
): Promise<SeriesRow> {
  const own = em.create(SeriesEntity, {
    ...planColumns(rest, series.rolledUntilUtc ?? undefined),
    parentId: row.id,
  });
  em.assign(series, planColumns(beginning));
  await em.flush();
  const parent = rows.find(({ id }) => id === series.parentId);
  if (parent) row.postParent = parent.postParent;
  const later = new Set(ids);
  const { nowUtc } = context.clock;
  // All these events show the recurrence of their series.
  for (const one of rows)
    Object.assign(one, { modifiedUtc: nowUtc, ...(later.has(one.id) && { seriesId: own.id }) });
  await em.flush();
  return own;
}

/**
 * Clears the slots of events that get other ones. Events may swap slots, and the unique index must hold after each
 * statement.
 * @returns the events that get another slot
 */
async function releaseSlots({ em }: Transaction, steps: readonly Step[]): Promise<ReadonlySet<EventRow>> {
  const moving = steps.filter(({ row, action }) => 'slot' in action && action.slot !== row.recurrenceId);
  const rows = new Set(moving.map(({ row }) => row));
  if (rows.size === 0) return rows;
  for (const { row, action } of steps) if (rows.has(row) || action.kind === 'detach') row.recurrenceId = null;
  await em.flush();
  return rows;
}

/**
 * Applies the steps to the events of a series.
 * @returns the events with edited values, the events that return from the trash, and the ids of all changed events
 */
async function applySteps(
  transaction: Transaction,
  { row: named, edit }: SeriesWork,
  { parentId, ...plan }: Plan & { readonly parentId: number },
  steps: readonly Step[],
): Promise<{ updated: EventRow[]; returning: EventRow[]; changed: Set<number> }> {
  const modifiedUtc = transaction.context.clock.nowUtc;
  const moving = await releaseSlots(transaction, steps);
  const slugs = await changedSlugs(transaction, steps);
  const updated: EventRow[] = [];
  const returning: EventRow[] = [];
  const changed = new Set<number>();
  for (const { row, action, values } of steps) {
    if (values) {
      const sent = row === named && values !== TRASHED ? edit?.times : undefined;
      const isPlanned = action.kind === 'update' && action.times === 'planned';
      const times = isPlanned ? timesAt(plan, action.slot) : sent;
      if (await assignValues(transaction, row, values, times, slugs.get(row))) changed.add(row.id);
      if (values !== TRASHED) updated.push(row);
    }
    if (moving.has(row) && 'slot' in action) {
      Object.assign(row, { recurrenceId: action.slot, modifiedUtc });
      changed.add(row.id);
    }
    if (action.kind === 'restore' || (action.kind === 'update' && action.isReturning)) returning.push(row);
    if (action.kind === 'erase') transaction.em.remove(row);
    // Only the parent of a series can have its own parent.
    const postParent = row.id === parentId ? row.postParent : 0;
    if (action.kind === 'detach') {
      Object.assign(row, { ...OUTSIDE_SERIES, postParent, modifiedUtc });
      changed.add(row.id);
    }
  }
  return { updated, returning, changed };
}

/**
 * Applies a change to a series. The number of statements does not depend on the number of events.
 * @returns the number of changed and new events; 1, for the parent, if only the plan changes
 */
async function applyChange(transaction: Transaction, work: SeriesWork): Promise<number> {
  const { em, context } = transaction;
  const { nowUtc } = context.clock;
  const { series: before, rows, row, change, edit, occurrences = rows.map(occurrenceOf) } = work;
  const actions = actionsOf({ plan: planOf(before), occurrences }, change, nowUtc);
  const steps = stepsOf(transaction, work, actions);
  const split = actions.find((action) => action.kind === 'split');
  const formerParent = rows.find(({ id }) => id === before.parentId);
  const series = split ? await splitSeries(transaction, work, split) : before;
  const replanned = actions.find((action) => action.kind === 'plan')?.plan;
  const plan = replanned ?? planOf(series);
  const wasDetached = row.isDetached;

  const { updated, returning, changed } = await applySteps(
    transaction,
    work,
    { ...plan, parentId: series.parentId },
    steps,
  );
  for (const id of [...((await edit?.relink(updated)) ?? []), ...(split?.ids ?? [])]) changed.add(id);
  const rolledUntil = edit ? storedUntil(plan, nowUtc) : (series.rolledUntilUtc ?? undefined);
  if (replanned || edit) em.assign(series, planColumns(plan, rolledUntil));
  await detachDiverged(transaction, series, returning);

  const present = rows.filter(({ seriesId }) => seriesId === series.id);
  const live = [row, ...present].filter(({ status }) => status !== 'trash');
  const template = live.find((one) => !(one === row ? wasDetached : one.isDetached)) ?? row;
  const starts = actions.flatMap((action) => (action.kind === 'create' ? [action.slot] : []));
  await storeOccurrences(transaction, series, template, starts);
  // All events show the recurrence of the series.
  if (change.kind === 'edit' && change.isNewPlan) for (const one of present) one.modifiedUtc = nowUtc;
  await settleSeries(transaction, series, split ? row : formerParent);
  if (split) await settleSeries(transaction, before, formerParent);
  // Only the parent shows the exceptions.
  if (replanned && change.scope === 'this')
    await em.nativeUpdate(EventEntity, series.parentId, { modifiedUtc: nowUtc });
  return changed.size + starts.length || Number(replanned !== undefined);
}

/** An edit of a locked series. */
interface LockedEdit {
  /** null if the change creates the series. */
  readonly series: SeriesRow | null;
  /** The event that the caller named. */
  readonly row: EventRow;
  readonly values: EventValues & { readonly change: SeriesChange };
  /** The times of that event after the change; undefined if they stay. */
  readonly times: Times | undefined;
  readonly relink: Relink;
}

const setsAny = (values: object): boolean => Object.values(values).some((value) => value !== undefined);

/**
 * Changes the named event, and the events of its series that are not detached (decisions/0098).
 * @returns the number of changed and new events
 * @throws ServiceError rest_forbidden if the caller may not change one of them
 */
export async function changeSeries(
  transaction: Transaction,
  { series, row, values, times, relink }: LockedEdit,
): Promise<number> {
  const { content, own, links } = values;
  const { isFollowing, plan, isNewPlan, move } = values.change;
  const stored = await storedValues(transaction, values);
  const edit: Edit = { values: stored, times, relink };
  if (!series) {
    const hasChanged = await assignValues(transaction, row, stored, times);
    const relinked = await relink([row]);
    if (plan) return 1 + (await startSeries(transaction, row, plan));
    return hasChanged ? 1 : relinked.size;
  }
  const { status } = content;
  const change: Change = {
    kind: 'edit',
    scope: isFollowing ? 'following' : 'all',
    id: row.id,
    plan,
    isNewPlan,
    move,
    hasValues:
      setsAny(content) || setsAny(own) || links !== undefined || (row.isDetached && times !== undefined),
    trashMove: status && (status === 'trash' ? 'intoTrash' : 'outOfTrash'),
  };
  const rows = await findOccurrences(transaction.em, series.id);
  return applyChange(transaction, { series, rows, row, change, edit });
}

/**
 * After an event has moved to the trash, excludes its date from the series; after it has been restored, includes the
 * date again, and detaches the event if it no longer matches the series. The series must be locked.
 */
export async function changeOccurrence(
  transaction: Transaction,
  series: SeriesRow,
  row: EventRow,
): Promise<void> {
  const isInTrash = row.status === 'trash';
  const change: Change = { kind: isInTrash ? 'trash' : 'restore', scope: 'this', id: row.id };
  const occurrences = [{ ...occurrenceOf(row), isInTrash: !isInTrash }];
  await applyChange(transaction, { series, rows: [row], row, change, occurrences });
}

/**
 * Deletes an event of a series: alone, which excludes its date; with the events after it; or with all. Other detached
 * events stay, and leave the series. The series and the event must be locked.
 * @throws ServiceError rest_forbidden if the caller may not delete one of the events
 */
export async function deleteOccurrences(
  transaction: Transaction,
  series: SeriesRow,
  row: EventRow,
  { scope, force }: { scope: SeriesScope; force: boolean },
): Promise<void> {
  const rows = scope === 'this' ? [row] : await findOccurrences(transaction.em, series.id);
  const change: Change = { kind: force ? 'erase' : 'trash', scope, id: row.id };
  await applyChange(transaction, { series, rows, row, change });
}
