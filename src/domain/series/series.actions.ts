import {
  beginningOf,
  filterPlanned,
  hasSameTimes,
  isOpen,
  isSamePlan,
  plannedUntilYearAfter,
  restOf,
  storedStarts,
  withoutExceptions,
} from './series.plan.ts';
import type { Plan } from './series.record.ts';

/** The properties of an event that determine a change of its series. */
export interface Occurrence {
  readonly id: number;
  /** Its planned start, unique within the series. */
  readonly slot: string;
  readonly isInTrash: boolean;
  /** Whether it was changed individually (`is_detached`). */
  readonly isChangedAlone: boolean;
}

export interface SeriesState {
  readonly plan: Plan;
  /** In the order of their slots. */
  readonly occurrences: readonly Occurrence[];
}

/** A change of the times, the recurrence or the fields of several events. */
export interface SeriesEdit {
  readonly kind: 'edit';
  readonly scope: 'following' | 'all';
  /** The event that the caller named. */
  readonly id: number;
  /** The new plan; null if the series ends. */
  readonly plan: Plan | null;
  /** Whether the recurrence changes, so that events may get other slots. */
  readonly isNewPlan: boolean;
  /** The new place of a slot. */
  readonly move: (slot: string) => string;
  /** Whether fields, links or the status change. */
  readonly hasValues: boolean;
  /** undefined if no event moves into or out of the trash. */
  readonly trashMove?: 'intoTrash' | 'outOfTrash' | undefined;
}

interface Removal {
  readonly kind: 'trash' | 'erase';
  readonly scope: 'this' | 'following' | 'all';
  readonly id: number;
}
interface Restoration {
  readonly kind: 'restore';
  readonly scope: 'this';
  readonly id: number;
}

export type Change = SeriesEdit | Removal | Restoration;

/** The effect of a change on one event. */
export type OccurrenceAction = { readonly id: number } & (
  | { readonly kind: 'keep' | 'erase' | 'restore' }
  | { readonly kind: 'trash'; readonly slot: string }
  /** Gets another slot, and no other change. */
  | { readonly kind: 'move'; readonly slot: string }
  /** Gets the values of the change, and the planned times of its slot or the times of the input. */
  | {
      readonly kind: 'update';
      readonly slot: string;
      readonly times: 'planned' | 'sent';
      /** Whether it returns from the trash because its date is no longer excluded. */
      readonly isReturning: boolean;
    }
  /** Leaves the series. */
  | { readonly kind: 'detach'; readonly also: 'update' | 'trash' | null }
);

export type Action =
  | OccurrenceAction
  /** Moves events to a new series; all further actions apply to that one. */
  | {
      readonly kind: 'split';
      readonly beginning: Plan;
      readonly rest: Plan;
      readonly ids: readonly number[];
    }
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'create'; readonly slot: string };

/** The planned starts of the events that a series stores now. */
export const storedSlots = (plan: Plan, nowUtc: string): string[] =>
  withoutExceptions(storedStarts(plan, nowUtc), plan);

const keep = ({ id }: Occurrence): OccurrenceAction => ({ kind: 'keep', id });

/** The action that replaces the exceptions of a plan; none if they are the same. */
function withExceptions(plan: Plan, exceptions: Iterable<string>): Action[] {
  const next: Plan = { ...plan, exceptions: [...exceptions].sort() };
  return isSamePlan(plan, next) ? [] : [{ kind: 'plan', plan: next }];
}

/** Deletes or restores one event: its date is excluded while the event is in the trash. */
function deleteOrRestoreOne(
  { plan, occurrences }: SeriesState,
  { slot, id, isInTrash }: Occurrence,
  kind: Removal['kind'] | 'restore',
): Action[] {
  const excluded = new Set(plan.exceptions);
  if (kind === 'restore') excluded.delete(slot);
  else excluded.add(slot);
  const isDone = kind !== 'erase' && isInTrash === (kind === 'trash');
  const action: OccurrenceAction = kind === 'trash' ? { kind, id, slot } : { kind, id };
  return [
    ...occurrences.map((one): Action => (one.id === id && !isDone ? action : keep(one))),
    ...withExceptions(plan, excluded),
  ];
}

/** Deletes the named event and all events that were not changed individually. */
const deleteEvents = (
  occurrences: readonly Occurrence[],
  named: Occurrence,
  kind: Removal['kind'],
): Action[] =>
  occurrences.map((one): Action => {
    const { id, slot, isInTrash } = one;
    const isDeleted = id === named.id || !one.isChangedAlone;
    if (isDeleted && kind === 'erase') return { kind, id };
    if (isInTrash) return keep(one);
    return isDeleted ? { kind: 'trash', id, slot } : { kind: 'detach', id, also: null };
  });

/** Whether an event is in the series and not in the trash after its action. */
function isLiveAfter(
  one: Occurrence,
  action: OccurrenceAction,
  named: Occurrence,
  trashMove: SeriesEdit['trashMove'],
): boolean {
  if (action.kind === 'detach' || action.kind === 'erase' || action.kind === 'trash') return false;
  if (action.kind !== 'update') return !one.isInTrash;
  if (trashMove) return trashMove === 'outOfTrash';
  return action.isReturning ? !named.isInTrash : !one.isInTrash;
}

/**
 * The slots that events may have after a change, in order.
 * @param stored the slots up to the horizon
 * @param places the moved slots of the events
 */
function findOpenSlots(
  next: Plan | null,
  stored: readonly string[],
  places: readonly string[],
  isNewPlan: boolean,
): Set<string> {
  if (!next || !isOpen(next)) return new Set(stored);
  // If a series without an end is moved to later dates, some of its events are after the horizon.
  const last = places.at(-1) ?? next.startLocal;
  const beyond = isNewPlan ? filterPlanned(places, next) : plannedUntilYearAfter(next, last);
  return new Set([...stored, ...withoutExceptions(beyond, next)]);
}

/**
 * Changes the named event and all events that were not changed individually. Events whose dates are no longer planned
 * get open slots in order; if no slot is left, they go to the trash.
 */
function edit(
  present: Plan,
  occurrences: readonly Occurrence[],
  named: Occurrence,
  change: SeriesEdit,
  nowUtc: string,
): Action[] {
  const { plan, move, isNewPlan, hasValues, trashMove } = change;
  const excluded = new Set(plan?.exceptions);
  if (named.isInTrash && trashMove === 'outOfTrash') excluded.delete(move(named.slot));
  const next: Plan | null = plan && { ...plan, exceptions: [...excluded] };
  const wasExcluded = new Set(present.exceptions.map(move));
  const places = occurrences.map(({ slot }) => move(slot));
  const stored = next ? storedSlots(next, nowUtc) : [];
  const openSlots = findOpenSlots(next, stored, places, isNewPlan);
  const openExceptions = new Set(excluded);
  const hasNewTimes = next !== null && !hasSameTimes(next, present);

  const place = (one: Occurrence, slot: string): OccurrenceAction =>
    slot === one.slot ? keep(one) : { kind: 'move', id: one.id, slot };
  const update = (one: Occurrence, slot: string): OccurrenceAction => {
    const isReturning = one.isInTrash && wasExcluded.has(slot) && !excluded.has(slot);
    const hasChanged = slot !== one.slot || isReturning || (hasNewTimes && !one.isChangedAlone);
    if (!hasChanged && !hasValues && !isNewPlan) return keep(one);
    return { kind: 'update', id: one.id, slot, times: one.isChangedAlone ? 'sent' : 'planned', isReturning };
  };
  const detach = (one: Occurrence): OccurrenceAction => {
    const isTrashed = !one.isInTrash && !one.isChangedAlone;
    return { kind: 'detach', id: one.id, also: one.id === named.id ? 'update' : isTrashed ? 'trash' : null };
  };

  const actions = new Map<Occurrence, OccurrenceAction>();
  const unassigned: Occurrence[] = [];
  for (const [at, one] of occurrences.entries()) {
    const slot = places[at] ?? one.slot;
    const isUpdated = one.id === named.id || !one.isChangedAlone;
    if (openExceptions.delete(slot)) {
      if (!one.isInTrash) actions.set(one, { kind: 'trash', id: one.id, slot });
      else actions.set(one, one.id === named.id ? update(one, slot) : place(one, slot));
    } else if (openSlots.delete(slot)) actions.set(one, isUpdated ? update(one, slot) : place(one, slot));
    else if (isUpdated && !one.isInTrash) unassigned.push(one);
    else actions.set(one, detach(one));
  }
  const newSlots = isNewPlan ? stored.filter((slot) => openSlots.has(slot)) : [...openSlots];
  for (const one of unassigned) {
    const slot = newSlots.shift();
    if (slot !== undefined) openSlots.delete(slot);
    actions.set(one, slot === undefined ? detach(one) : update(one, slot));
  }
  const hasLiveEvents = [...actions].some(([one, action]) => isLiveAfter(one, action, named, trashMove));
  return [
    ...occurrences.map((one) => actions.get(one) ?? keep(one)),
    ...(next && !isSamePlan(next, present) ? [{ kind: 'plan', plan: next } as const] : []),
    ...(hasLiveEvents ? stored : [])
      .filter((slot) => openSlots.has(slot))
      .map((slot) => ({ kind: 'create', slot }) as const),
  ];
}

/** Splits a series before an event; null if there is nothing before it. */
function splitAt({ plan, occurrences }: SeriesState, { slot }: Occurrence) {
  const earlier = occurrences.filter((one) => one.slot < slot);
  const beginning = beginningOf(plan, slot);
  if (earlier.length === 0 || !beginning) return null;
  return {
    earlier,
    beginning,
    rest: restOf(plan, slot),
    later: occurrences.filter((one) => one.slot >= slot),
  };
}

/**
 * Plans the actions of a change of a series (decisions/0098): one for each of its events, with the actions on the
 * series itself before and after them. Idempotent: planning the same change again gives only `keep`.
 * @param nowUtc the current time, which determines the horizon of series without an end
 * @throws Error if the named event is not part of the series
 */
export function actionsOf(series: SeriesState, change: Change, nowUtc: string): Action[] {
  const named = series.occurrences.find(({ id }) => id === change.id);
  if (!named) throw new Error(`event ${change.id} is not part of the series`);
  if (change.scope === 'this') return deleteOrRestoreOne(series, named, change.kind);
  const split = change.scope === 'following' ? splitAt(series, named) : null;
  const { plan, occurrences } = split ? { plan: split.rest, occurrences: split.later } : series;
  const actions =
    change.kind === 'edit'
      ? edit(plan, occurrences, named, change, nowUtc)
      : deleteEvents(occurrences, named, change.kind);
  if (!split) return actions;
  const { beginning, rest, earlier, later } = split;
  return [
    { kind: 'split', beginning, rest, ids: later.map(({ id }) => id) },
    ...earlier.map(keep),
    ...actions,
  ];
}

/** The parent of a series: its earliest event outside the trash. @param occurrences in any order */
export const parentOf = <O extends Pick<Occurrence, 'slot' | 'isInTrash'>>(
  occurrences: readonly O[],
): O | undefined =>
  occurrences
    .filter(({ isInTrash }) => !isInTrash)
    .reduce<O | undefined>((first, one) => (first && first.slot <= one.slot ? first : one), undefined);
