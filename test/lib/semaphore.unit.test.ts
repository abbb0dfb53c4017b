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
    ask(name, acquiring = { client: name.charAt(0) }) {
      Promise.resolve(semaphore.acquire(acquiring)).then(
        () => log.push(name),
        (error: Error & { code?: string }) => log.push(`${name} ${error.code}`),
      );
    },
  };
}

/** Releases places, one after the other, each by the client that got it. */
async function releaseAll(semaphore: Semaphore, log: readonly string[], times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    semaphore.release({ client: log[at]?.charAt(0) ?? '' });
    await settled();
  }
}

test('clients that wait are served in turn, each in the order of its requests', async () => {
  const semaphore = new Semaphore(1);
  const { log, ask } = waitingRoom(semaphore);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) ask(name);
  await settled();
  await releaseAll(semaphore, log, 6);
  expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a free place goes to the client that has the fewest', async () => {
  const semaphore = new Semaphore(3);
  const { log, ask } = waitingRoom(semaphore);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) ask(name);
  await settled();
  // b has none, then as many as a: they are in turn.
  await releaseAll(semaphore, log, 3);
  expect(log.slice(0, 6)).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2']);
});

test('never more have a place than there are', async () => {
  const semaphore = new Semaphore(3);
  let [now, most] = [0, 0];
  const work = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    await settled();
    now -= 1;
  };
  await Promise.all(Array.from({ length: 50 }, (_, at) => semaphore.run(work, { client: `c${at % 4}` })));
  expect([most, now, semaphore.waiting]).toEqual([3, 0, 0]);
});

test('one client has no more than its part, and others get the rest at once', async () => {
  const semaphore = new Semaphore(4, { perClient: 2 });
  const { log, ask } = waitingRoom(semaphore);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) ask(name);
  await settled();
  expect(log).toEqual(['a1', 'a2', 'b1', 'b2']);
  semaphore.release({ client: 'b' });
  await settled();
  // The free place is nobody's who has his part already.
  expect(log).toHaveLength(4);
  semaphore.release({ client: 'a' });
  await settled();
  expect(log.at(-1)).toBe('a3');
});

test('who needs many places is not passed for ever by those who need few', async () => {
  const semaphore = new Semaphore(4);
  const { log, ask } = waitingRoom(semaphore);
  ask('small 1', { client: 's', weight: 3 });
  ask('large', { client: 'l', weight: 4 });
  ask('small 2', { client: 's', weight: 1 });
  await settled();
  expect(log).toEqual(['small 1']);
  semaphore.release({ client: 's', weight: 3 });
  await settled();
  expect(log).toEqual(['small 1', 'large']);
});

test('the queue of one client is bounded, and others still have room', async () => {
  const semaphore = new Semaphore(1, { queue: 10, queuePerClient: 3 });
  const { log, ask } = waitingRoom(semaphore);
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'b1']) ask(name);
  await settled();
  expect(log).toEqual(['a0', 'a4 service_unavailable']);
  expect(semaphore.waiting).toBe(4);
});

test('when the whole queue is full, who has most in it loses the last', async () => {
  const semaphore = new Semaphore(1, { queue: 4 });
  const { log, ask } = waitingRoom(semaphore);
  for (const name of ['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'a4', 'c1']) ask(name);
  await settled();
  // At last both have two waiting; the first of them makes room for c.
  expect([...log].sort()).toEqual([
    'a0',
    'a2 service_unavailable',
    'a3 service_unavailable',
    'a4 service_unavailable',
  ]);
  expect(semaphore.waiting).toBe(4);
});

describe('a place is free again after', () => {
  const semaphore = new Semaphore(1, { wait: 30 });
  const isFree = (): boolean => {
    const waits = semaphore.acquire();
    if (waits) {
      waits.catch(() => {});
      return false;
    }
    semaphore.release();
    return true;
  };

  test('work that was done', async () => {
    expect(await semaphore.run(async () => 'done')).toBe('done');
    expect(isFree()).toBe(true);
  });

  test('work that failed', async () => {
    await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(isFree()).toBe(true);
  });

  test('one who waited has gone', async () => {
    await semaphore.acquire();
    const gone = new AbortController();
    const waits = semaphore.acquire({ signal: gone.signal });
    gone.abort();
    await expect(waits).rejects.toMatchObject({ code: 'client_closed_request' });
    expect(semaphore.waiting).toBe(0);
    semaphore.release();
    expect(isFree()).toBe(true);
  });

  test('one who waited too long was refused', async () => {
    await semaphore.acquire();
    const refused = expect(semaphore.acquire()).rejects.toMatchObject({
      code: 'service_unavailable',
      status: 503,
    });
    mock.timers.tick(29);
    expect(semaphore.waiting).toBe(1);
    mock.timers.tick(1);
    await refused;
    expect(semaphore.waiting).toBe(0);
    semaphore.release();
    expect(isFree()).toBe(true);
  });

  test('one who is refused although he has gone already', async () => {
    await expect(semaphore.acquire({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'client_closed_request',
    });
    expect(isFree()).toBe(true);
  });
});

test('who gets a place in time is not refused later, and does not listen to its signal any more', async () => {
  const semaphore = new Semaphore(1, { wait: 20 });
  const gone = new AbortController();
  await semaphore.acquire();
  const waits = semaphore.acquire({ signal: gone.signal });
  semaphore.release();
  await waits;
  mock.timers.tick(40);
  gone.abort();
  expect(semaphore.waiting).toBe(0);
  const next = semaphore.acquire();
  expect(next).toBeInstanceOf(Promise);
  semaphore.release();
  await next;
});

test('when one who needs many gives up, those behind go on', async () => {
  const semaphore = new Semaphore(2);
  const { log, ask } = waitingRoom(semaphore);
  const gone = new AbortController();
  ask('first', { client: 'f' });
  ask('large', { client: 'l', weight: 2, signal: gone.signal });
  ask('second', { client: 's' });
  await settled();
  expect(log).toEqual(['first']);
  gone.abort();
  await settled();
  expect(log).toEqual(['first', 'large client_closed_request', 'second']);
});

test('it says for a while that somebody had to wait', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.run(async () => {});
  expect(semaphore.hasWaited(Number.POSITIVE_INFINITY)).toBe(false);
  await Promise.all([semaphore.run(async () => {}), semaphore.run(async () => {})]);
  expect(semaphore.waiting).toBe(0);
  expect(semaphore.hasWaited(Number.POSITIVE_INFINITY)).toBe(true);
  expect(semaphore.hasWaited(0)).toBe(false);
});
