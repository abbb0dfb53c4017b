import {
  createLoginThrottle,
  type LoginThrottleOptions,
} from '../../src/domain/authentication/login-throttle.ts';
import { openCounter } from '../../src/platform/cache/counter.ts';
import { eventually } from '../support/eventually.ts';

type Line = Record<string, unknown>;

/** A throttle whose responses wait until released. */
function guessing(options: Partial<LoginThrottleOptions> = {}) {
  const lines: Line[] = [];
  const waits: number[] = [];
  const { promise: over, resolve: letGo } = Promise.withResolvers<void>();
  const wrong = createLoginThrottle({
    delayMs: 1_000,
    log: { warn: (fields) => lines.push({ ...fields }) },
    wait: async (ms) => {
      waits.push(ms);
      await over;
    },
    ...options,
  });
  return { wrong, lines, waits, letGo };
}

const times = async (count: number, answer: () => Promise<void>): Promise<void> => {
  for (let n = 0; n < count; n++) await answer();
};

test('ten failed logins are quick, the next ones wait longer and longer, up to one second', async () => {
  const { wrong, waits, letGo } = guessing();
  await times(10, () => wrong('192.0.2.1', 'ada'));
  expect(waits).toEqual([]);
  letGo();
  await times(12, () => wrong('192.0.2.1', 'ada'));
  expect(waits).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_000, 1_000]);
});

test.each<[what: string, address: (n: number) => string, login: (n: number) => string | undefined]>([
  ['one login from many addresses', (n) => `192.0.2.${n}`, () => 'ada'],
  ['one login in several spellings', (n) => `192.0.2.${n}`, (n) => (n % 2 ? 'ADA' : 'ada')],
  ['many logins from one address', () => '192.0.2.1', (n) => `user-${n}`],
  ['many logins from one network', (n) => `2001:db8::${n}`, (n) => `user-${n}`],
  ['unreadable credentials, from one address', () => '192.0.2.1', () => undefined],
])('%s: slowed down', async (_what, address, login) => {
  const { wrong, waits, letGo } = guessing();
  for (let n = 0; n < 10; n++) await wrong(address(n), login(n));
  expect(waits).toEqual([]);
  letGo();
  await wrong(address(10), login(10));
  expect(waits).toEqual([100]);
});

test('other logins from elsewhere are not slowed down, and nothing is if throttling is off', async () => {
  const { wrong, waits } = guessing();
  await times(10, () => wrong('192.0.2.1', 'ada'));
  await wrong('192.0.2.2', 'bob');
  await wrong('2001:db8::1', undefined);
  const off = guessing({ delayMs: 0 });
  await times(31, () => off.wrong('192.0.2.1', 'ada'));
  expect([waits, off.waits, off.lines]).toEqual([[], [], []]);
});

test('five hundred logins wait, further ones are served at once, and later ones wait again', async () => {
  let damped = 0;
  const { wrong, waits, letGo } = guessing({ delayMs: 600, onThrottled: () => (damped += 1) });
  await times(10, () => wrong('192.0.2.1', 'ada'));
  let answered = 0;
  const answers = Array.from({ length: 700 }, () => wrong('192.0.2.1', 'ada').then(() => (answered += 1)));
  await eventually('the others are answered', () => answered === 200 && waits.length === 500);
  expect(damped).toBe(500);
  letGo();
  await Promise.all(answers);
  await wrong('192.0.2.1', 'ada');
  expect(waits.length).toBe(501);
});

test('logs login, address and counts: the first, tenth and hundredth failure, and the number of unlogged ones', async () => {
  const { wrong, lines, letGo } = guessing();
  letGo();
  await times(101, () => wrong('192.0.2.1', 'ada'));
  expect(lines).toEqual([
    { login: 'ada', address: '192.0.2.1', forLogin: 1, forAddress: 1 },
    { login: 'ada', address: '192.0.2.1', forLogin: 10, forAddress: 10, unsaid: 8 },
    { login: 'ada', address: '192.0.2.1', forLogin: 100, forAddress: 100, unsaid: 89 },
  ]);
});

test('many or long logins do not flood the log', async () => {
  const { wrong, lines, letGo } = guessing();
  letGo();
  for (let n = 0; n < 500; n++) await wrong(`192.0.${n >> 8}.${n & 255}`, `${n}-${'x'.repeat(10_000)}`);
  expect(lines).toHaveLength(30);
  expect(JSON.stringify(lines).length).toBeLessThan(30 * 300);
});

test('counters drop the least recently seen key: there are at most 20,000', async () => {
  const count = await openCounter('test', 60);
  expect((await count('first')).count).toBe(1);
  expect((await count('first')).count).toBe(2);
  for (let n = 0; n < 19_999; n++) await count(`key ${n}`);
  expect((await count('first')).count).toBe(3);
  for (let n = 0; n < 20_000; n++) await count(`other ${n}`);
  expect((await count('first')).count).toBe(1);
});
