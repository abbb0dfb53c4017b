import {
  createLoginThrottle,
  type LoginThrottleOptions,
} from '../../src/domain/authentication/login-throttle.ts';
import { openCounter } from '../../src/platform/cache/counter.ts';

type Line = Record<string, unknown>;

function guessing(options: Partial<LoginThrottleOptions> = {}) {
  const lines: Line[] = [];
  const wrong = createLoginThrottle({
    delayMs: 1_000,
    log: { warn: (fields) => lines.push({ ...fields }) },
    ...options,
  });
  return { wrong, lines };
}

/** Whether a wrong answer waits: one that does not needs no timer. */
async function waits(answer: Promise<void>): Promise<boolean> {
  const late = new Promise<true>((resolve) => setImmediate(resolve, true));
  return Promise.race([answer.then(() => false), late]);
}

const times = async (count: number, answer: () => Promise<void>): Promise<void> => {
  for (let n = 0; n < count; n++) await answer();
};

test('ten wrong answers are quick, the next ones wait longer and longer, for a second at most', async () => {
  const { wrong } = guessing();
  await times(9, () => wrong('192.0.2.1', 'ada'));
  expect(await waits(wrong('192.0.2.1', 'ada'))).toBe(false);
  expect(await waits(wrong('192.0.2.1', 'ada'))).toBe(true);
  // Not awaited: they are counted at once.
  for (let n = 0; n < 40; n++) void wrong('192.0.2.1', 'ada');
  const start = performance.now();
  await wrong('192.0.2.1', 'ada');
  const took = performance.now() - start;
  expect(took).toBeGreaterThan(900);
  expect(took).toBeLessThan(3_000);
});

test.each<[what: string, address: (n: number) => string, login: (n: number) => string | undefined]>([
  ['one login from many addresses', (n) => `192.0.2.${n}`, () => 'ada'],
  ['one login in many ways of writing it', (n) => `192.0.2.${n}`, (n) => (n % 2 ? 'ADA' : 'ada')],
  ['many logins from one address', () => '192.0.2.1', (n) => `user-${n}`],
  ['many logins from one network', (n) => `2001:db8::${n}`, (n) => `user-${n}`],
  ['what cannot be read, from one address', () => '192.0.2.1', () => undefined],
])('%s: slowed down', async (_what, address, login) => {
  const { wrong } = guessing();
  for (let n = 0; n < 10; n++) await wrong(address(n), login(n));
  expect(await waits(wrong(address(10), login(10)))).toBe(true);
});

test('others are not: neither another login from elsewhere, nor anybody when it is switched off', async () => {
  const { wrong } = guessing();
  await times(10, () => wrong('192.0.2.1', 'ada'));
  expect(await waits(wrong('192.0.2.2', 'bob'))).toBe(false);
  expect(await waits(wrong('2001:db8::1', undefined))).toBe(false);
  const { wrong: off, lines } = guessing({ delayMs: 0 });
  await times(30, () => off('192.0.2.1', 'ada'));
  expect(await waits(off('192.0.2.1', 'ada'))).toBe(false);
  expect(lines).toEqual([]);
});

test('five hundred wait; more are answered at once, and later ones wait again', async () => {
  let damped = 0;
  const { wrong } = guessing({ delayMs: 600, onThrottled: () => (damped += 1) });
  await times(10, () => wrong('192.0.2.1', 'ada'));
  const answers = Array.from({ length: 700 }, () => wrong('192.0.2.1', 'ada'));
  const waiting = (await Promise.all(answers.map(waits))).filter(Boolean);
  expect(waiting).toHaveLength(500);
  expect(damped).toBe(500);
  await Promise.all(answers);
  expect(await waits(wrong('192.0.2.1', 'ada'))).toBe(true);
});

test('the log names login, address and counts: the first, the tenth, the hundredth, and what went without a line', async () => {
  const { wrong, lines } = guessing({ delayMs: 1 });
  await times(101, () => wrong('192.0.2.1', 'ada'));
  expect(lines).toEqual([
    { login: 'ada', address: '192.0.2.1', forLogin: 1, forAddress: 1 },
    { login: 'ada', address: '192.0.2.1', forLogin: 10, forAddress: 10, unsaid: 8 },
    { login: 'ada', address: '192.0.2.1', forLogin: 100, forAddress: 100, unsaid: 89 },
  ]);
});

test('it is not flooded by many logins, nor by long ones', async () => {
  const { wrong, lines } = guessing({ delayMs: 1 });
  for (let n = 0; n < 500; n++) await wrong(`192.0.${n >> 8}.${n & 255}`, `${n}-${'x'.repeat(10_000)}`);
  expect(lines).toHaveLength(30);
  expect(JSON.stringify(lines).length).toBeLessThan(30 * 300);
});

test('counters forget the key that was not seen for longest: there are never more than 20,000', async () => {
  const count = await openCounter('test', 60);
  expect((await count('first')).count).toBe(1);
  expect((await count('first')).count).toBe(2);
  for (let n = 0; n < 19_999; n++) await count(`key ${n}`);
  expect((await count('first')).count).toBe(3);
  for (let n = 0; n < 20_000; n++) await count(`other ${n}`);
  expect((await count('first')).count).toBe(1);
});
