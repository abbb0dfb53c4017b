import { assertMayChange } from '../access/policy.ts';
import { freeSlugs, slugsInTrash, untrashedSlug } from '../content/slugs.ts';
import { assignChanged } from '../content/store.ts';
import type { Transaction } from '../context/context.ts';
import type { SeriesScope } from '../generated/schema.ts';
import { storeImage } from '../images/index.ts';
import {
  type Action,
  actionsOf,
  type Change,
  type Occurrence,
  type OccurrenceAction,
  planOf,
  slotsOf,
  storedUntil,
} from '../series/index.ts';
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
 * Makes of an event a series with all that it plans. The event has the first start that is not excluded: where it
 * begins the series it is moved there, else it is detached if it starts at another time.
 * @param row in the transaction; what it is linked to must have been stored
 * @returns the number of new events
 */
export async function startSeries(transaction: Transaction, row: EventRow, plan: Plan): Promise<number> {
  const series = await beginSeries(transaction, row, plan);
  const [first = plan.startLocal, ...others] = slotsOf(plan, transaction.context.clock.nowUtc);
  const planned = timesAt(plan, first);
  row.recurrenceId = first;
  if (first !== plan.startLocal && row.startLocal === plan.startLocal) Object.assign(row, planned);
  row.isDetached = row.startLocal !== planned.startLocal;
  await transaction.em.flush();
  await storeOccurrences(transaction, series, row, others);
  return others.length;
}

/** Of an event that is in no series. */
const ALONE = { seriesId: null, recurrenceId: null, isDetached: false } as const;

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

/**
 * Sets the values of an input in one of several events. @param slug where the change gives it another one
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

/** An event as the actions of a change see it. */
const occurrenceOf = ({ id, recurrenceId, status, isDetached }: EventRow): Occurrence => ({
  id,
  slot: recurrenceId ?? '',
  isInTrash: status === 'trash',
  isChangedAlone: isDetached,
});

/** The fields that an edit sets. */
interface Edit {
  readonly values: StoredValues;
  /** Of the named event after the change; undefined where they stay. */
  readonly times: Times | undefined;
  readonly relink: Relink;
}

/** Changes the links of events. @returns the ids of the changed events */
type Relink = (rows: readonly EventRow[]) => Promise<ReadonlySet<number>>;

/** A change of a series, whose events are locked. */
interface Work {
  readonly series: SeriesRow;
  /** The events of the series that the change is about, in the order of their slots. */
  readonly rows: readonly EventRow[];
  /** The event that the caller has named. */
  readonly row: EventRow;
  readonly change: Change;
  readonly edit?: Edit;
  /** The events before the change, where one of them has changed already. */
  readonly occurrences?: readonly Occurrence[];
}

/** An event with its action, and the values that it gets. */
interface Step {
  readonly row: EventRow;
  readonly action: OccurrenceAction;
  readonly values: StoredValues | undefined;
}

const TRASHED: StoredValues = { content: { status: 'trash' }, own: {} };

/** The values that an action gives an event. */
function valuesFor(action: OccurrenceAction, one: EventRow, { row, edit }: Work): StoredValues | undefined {
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

/** The steps of a change. @throws ServiceError rest_forbidden when the caller may not change one of the events */
function stepsOf({ context }: Transaction, work: Work, actions: readonly Action[]): Step[] {
  const byId = new Map(work.rows.map((row) => [row.id, row]));
  return actions.flatMap((action): Step[] => {
    const row = 'id' in action ? byId.get(action.id) : undefined;
    if (!row || !('id' in action)) return [];
    const { kind } = action;
    const isTouched = kind !== 'keep' && kind !== 'move' && (kind !== 'detach' || work.edit);
    if (isTouched && work.change.scope !== 'this') assertMayChange(context.caller, row);
    return [{ row, action, values: valuesFor(action, row, work) }];
  });
}

/** The slugs of events that go into the trash or come back, with one statement for each direction. */
async function changedSlugs(
  transaction: Transaction,
  steps: readonly Step[],
): Promise<ReadonlyMap<EventRow, string>> {
  const turning = steps.filter(({ row, values }) => {
    const { status, slugText } = values?.content ?? {};
    return status && slugText === undefined && (status === 'trash') !== (row.status === 'trash');
  });
  const rows = turning.map(({ row }) => row);
  const into = rows.filter(({ status }) => status !== 'trash');
  const out = rows.filter(({ status }) => status === 'trash');
  const slugs = [
    ...(await slugsInTrash(transaction, 'event', into)),
    ...(await freeSlugs(
      transaction,
      'event',
      out.map(({ slug, id }) => untrashedSlug(slug) || String(id)),
    )),
  ];
  return new Map([...into, ...out].map((row, at) => [row, slugs[at] ?? row.slug]));
}

/** Makes a series of its own of events, which the named one begins. */
async function splitOff(
  { em, context }: Transaction,
  { series, rows, row }: Work,
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
  // All of them show when their series repeats.
  for (const one of rows)
    Object.assign(one, { modifiedUtc: nowUtc, ...(later.has(one.id) && { seriesId: own.id }) });
  await em.flush();
  return own;
}

/**
 * Takes the slots from events that get others: events may change places, and no two may have one even for a moment.
 * @returns these events
 */
async function makeRoom({ em }: Transaction, steps: readonly Step[]): Promise<ReadonlySet<EventRow>> {
  const moving = steps.filter(({ row, action }) => 'slot' in action && action.slot !== row.recurrenceId);
  const rows = new Set(moving.map(({ row }) => row));
  if (rows.size === 0) return rows;
  for (const { row, action } of steps) if (rows.has(row) || action.kind === 'detach') row.recurrenceId = null;
  await em.flush();
  return rows;
}

/**
 * Changes the events of a series.
 * @returns events with values of an edit, events back from the trash, and the ids of all events that differ now
 */
async function takeSteps(
  transaction: Transaction,
  { row: named, edit }: Work,
  { parentId, ...plan }: Plan & { readonly parentId: number },
  steps: readonly Step[],
): Promise<{ updated: EventRow[]; returning: EventRow[]; changed: Set<number> }> {
  const modifiedUtc = transaction.context.clock.nowUtc;
  const moving = await makeRoom(transaction, steps);
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
    // Only the parent of the series has a parent of its own.
    const postParent = row.id === parentId ? row.postParent : 0;
    if (action.kind === 'detach') {
      Object.assign(row, { ...ALONE, postParent, modifiedUtc });
      changed.add(row.id);
    }
  }
  return { updated, returning, changed };
}

/**
 * Carries out the actions of a change of a series: with as many statements for many events as for few.
 * @returns the number of changed and new events; if only the plan differs, the parent alone
 */
async function carryOut(transaction: Transaction, work: Work): Promise<number> {
  const { em, context } = transaction;
  const { nowUtc } = context.clock;
  const { series: before, rows, row, change, edit, occurrences = rows.map(occurrenceOf) } = work;
  const actions = actionsOf({ plan: planOf(before), occurrences }, change, nowUtc);
  const steps = stepsOf(transaction, work, actions);
  const split = actions.find((action) => action.kind === 'split');
  const formerParent = rows.find(({ id }) => id === before.parentId);
  const series = split ? await splitOff(transaction, work, split) : before;
  const replanned = actions.find((action) => action.kind === 'plan')?.plan;
  const plan = replanned ?? planOf(series);
  const wasDetached = row.isDetached;

  const { updated, returning, changed } = await takeSteps(
    transaction,
    work,
    { ...plan, parentId: series.parentId },
    steps,
  );
  for (const id of [...((await edit?.relink(updated)) ?? []), ...(split?.ids ?? [])]) changed.add(id);
  const rolledUntil = edit ? storedUntil(plan, nowUtc) : (series.rolledUntilUtc ?? undefined);
  if (replanned || edit) em.assign(series, planColumns(plan, rolledUntil));
  await detachStale(transaction, series, returning);

  const present = rows.filter(({ seriesId }) => seriesId === series.id);
  const live = [row, ...present].filter(({ status }) => status !== 'trash');
  const template = live.find((one) => !(one === row ? wasDetached : one.isDetached)) ?? row;
  const starts = actions.flatMap((action) => (action.kind === 'create' ? [action.slot] : []));
  await storeOccurrences(transaction, series, template, starts);
  // All of them show when the series repeats.
  if (change.kind === 'edit' && change.isNewPlan) for (const one of present) one.modifiedUtc = nowUtc;
  await settleSeries(transaction, series, split ? row : formerParent);
  if (split) await settleSeries(transaction, before, formerParent);
  // The parent alone shows the exceptions.
  if (replanned && change.scope === 'this')
    await em.nativeUpdate(EventEntity, series.parentId, { modifiedUtc: nowUtc });
  return changed.size + starts.length || Number(replanned !== undefined);
}

/** An edit of a series, once everything that it depends on is locked. */
interface LockedEdit {
  /** null where the change makes the series. */
  readonly series: SeriesRow | null;
  /** The event that the caller has named. */
  readonly row: EventRow;
  readonly values: EventValues & { readonly change: SeriesChange };
  /** Of that event after the change; undefined where they stay. */
  readonly times: Times | undefined;
  readonly relink: Relink;
}

const isSaid = (values: object): boolean => Object.values(values).some((value) => value !== undefined);

/**
 * Changes the events of a series that follow it, and in any case the one that the caller has named (decisions/0098).
 * @returns the number of changed and new events
 * @throws ServiceError rest_forbidden when the caller may not change one of them
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
    const isOther = await assignValues(transaction, row, stored, times);
    const relinked = await relink([row]);
    if (plan) return 1 + (await startSeries(transaction, row, plan));
    return isOther ? 1 : relinked.size;
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
      isSaid(content) || isSaid(own) || links !== undefined || (row.isDetached && times !== undefined),
    puts: status && (status === 'trash' ? 'intoTrash' : 'outOfTrash'),
  };
  const rows = await findOccurrences(transaction.em, series.id);
  return carryOut(transaction, { series, rows, row, change, edit });
}

/**
 * Excludes the date of an event from its series once the event has gone to the trash, and no longer once it has come
 * back; one that agrees with the series no longer is detached then. The series must be locked.
 */
export async function changeOccurrence(
  transaction: Transaction,
  series: SeriesRow,
  row: EventRow,
): Promise<void> {
  const isInTrash = row.status === 'trash';
  const change: Change = { kind: isInTrash ? 'trash' : 'restore', scope: 'this', id: row.id };
  const occurrences = [{ ...occurrenceOf(row), isInTrash: !isInTrash }];
  await carryOut(transaction, { series, rows: [row], row, change, occurrences });
}

/**
 * Deletes an event of a series: alone, which excludes its date, with those after it, or with all. Of these, events that
 * were changed by themselves stay, as events by themselves. The series and the event must be locked.
 * @throws ServiceError rest_forbidden when the caller may not delete one of them
 */
export async function deleteOccurrences(
  transaction: Transaction,
  series: SeriesRow,
  row: EventRow,
  { scope, force }: { scope: SeriesScope; force: boolean },
): Promise<void> {
  const rows = scope === 'this' ? [row] : await findOccurrences(transaction.em, series.id);
  const change: Change = { kind: force ? 'erase' : 'trash', scope, id: row.id };
  await carryOut(transaction, { series, rows, row, change });
}
