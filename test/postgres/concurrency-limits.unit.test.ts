import { ConcurrencyLimits } from '../../src/platform/postgres/concurrency-limits.ts';

/** One of the statements that run at the moment. */
interface Running {
  readonly name: string;
  end(): void;
}

const LIMITS = { wait: 1_000, statement: 1_000 };
/** Of ten connections lists have four, counts three, and slow reads two. */
const POOL = 10;

let limits: ConcurrencyLimits;
let running: Running[];

beforeEach(() => {
  limits = new ConcurrencyLimits(POOL, LIMITS);
  running = [];
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const names = (): string[] => running.map(({ name }) => name);

/** Sends statements of a client, each of which runs until it is ended. */
function send(
  client: string,
  name: string,
  {
    times = 1,
    kind = 'lists',
    isSlow = false,
  }: { times?: number; kind?: 'lists' | 'counts'; isSlow?: boolean } = {},
): void {
  for (let at = 0; at < times; at++) {
    const work = (): Promise<void> =>
      new Promise((resolve) => {
        running.push({ name, end: resolve });
      });
    limits
      .forClient(client)
      .run(kind, work, { isSlow })
      // Some still wait when a test ends.
      .catch(() => {});
  }
}

async function endOne(name: string): Promise<void> {
  const at = names().indexOf(name);
  running.splice(at, 1)[0]?.end();
  await settled();
}

test('slow reads leave half of the places to others', async () => {
  send('stranger', 'slow', { times: 40, isSlow: true });
  send('stranger', 'slow count', { times: 40, kind: 'counts', isSlow: true });
  await settled();
  expect(names()).toEqual(['slow', 'slow']);
  send('visitor', 'list');
  send('visitor', 'count', { kind: 'counts' });
  await settled();
  expect(names()).toEqual(['slow', 'slow', 'list', 'count']);
});

test('the lists of one client delay nobody else: another client is next', async () => {
  send('stranger', 'flood', { times: 40 });
  send('visitor', 'list');
  await settled();
  expect(names()).toEqual(Array(4).fill('flood'));
  await endOne('flood');
  expect(names()).toEqual([...Array(3).fill('flood'), 'list']);
});

test('so do slow ones among those that are slow', async () => {
  send('stranger', 'flood', { times: 40, isSlow: true });
  send('visitor', 'search', { isSlow: true });
  await settled();
  await endOne('flood');
  expect(names()).toEqual(['flood', 'search']);
});

test('a client that floods is refused, and nobody else', async () => {
  const nothing = () => new Promise<never>(() => {});
  const refused = (client: string): Promise<unknown> =>
    Promise.race([
      limits
        .forClient(client)
        .run('lists', nothing)
        .catch((error: unknown) => error),
      settled(),
    ]);
  const flood = await Promise.all(Array.from({ length: 1_000 }, () => refused('stranger')));
  const refusals = flood.filter((one) => one !== undefined);
  expect(refusals).toHaveLength(1_000 - 4 - 250);
  expect(refusals[0]).toMatchObject({
    code: 'service_unavailable',
    status: 503,
    retryAfter: expect.any(Number),
  });
  expect(await refused('visitor')).toBeUndefined();
});

test('writes are fair between clients too', async () => {
  for (let at = 0; at < 4; at++) await limits.writes.acquire({ client: 'stranger' });
  let served = '';
  const wait = (client: string): void => {
    Promise.resolve(limits.writes.acquire({ client })).then(
      () => {
        served += `${client} `;
      },
      () => {},
    );
  };
  for (const client of ['stranger', 'stranger', 'visitor']) wait(client);
  for (let at = 0; at < 2; at++) limits.writes.release({ client: 'stranger' });
  await settled();
  expect(served).toBe('visitor stranger ');
});
