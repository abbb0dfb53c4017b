import { Lanes } from '../../src/platform/postgres/lanes.ts';

/** One of the statements that run at the moment. */
interface Running {
  readonly name: string;
  end(): void;
}

const LIMITS = { wait: 1_000, statement: 1_000 };
/** Of ten connections lists have four, counts three, and what is long two. */
const POOL = 10;

let lanes: Lanes;
let running: Running[];

beforeEach(() => {
  lanes = new Lanes(POOL, LIMITS);
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
    lane = 'lists',
    isLong = false,
  }: { times?: number; lane?: 'lists' | 'counts'; isLong?: boolean } = {},
): void {
  for (let at = 0; at < times; at++) {
    const work = (): Promise<void> =>
      new Promise((resolve) => {
        running.push({ name, end: resolve });
      });
    lanes
      .of(client)
      .take(lane, work, { isLong })
      // Who still waits when a test ends.
      .catch(() => {});
  }
}

async function endOne(name: string): Promise<void> {
  const at = names().indexOf(name);
  running.splice(at, 1)[0]?.end();
  await settled();
}

test('what takes long leaves half of the places to what does not', async () => {
  send('stranger', 'long', { times: 40, isLong: true });
  send('stranger', 'long count', { times: 40, lane: 'counts', isLong: true });
  await settled();
  expect(names()).toEqual(['long', 'long']);
  send('visitor', 'list');
  send('visitor', 'count', { lane: 'counts' });
  await settled();
  expect(names()).toEqual(['long', 'long', 'list', 'count']);
});

test('the plain lists of one client stand in front of nobody: somebody else is next', async () => {
  send('stranger', 'flood', { times: 40 });
  send('visitor', 'list');
  await settled();
  expect(names()).toEqual(Array(4).fill('flood'));
  await endOne('flood');
  expect(names()).toEqual([...Array(3).fill('flood'), 'list']);
});

test('so do long ones among those that are long', async () => {
  send('stranger', 'flood', { times: 40, isLong: true });
  send('visitor', 'search', { isLong: true });
  await settled();
  await endOne('flood');
  expect(names()).toEqual(['flood', 'search']);
});

test('who floods is refused, and nobody else', async () => {
  const nothing = () => new Promise<never>(() => {});
  const refused = (client: string): Promise<unknown> =>
    Promise.race([
      lanes
        .of(client)
        .take('lists', nothing)
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

test('writes are in turn by client too', async () => {
  for (let at = 0; at < 4; at++) await lanes.writes.acquire({ client: 'stranger' });
  let served = '';
  const wait = (client: string): void => {
    Promise.resolve(lanes.writes.acquire({ client })).then(
      () => {
        served += `${client} `;
      },
      () => {},
    );
  };
  for (const client of ['stranger', 'stranger', 'visitor']) wait(client);
  for (let at = 0; at < 2; at++) lanes.writes.release({ client: 'stranger' });
  await settled();
  expect(served).toBe('visitor stranger ');
});
