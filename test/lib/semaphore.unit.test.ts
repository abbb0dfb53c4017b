import { mock } from 'node:test';
import { type Acquiring, Semaphore } from '../../src/lib/semaphore.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

/** Lets everything run that waits for nothing but its turn. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Acquires places, and notes under which name each was got, or refused. */
function waitingRoom(semaphore: Semaphore): {
  log: string[];
  ask(name: string, acquiring?: Acquiring): void;
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

test('who waits is served in order', async () => {
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

test('never more at once than there are places', async () => {
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

test('when enough wait, more are refused at once', async () => {
  const semaphore = new Semaphore(1, { queue: 2 });
  const { log, ask } = waitingRoom(semaphore);
  for (const name of ['a', 'b', 'c', 'd']) ask(name);
  await settled();
  expect(log).toEqual(['a', 'd service_unavailable']);
  expect(semaphore.waiting).toBe(2);
});

test('who waits too long is refused, and the place goes to others', async () => {
  const semaphore = new Semaphore(1, { wait: 30 });
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

test('work that fails gives its place back', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await semaphore.run(async () => 'done')).toBe('done');
});

describe('a client that disconnects', () => {
  test('gives up its wait', async () => {
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

  test('waits for nothing at all afterwards', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.acquire({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'client_closed_request',
    });
    expect(await semaphore.run(async () => 'done')).toBe('done');
  });

  test('takes no place when that becomes free at the same moment', async () => {
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
