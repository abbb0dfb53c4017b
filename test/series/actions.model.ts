import fc from 'fast-check';
import {
  type Action,
  type Change,
  filterPlanned,
  isSamePlan,
  movedPlan,
  movedStart,
  type Occurrence,
  restOf,
  type SeriesEdit,
  type SeriesState,
  storedStarts,
} from '../../src/domain/series/index.ts';
import type { Plan } from '../../src/domain/series/series.record.ts';

/** Within the dates of the series below. */
export const NOW = '2031-04-05 12:00:00';

export const COURSE: Plan = {
  startLocal: '2031-03-18 18:00:00',
  timezone: 'Europe/Berlin',
  allDay: false,
  duration: 7_200,
  rule: 'FREQ=WEEKLY;COUNT=4',
  dates: [],
  exceptions: [],
};

/** A series as first stored: every planned date has an event. */
export const seriesOf = (plan: Plan): SeriesState => ({
  plan,
  occurrences: storedStarts(plan, NOW).map((slot, at) => ({
    id: at + 1,
    slot,
    isInTrash: plan.exceptions.includes(slot),
    isChangedAlone: false,
  })),
});

/** The result of a change. */
export interface Outcome {
  /** The series of the named event, or its changed part. */
  series: SeriesState;
  /** The series before the named event, if the change splits it. */
  beginning: SeriesState | null;
  /** Events that left the series. */
  alone: Occurrence[];
  erased: number[];
}

/** Applies actions as the database does. */
export function carriedOut(state: SeriesState, change: Change, actions: readonly Action[]): Outcome {
  const split = actions.find(({ kind }) => kind === 'split');
  const later = new Set(split?.kind === 'split' ? split.ids : state.occurrences.map(({ id }) => id));
  const named = state.occurrences.find(({ id }) => id === change.id);
  const trashMove = change.kind === 'edit' ? change.trashMove : undefined;
  let plan = split?.kind === 'split' ? split.rest : state.plan;
  let nextId = Math.max(...state.occurrences.map(({ id }) => id)) + 1;
  const occurrences = new Map(state.occurrences.map((one) => [one.id, one]));
  const alone: Occurrence[] = [];
  const erased: number[] = [];
  for (const action of actions) {
    if (action.kind === 'plan') plan = action.plan;
    if (action.kind === 'create') {
      const id = nextId++;
      occurrences.set(id, { id, slot: action.slot, isInTrash: false, isChangedAlone: false });
      later.add(id);
    }
    const one = 'id' in action ? occurrences.get(action.id) : undefined;
    if (!one) continue;
    if (action.kind === 'trash') occurrences.set(one.id, { ...one, slot: action.slot, isInTrash: true });
    if (action.kind === 'restore') occurrences.set(one.id, { ...one, isInTrash: false });
    if (action.kind === 'move') occurrences.set(one.id, { ...one, slot: action.slot });
    if (action.kind === 'update') {
      const same = action.isReturning ? named?.isInTrash === true : one.isInTrash;
      const isInTrash = trashMove ? trashMove === 'intoTrash' : same;
      occurrences.set(one.id, { ...one, slot: action.slot, isInTrash });
    }
    if (action.kind === 'erase' || action.kind === 'detach') occurrences.delete(one.id);
    if (action.kind === 'erase') erased.push(one.id);
    if (action.kind === 'detach') alone.push({ ...one, isInTrash: one.isInTrash || action.also === 'trash' });
  }
  const sorted = [...occurrences.values()].sort((one, other) => (one.slot < other.slot ? -1 : 1));
  return {
    series: { plan, occurrences: sorted.filter(({ id }) => later.has(id)) },
    beginning:
      split?.kind === 'split'
        ? { plan: split.beginning, occurrences: sorted.filter(({ id }) => !later.has(id)) }
        : null,
    alone,
    erased,
  };
}

const anyRule = fc.record({
  freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
  interval: fc.integer({ min: 1, max: 3 }),
  count: fc.integer({ min: 1, max: 12 }),
});
const textOf = ({ freq, interval, count }: { freq: string; interval: number; count: number }): string =>
  `FREQ=${freq};${interval > 1 ? `INTERVAL=${interval};` : ''}COUNT=${count}`;

const anyPlan: fc.Arbitrary<Plan> = fc.oneof(
  anyRule.map((rule) => ({ ...COURSE, rule: textOf(rule) })),
  fc.constant({ ...COURSE, rule: 'FREQ=MONTHLY' }),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 10 })
    .map((offsets) => [0, ...offsets].sort((one, other) => one - other))
    .map((offsets) => ({
      ...COURSE,
      rule: null,
      dates: offsets.map((offset) => movedStart(COURSE.startLocal, offset * 86_400, false)),
    })),
);

/** A series with events that were changed individually, trashed and erased; at least one is as planned. */
export const anySeries: fc.Arbitrary<SeriesState> = anyPlan.chain((plan) => {
  const { occurrences } = seriesOf(plan);
  const states = fc.array(fc.constantFrom('planned', 'planned', 'changed', 'trashed', 'erased'), {
    minLength: occurrences.length,
    maxLength: occurrences.length,
  });
  return fc.tuple(states, fc.nat({ max: occurrences.length - 1 })).map(([drawn, whole]) => {
    const stateAt = (at: number) => (at === whole ? 'planned' : drawn[at]);
    const isExcluded = (at: number) => stateAt(at) === 'trashed' || stateAt(at) === 'erased';
    return {
      plan: { ...plan, exceptions: occurrences.flatMap(({ slot }, at) => (isExcluded(at) ? [slot] : [])) },
      occurrences: occurrences.flatMap((one, at) =>
        stateAt(at) === 'erased'
          ? []
          : [{ ...one, isInTrash: stateAt(at) === 'trashed', isChangedAlone: stateAt(at) === 'changed' }],
      ),
    };
  });
});

/** An edit as the service reads it from an input. */
export function editOf(
  { plan, occurrences }: SeriesState,
  at: number,
  {
    scope,
    seconds = 0,
    duration = plan.duration,
    ...fields
  }: Partial<SeriesEdit> & {
    scope: SeriesEdit['scope'];
    seconds?: number;
    duration?: number;
    recurrence?: (moved: Plan) => Plan | null;
  },
): SeriesEdit {
  const { recurrence = (moved) => moved, hasValues = false, trashMove } = fields;
  const { id, slot } = occurrences[at] ?? { id: 0, slot: plan.startLocal };
  const from = scope === 'following' ? restOf(plan, slot) : plan;
  const move = (start: string): string => movedStart(start, seconds, false);
  const moved = movedPlan(from, { ...from, startLocal: move(from.startLocal), duration });
  const next = recurrence(moved);
  const isNewPlan = next === null || !isSamePlan(next, moved);
  return { kind: 'edit', scope, id, plan: next, isNewPlan, move, hasValues, trashMove };
}

/** The same edit after its application. */
export const editAgain = (edit: SeriesEdit, { series }: Outcome): SeriesEdit => ({
  ...edit,
  plan: series.plan,
  isNewPlan: false,
  move: (slot) => slot,
  hasValues: false,
});

export const anyChange = (state: SeriesState): fc.Arbitrary<Change> => {
  const at = fc.nat({ max: state.occurrences.length - 1 });
  const scope = fc.constantFrom('following', 'all');
  const removal = fc
    .tuple(at, fc.constantFrom('this', 'following', 'all'), fc.constantFrom('trash', 'erase'))
    .map(([index, how, kind]): Change => ({ kind, scope: how, id: state.occurrences[index]?.id ?? 0 }));
  const restoration = at.map(
    (index): Change => ({ kind: 'restore', scope: 'this', id: state.occurrences[index]?.id ?? 0 }),
  );
  const recurrence = fc.oneof(
    anyRule.map((rule) => (moved: Plan): Plan => {
      const plan = { ...moved, rule: textOf(rule), dates: [] };
      return { ...plan, exceptions: filterPlanned(moved.exceptions, plan) };
    }),
    fc.nat({ max: 5 }).map(
      (most) =>
        (moved: Plan): Plan => ({
          ...moved,
          exceptions: storedStarts(moved, NOW).slice(0, -1).slice(0, most),
        }),
    ),
    fc.constant((): null => null),
    fc.constant((moved: Plan): Plan => moved),
  );
  const edit = fc
    .record({
      at,
      scope,
      recurrence,
      seconds: fc.constantFrom(0, 0, 3_600, -1_800, 7 * 86_400),
      duration: fc.constantFrom(7_200, 7_200, 3_600),
      hasValues: fc.boolean(),
    })
    .map(({ at: index, ...fields }): Change => editOf(state, index, fields));
  const status = fc
    .record({ at, scope, trashMove: fc.constantFrom('intoTrash', 'outOfTrash') })
    .map(({ at: index, ...fields }): Change => editOf(state, index, { ...fields, hasValues: true }));
  return fc.oneof(removal, restoration, status, { weight: 4, arbitrary: edit });
};

export const anyCase = anySeries.chain((state) => fc.tuple(fc.constant(state), anyChange(state)));
