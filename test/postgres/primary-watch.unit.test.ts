import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { PrimaryAway, PrimaryWatch } from '../../src/platform/postgres/primary-watch.ts';

/** When a primary counts as away, by ticks that the test makes. */
let tick: (ms: number) => Promise<void>;
let watch: PrimaryWatch;
beforeEach(() => {
  mock.timers.enable({ apis: ['setInterval'] });
  tick = async (ms) => {
    for (let passed = 0; passed < ms; passed += 50) {
      mock.timers.tick(50);
      await turn();
    }
  };
});
afterEach(() => {
  watch.close();
  mock.timers.reset();
});

const never = (): Promise<never> => new Promise(() => {});
/** @returns whether it went away, and came back, in this order */
function begin(ask: () => Promise<unknown>): boolean[] {
  watch = new PrimaryWatch(ask);
  const changes: boolean[] = [];
  watch.onChange((isAway) => changes.push(isAway));
  return changes;
}

test('after 0.8 s without any answer it is away, and there again with the next one', async () => {
  const changes = begin(never);
  await tick(750);
  expect([watch.isAway, changes]).toEqual([false, []]);
  await tick(50);
  expect([watch.isAway, changes]).toEqual([true, [true]]);
  await tick(60_000);
  const before = performance.now();
  expect(watch.lastAwayAt).toBeGreaterThanOrEqual(before);
  watch.answered();
  const [endedAt] = [watch.lastAwayAt];
  expect([watch.isAway, watch.awaySince, changes]).toEqual([false, undefined, [true, false]]);
  expect(endedAt).toBeLessThanOrEqual(performance.now());
});

test('while all others are silent it is asked by one more connection, and is there if that answers', async () => {
  let asked = 0;
  const changes = begin(async () => {
    asked += 1;
    watch.answered();
  });
  await tick(350);
  expect(asked).toBe(0);
  await tick(10_000);
  expect(asked).toBeGreaterThan(10);
  expect(changes).toEqual([]);
});

test('a process that was blocked itself has not waited: the answer is there before it can read it', async () => {
  const changes = begin(never);
  await tick(100);
  // Its clock goes on meanwhile, and of all ticks that it has missed it gets one.
  const clocks = [performance, Date].map((clock) => {
    const now = clock.now.bind(clock);
    return mock.method(clock, 'now', () => now() + 60_000);
  });
  await tick(100);
  for (const clock of clocks) clock.mock.restore();
  watch.answered();
  expect(changes).toEqual([]);
});

test('work at the primary is given up when it goes away; what is begun afterwards is not', async () => {
  begin(never);
  const refused = expect(watch.unlessAway(never(), () => true)).rejects.toBeInstanceOf(PrimaryAway);
  await expect(watch.unlessAway(Promise.resolve(1), () => true)).resolves.toBe(1);
  await expect(watch.unlessAway(Promise.reject(new Error('wrong')), () => true)).rejects.toThrow('wrong');
  await tick(800);
  await refused;
  await expect(watch.unlessAway(Promise.resolve(2), () => true)).resolves.toBe(2);
});

test('whoever has lost a connection learns at once whether there is another one', async () => {
  let answers = true;
  begin(async () => {
    if (!answers) throw new Error('refused');
    watch.answered();
  });
  await watch.decided();
  expect(watch.isAway).toBe(false);
  answers = false;
  const decided = watch.decided();
  await tick(800);
  await decided;
  expect(watch.isAway).toBe(true);
});
