import fc from 'fast-check';
import {
  actionsOf,
  filterPlanned,
  type Occurrence,
  parentOf,
  type SeriesState,
  storedSlots,
} from '../../src/domain/series/index.ts';
import { anyCase, anySeries, COURSE, carriedOut, editAgain, editOf, NOW, seriesOf } from './actions.model.ts';

const isLive = ({ isInTrash }: Occurrence): boolean => !isInTrash;
const slots = ({ occurrences }: SeriesState): string[] => occurrences.map(({ slot }) => slot);
const summary = (state: SeriesState, change: Parameters<typeof actionsOf>[1]): string[] =>
  actionsOf(state, change, NOW).map((action) =>
    [
      action.kind,
      'id' in action && action.id,
      'slot' in action && action.slot.slice(5, 16),
      'also' in action && action.also,
    ]
      .filter((part) => part !== false && part !== null)
      .join(' '),
  );

test('each event has exactly one action, and new events have distinct dates', () => {
  fc.assert(
    fc.property(anyCase, ([state, change]) => {
      const actions = actionsOf(state, change, NOW);
      const ids = actions.flatMap((action) => ('id' in action ? [action.id] : []));
      expect(ids.toSorted((one, other) => one - other)).toEqual(
        state.occurrences.map(({ id }) => id).toSorted((one, other) => one - other),
      );
      const { series, beginning } = carriedOut(state, change, actions);
      for (const part of [series, beginning].filter((one) => one !== null))
        expect(new Set(slots(part)).size).toBe(part.occurrences.length);
    }),
  );
});

test('afterwards events have the planned dates, and a series with events lacks none', () => {
  fc.assert(
    fc.property(anyCase, ([state, change]) => {
      const { series, beginning } = carriedOut(state, change, actionsOf(state, change, NOW));
      for (const part of [series, beginning].filter((one) => one !== null)) {
        const planned = new Set(filterPlanned(slots(part), part.plan));
        const excluded = new Set(part.plan.exceptions);
        for (const one of part.occurrences.filter(isLive)) {
          expect(planned).toContain(one.slot);
          expect(excluded).not.toContain(one.slot);
        }
      }
      if (change.kind === 'edit' && series.occurrences.some(isLive))
        expect(slots(series)).toEqual(expect.arrayContaining(storedSlots(series.plan, NOW)));
    }),
  );
});

test('events before the named one stay unchanged with the scope `following`', () => {
  fc.assert(
    fc.property(anyCase, ([state, change]) => {
      fc.pre(change.scope === 'following');
      const actions = actionsOf(state, change, NOW);
      const { beginning } = carriedOut(state, change, actions);
      const at = state.occurrences.find(({ id }) => id === change.id)?.slot ?? '';
      const earlier = state.occurrences.filter(({ slot }) => slot < at);
      expect(beginning?.occurrences ?? []).toEqual(earlier);
      for (const one of earlier) expect(actions).toContainEqual({ kind: 'keep', id: one.id });
    }),
  );
});

test('no event is lost: each is in a series, standalone, or erased as requested', () => {
  fc.assert(
    fc.property(anyCase, ([state, change]) => {
      const { series, beginning, alone, erased } = carriedOut(state, change, actionsOf(state, change, NOW));
      const found = [series, beginning].flatMap((part) => part?.occurrences ?? []);
      const ids = [...found, ...alone].map(({ id }) => id);
      for (const { id } of state.occurrences) expect([...ids, ...erased]).toContain(id);
      if (change.kind !== 'erase') expect(erased).toEqual([]);
    }),
  );
});

test('a change of times alone puts no event into the trash', () => {
  fc.assert(
    fc.property(
      anySeries,
      fc.nat(),
      fc.constantFrom('following', 'all'),
      fc.integer({ min: -400, max: 400 }),
      (state, at, scope, days) => {
        const index = at % state.occurrences.length;
        const change = editOf(state, index, { scope, seconds: days * 86_400, hasValues: true });
        const { series, alone } = carriedOut(state, change, actionsOf(state, change, NOW));
        expect(alone.filter(({ isChangedAlone }) => !isChangedAlone)).toEqual([]);
        for (const one of [...series.occurrences, ...alone]) {
          const before = state.occurrences.find(({ id }) => id === one.id);
          expect(one.isInTrash).toBe(before?.isInTrash ?? false);
        }
      },
    ),
  );
});

test('an event that was changed individually stays unless it is named or its date is excluded', () => {
  fc.assert(
    fc.property(anyCase, ([state, change]) => {
      const { plan } = change.kind === 'edit' ? change : { plan: state.plan };
      const move = change.kind === 'edit' ? change.move : (slot: string) => slot;
      for (const action of actionsOf(state, change, NOW)) {
        const one = 'id' in action ? state.occurrences.find(({ id }) => id === action.id) : undefined;
        if (!one?.isChangedAlone || one.id === change.id) continue;
        if (plan?.exceptions.includes(move(one.slot))) continue;
        expect(['keep', 'move', 'detach']).toContain(action.kind);
        if (action.kind === 'detach') expect(action.also).toBeNull();
      }
    }),
  );
});

test('repeating a change needs no action', () => {
  fc.assert(
    fc.property(anyCase, ([state, change]) => {
      const outcome = carriedOut(state, change, actionsOf(state, change, NOW));
      fc.pre(outcome.series.occurrences.some(({ id }) => id === change.id));
      const again = change.kind === 'edit' ? editAgain(change, outcome) : change;
      expect(actionsOf(outcome.series, again, NOW).filter(({ kind }) => kind !== 'keep')).toEqual([]);
    }),
  );
});

test('the parent is the earliest event outside the trash', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...seriesOf(COURSE).occurrences]),
      fc.nat({ max: 15 }),
      (some, trashed) => {
        const events = some.map((one) => ({ ...one, isInTrash: (trashed & (1 << one.id)) > 0 }));
        const live = events.filter(isLive).map(({ slot }) => slot);
        expect(parentOf(events)?.slot).toBe(live.sort()[0]);
      },
    ),
  );
});

describe('a weekly course of four', () => {
  const course = seriesOf(COURSE);

  test('the scope `following` starts a new series', () => {
    expect(summary(course, editOf(course, 2, { scope: 'following', hasValues: true }))).toEqual([
      'split',
      'keep 1',
      'keep 2',
      'update 3 04-01 18:00',
      'update 4 04-08 18:00',
    ]);
    const [split] = actionsOf(course, { kind: 'trash', scope: 'following', id: 3 }, NOW);
    expect(split).toMatchObject({
      beginning: { rule: 'FREQ=WEEKLY;COUNT=2', startLocal: '2031-03-18 18:00:00' },
      rest: { rule: 'FREQ=WEEKLY;COUNT=2', startLocal: '2031-04-01 18:00:00' },
      ids: [3, 4],
    });
  });

  test('the scope `following` of the first event changes all: nothing is split', () => {
    expect(summary(course, { kind: 'erase', scope: 'following', id: 1 })).toEqual([
      'erase 1',
      'erase 2',
      'erase 3',
      'erase 4',
    ]);
  });

  test('another rule moves events to free dates in order, and creates the others', () => {
    const recurrence = (plan: typeof COURSE) => ({ ...plan, rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=5' });
    expect(summary(course, editOf(course, 0, { scope: 'all', recurrence }))).toEqual([
      'update 1 03-18 18:00',
      'update 2 04-15 18:00',
      'update 3 04-01 18:00',
      'update 4 04-29 18:00',
      'plan',
      'create 05-13 18:00',
    ]);
  });

  test('fewer dates put the other events into the trash, as standalone events', () => {
    const recurrence = (plan: typeof COURSE) => ({ ...plan, rule: 'FREQ=WEEKLY;COUNT=3' });
    expect(summary(course, editOf(course, 0, { scope: 'all', recurrence }))).toEqual([
      'update 1 03-18 18:00',
      'update 2 03-25 18:00',
      'update 3 04-01 18:00',
      'detach 4 trash',
      'plan',
    ]);
  });

  test('trashing an event excludes its date; restoring it includes the date again', () => {
    expect(summary(course, { kind: 'trash', scope: 'this', id: 2 })).toEqual([
      'keep 1',
      'trash 2 03-25 18:00',
      'keep 3',
      'keep 4',
      'plan',
    ]);
    const excluded = seriesOf({ ...COURSE, exceptions: ['2031-03-25 18:00:00'] });
    expect(summary(excluded, { kind: 'trash', scope: 'this', id: 2 })).toEqual([
      'keep 1',
      'keep 2',
      'keep 3',
      'keep 4',
    ]);
    expect(actionsOf(excluded, { kind: 'restore', scope: 'this', id: 2 }, NOW).at(-1)).toEqual({
      kind: 'plan',
      plan: COURSE,
    });
  });

  test('events of one day that become all-day events are one date', () => {
    const dates = ['2031-03-18 18:00:00', '2031-03-20 10:00:00', '2031-03-20 15:00:00'];
    const state = seriesOf({ ...COURSE, rule: null, dates });
    const move = (slot: string): string => `${slot.slice(0, 10)} 00:00:00`;
    const plan = {
      ...state.plan,
      startLocal: move(COURSE.startLocal),
      allDay: true,
      duration: 86_399,
      dates: [...new Set(dates.map(move))],
    };
    const change = {
      kind: 'edit',
      scope: 'all',
      id: 1,
      plan,
      isNewPlan: false,
      move,
      hasValues: false,
    } as const;
    expect(summary(state, change)).toEqual([
      'update 1 03-18 00:00',
      'update 2 03-20 00:00',
      'detach 3 trash',
      'plan',
    ]);
  });

  test.each([
    [
      'an event of another series',
      course,
      { kind: 'trash', scope: 'all', id: 99 } as const,
      'event 99 is not',
    ],
    [
      'a series without events',
      { ...course, occurrences: [] },
      { kind: 'restore', scope: 'this', id: 1 } as const,
      'event 1 is not',
    ],
    [
      'an invalid rule',
      { ...course, plan: { ...COURSE, rule: 'FREQ=SOMETIMES' } },
      { kind: 'trash', scope: 'following', id: 2 } as const,
      'FREQ',
    ],
  ])('rejects %s', (_name, state, change, message) => {
    expect(() => actionsOf(state, change, NOW)).toThrow(message);
  });
});
