import {
  beginningOf,
  isOpen,
  isSamePlan,
  isSameTime,
  plannedAmong,
  plannedBehind,
  restOf,
  storedStarts,
  withoutExceptions,
} from './series.plan.ts';
import type { Plan } from './series.record.ts';

/** An event of a series, as far as a change of the series depends on it. */
export interface Occurrence {
  readonly id: number;
  /** The start that the series plans for it; no other event of the series has it. */
  readonly slot: string;
  readonly isInTrash: boolean;
  /** Whether it was changed by itself (`is_detached`). */
  readonly isChangedAlone: boolean;
}

/** A series with its events. */
export interface SeriesState {
  readonly plan: Plan;
  /** In the order of their slots. */
  readonly occurrences: readonly Occurrence[];
}

/** A change of the times, the recurrence or the fields of several events. */
export interface SeriesEdit {
  readonly kind: 'edit';
  readonly scope: 'following' | 'all';
  /** The event that the caller has named. */
  readonly id: number;
  /** The plan afterwards; null where nothing repeats any more. */
  readonly plan: Plan | null;
  /** Whether the plan has another recurrence, so that events may get other slots. */
  readonly isNewPlan: boolean;
  /** Where the change moves a slot. */
  readonly move: (slot: string) => string;
  /** Whether it changes more than the plan: fields, links, the status. */
  readonly hasValues: boolean;
  /** Where it puts events; undefined where they stay in the trash or out of it. */
  readonly puts?: 'intoTrash' | 'outOfTrash' | undefined;
}

/** A deletion, or the return of one event from the trash. */
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

/** What becomes of one event. */
export type OccurrenceAction = { readonly id: number } & (
  | { readonly kind: 'keep' | 'erase' | 'restore' }
  | { readonly kind: 'trash'; readonly slot: string }
  /** Gets another slot, and is the same otherwise. */
  | { readonly kind: 'move'; readonly slot: string }
  /** Gets the values of the change, and the times that are planned for its slot or those that were sent for it. */
  | {
      readonly kind: 'update';
      readonly slot: string;
      readonly times: 'planned' | 'sent';
      /** Whether its date was excluded, so that it comes back from the trash. */
      readonly isReturning: boolean;
    }
  /** Is an event by itself from now on. */
  | { readonly kind: 'detach'; readonly also: 'update' | 'trash' | null }
);

export type Action =
  | OccurrenceAction
  /** Makes a series of its own of some events; all that follows is about that one. */
  | {
      readonly kind: 'split';
      readonly beginning: Plan;
      readonly rest: Plan;
      readonly ids: readonly number[];
    }
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'create'; readonly slot: string };

/** The starts at which a plan has events by now. */
export const slotsOf = (plan: Plan, nowUtc: string): string[] =>
  withoutExceptions(storedStarts(plan, nowUtc), plan);

const keep = ({ id }: Occurrence): OccurrenceAction => ({ kind: 'keep', id });

/** A plan with other exceptions, as an action; none where they are the same. */
function excluding(plan: Plan, exceptions: Iterable<string>): Action[] {
  const next: Plan = { ...plan, exceptions: [...exceptions].sort() };
  return isSamePlan(plan, next) ? [] : [{ kind: 'plan', plan: next }];
}

/** Deletes or restores one event: a date whose event is in the trash is excluded. */
function changeOne(
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
    ...excluding(plan, excluded),
  ];
}

/** Deletes the named event and those that follow the series; those that were changed by themselves stay. */
const remove = (occurrences: readonly Occurrence[], named: Occurrence, kind: Removal['kind']): Action[] =>
  occurrences.map((one): Action => {
    const { id, slot, isInTrash } = one;
    const isDeleted = id === named.id || !one.isChangedAlone;
    if (isDeleted && kind === 'erase') return { kind, id };
    if (isInTrash) return keep(one);
    return isDeleted ? { kind: 'trash', id, slot } : { kind: 'detach', id, also: null };
  });

/** Whether an event is one of the series and not in the trash, once its action was carried out. */
function isLiveAfter(
  one: Occurrence,
  action: OccurrenceAction,
  named: Occurrence,
  puts: SeriesEdit['puts'],
): boolean {
  if (action.kind === 'detach' || action.kind === 'erase' || action.kind === 'trash') return false;
  if (action.kind !== 'update') return !one.isInTrash;
  if (puts) return puts === 'outOfTrash';
  return action.isReturning ? !named.isInTrash : !one.isInTrash;
}

/**
 * The slots that events may have after a change, in order.
 * @param stored those at which the series has events by now
 * @param places those of the events, once they have been moved
 */
function openSlotsOf(
  next: Plan | null,
  stored: readonly string[],
  places: readonly string[],
  isNewPlan: boolean,
): Set<string> {
  if (!next || !isOpen(next)) return new Set(stored);
  // A series without an end that was moved ahead has events behind the day until which it is stored.
  const last = places.at(-1) ?? next.startLocal;
  const behind = isNewPlan ? plannedAmong(places, next) : plannedBehind(next, last);
  return new Set([...stored, ...withoutExceptions(behind, next)]);
}

/**
 * Changes events that follow the series, and in any case the named one. Events whose date is no longer planned get
 * open slots in order; those for which there is none go to the trash.
 */
function edit(
  present: Plan,
  occurrences: readonly Occurrence[],
  named: Occurrence,
  change: SeriesEdit,
  nowUtc: string,
): Action[] {
  const { plan, move, isNewPlan, hasValues, puts } = change;
  const excluded = new Set(plan?.exceptions);
  if (named.isInTrash && puts === 'outOfTrash') excluded.delete(move(named.slot));
  const next: Plan | null = plan && { ...plan, exceptions: [...excluded] };
  const wasExcluded = new Set(present.exceptions.map(move));
  const places = occurrences.map(({ slot }) => move(slot));
  const stored = next ? slotsOf(next, nowUtc) : [];
  const openSlots = openSlotsOf(next, stored, places, isNewPlan);
  const openExceptions = new Set(excluded);
  const isOtherTime = next !== null && !isSameTime(next, present);

  const place = (one: Occurrence, slot: string): OccurrenceAction =>
    slot === one.slot ? keep(one) : { kind: 'move', id: one.id, slot };
  const update = (one: Occurrence, slot: string): OccurrenceAction => {
    const isReturning = one.isInTrash && wasExcluded.has(slot) && !excluded.has(slot);
    const isOther = slot !== one.slot || isReturning || (isOtherTime && !one.isChangedAlone);
    if (!isOther && !hasValues && !isNewPlan) return keep(one);
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
  const isAlive = [...actions].some(([one, action]) => isLiveAfter(one, action, named, puts));
  return [
    ...occurrences.map((one) => actions.get(one) ?? keep(one)),
    ...(next && !isSamePlan(next, present) ? [{ kind: 'plan', plan: next } as const] : []),
    ...(isAlive ? stored : [])
      .filter((slot) => openSlots.has(slot))
      .map((slot) => ({ kind: 'create', slot }) as const),
  ];
}

/** Makes a series of its own of an event and those after it; null where nothing comes before it. */
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
 * The actions by which a change of a series is carried out (decisions/0098): one for each of its events, and before and
 * after these what becomes of the series. Carried out, the same change needs none but `keep`.
 * @param nowUtc the present, which says how far series without an end are stored
 * @throws Error when the named event is none of the series
 */
export function actionsOf(series: SeriesState, change: Change, nowUtc: string): Action[] {
  const named = series.occurrences.find(({ id }) => id === change.id);
  if (!named) throw new Error(`event ${change.id} is not one of the series`);
  if (change.scope === 'this') return changeOne(series, named, change.kind);
  const split = change.scope === 'following' ? splitAt(series, named) : null;
  const { plan, occurrences } = split ? { plan: split.rest, occurrences: split.later } : series;
  const actions =
    change.kind === 'edit'
      ? edit(plan, occurrences, named, change, nowUtc)
      : remove(occurrences, named, change.kind);
  if (!split) return actions;
  const { beginning, rest, earlier, later } = split;
  return [
    { kind: 'split', beginning, rest, ids: later.map(({ id }) => id) },
    ...earlier.map(keep),
    ...actions,
  ];
}

/** The parent of a series: the earliest of its events that is not in the trash. @param occurrences in any order */
export const parentOf = <O extends Pick<Occurrence, 'slot' | 'isInTrash'>>(
  occurrences: readonly O[],
): O | undefined =>
  occurrences
    .filter(({ isInTrash }) => !isInTrash)
    .reduce<O | undefined>((first, one) => (first && first.slot <= one.slot ? first : one), undefined);
