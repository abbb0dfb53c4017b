import { mock } from 'node:test';
import { runJobs } from '../../src/lib/jobs.ts';

const MINUTE = 60_000;
/** Lets finished runs settle. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
afterEach(() => mock.timers.reset());

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    mock.timers.tick(500);
    await settle();
  }
}

test('each job runs at once, and again after its interval', async () => {
  const runs = { often: 0, seldom: 0 };
  const end = runJobs(
    [
      { name: 'often', intervalMs: 500, run: async () => void runs.often++ },
      { name: 'seldom', intervalMs: MINUTE, run: async () => void runs.seldom++ },
    ],
    () => {},
  );
  await settle();
  expect(runs).toEqual({ often: 1, seldom: 1 });
  await pass(2 * MINUTE);
  expect(runs).toEqual({ often: 241, seldom: 3 });
  await end();
  await pass(MINUTE);
  expect(runs.seldom).toBe(3);
});

test('a long run is not started again, delays no other job, and is awaited', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const runs = { long: 0, short: 0 };
  let wasOpen = true;
  const end = runJobs(
    [
      {
        name: 'long',
        intervalMs: 500,
        run: async (isOpen) => {
          runs.long++;
          await promise;
          wasOpen = isOpen();
        },
      },
      { name: 'short', intervalMs: 500, run: async () => void runs.short++ },
    ],
    () => {},
  );
  await settle();
  await pass(1_000);
  expect(runs).toEqual({ long: 1, short: 3 });
  let isEnded = false;
  const ended = end().then(() => {
    isEnded = true;
  });
  await settle();
  expect(isEnded).toBe(false);
  resolve();
  await ended;
  expect(wasOpen).toBe(false);
});

test('a failed job runs again, and warns once until it succeeds', async () => {
  const warnings: string[] = [];
  let [runs, fails] = [0, true];
  const run = async (): Promise<void> => {
    runs++;
    if (fails) throw new Error('the database is away');
  };
  const end = runJobs([{ name: 'sweep', intervalMs: 500, run }], (line) => warnings.push(line));
  await settle();
  await pass(1_000);
  expect([runs, warnings]).toEqual([3, ['The job "sweep" failed: the database is away']]);
  fails = false;
  await pass(500);
  fails = true;
  await pass(500);
  expect(warnings.length).toBe(2);
  await end();
});
