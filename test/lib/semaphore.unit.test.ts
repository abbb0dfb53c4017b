import { mock } from 'node:test';
import { type AcquireOptions, Semaphore } from '../../src/lib/semaphore.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

/** Lets everything run that waits only for its turn. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Acquires places, and logs each name when it gets a place or is refused. */
function waitingRoom(semaphore: Semaphore): {
  log: string[];
  ask(name: string, acquiring?: AcquireOptions): void;
} {
  const log: string[] = [];
  return {
    log,
    ask(name, acquiring) {
      semaphore.acquire(acquiring).then(
        () => log.push(name),
        (error: Error & { code?: string }) => log.push(`${name} ${error.code}`),
      );
    },
  };
}

test('waiting work runs in order', async () => {
  const semaphore = new Semaphore(1);
  const { log, ask } = waitingRoom(semaphore);
  for (const name of ['a', 'b', 'c']) ask(name);
  await settled();
  expect(log).toEqual(['a']);
  semaphore.release();
  semaphore.release();
  await settled();
  expect(log).toEqual(['a', 'b', 'c']);
});

test('never runs more at once than there are places', async () => {
  const semaphore = new Semaphore(3);
  let [now, most] = [0, 0];
  const work = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    await settled();
    now -= 1;
  };
  await Promise.all(Array.from({ length: 50 }, () => semaphore.run(work)));
  expect([most, now, semaphore.waiting]).toEqual([3, 0, 0]);
});

test('when the queue is full, further work is refused at once', async () => {
  const semaphore = new Semaphore(1, { maxQueue: 2 });
  const { log, ask } = waitingRoom(semaphore);
  for (const name of ['a', 'b', 'c', 'd']) ask(name);
  await settled();
  expect(log).toEqual(['a', 'd service_unavailable']);
  expect(semaphore.waiting).toBe(2);
});

test('work that waits too long is refused, and its place goes to others', async () => {
  const semaphore = new Semaphore(1, { maxWaitMs: 30 });
  const { log, ask } = waitingRoom(semaphore);
  ask('a');
  ask('b');
  await settled();
  mock.timers.tick(30);
  await settled();
  expect(log).toEqual(['a', 'b service_unavailable']);
  semaphore.release();
  expect(await semaphore.run(async () => 'done')).toBe('done');
});

test('failed work releases its place', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await semaphore.run(async () => 'done')).toBe('done');
});

describe('a client that disconnects', () => {
  test('stops waiting', async () => {
    const semaphore = new Semaphore(1);
    const gone = new AbortController();
    const { log, ask } = waitingRoom(semaphore);
    ask('a');
    ask('b', { signal: gone.signal });
    ask('c');
    await settled();
    gone.abort();
    semaphore.release();
    await settled();
    expect(log).toEqual(['a', 'b client_closed_request', 'c']);
    expect(semaphore.waiting).toBe(0);
  });

  test('has no effect afterwards', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.acquire({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'client_closed_request',
    });
    expect(await semaphore.run(async () => 'done')).toBe('done');
  });

  test('takes no place that becomes free at the same instant', async () => {
    const semaphore = new Semaphore(1);
    const gone = new AbortController();
    await semaphore.acquire();
    const waits = semaphore.acquire({ signal: gone.signal });
    semaphore.release();
    gone.abort();
    await waits;
    semaphore.release();
    expect(await semaphore.run(async () => 'done')).toBe('done');
  });
});
