import { Agent, request } from 'node:http';
import { pause } from '../support/eventually.ts';
import { sampled } from '../support/sample.ts';
import { basic } from '../support/service.ts';
import { during, expectUnharmed, startVictim, type Victim } from './victim.ts';

const CONNECTIONS = 50;
const ATTACK_MS = 2_000;

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => victim.stop());

interface Guess {
  authorization: string;
  /** The apparent source address. */
  from?: string;
}

/** One request with its own agent; returns the status. */
const send = (url: string, agent: Agent, { authorization, from }: Guess, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization,
      ...(from && { 'x-forwarded-for': from }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });

/**
 * Guesses on many connections for a while.
 * @returns the number of responses, all of them 401
 */
async function hammer(url: string, guess: (n: number) => Guess, body?: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = performance.now() + ATTACK_MS;
  let guesses = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < end) expect(await send(url, agent, guess(guesses++), body)).toBe(401);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  agent.destroy();
  return guesses;
}

/**
 * The duration of a login with the right password from the network of the guesses: the median of several, because the
 * machine may be busy.
 */
async function rightLogin(from: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const took: number[] = [];
  for (let n = 0; n < 12; n++) {
    const start = performance.now();
    expect(await send(`${victim.rest}/events?status=draft&n=${n}`, agent, { ...victim.admin, from })).toBe(
      200,
    );
    took.push(performance.now() - start);
    // The pace of a working user.
    await pause(100);
  }
  agent.destroy();
  return took.toSorted((a, b) => a - b)[took.length >> 1] ?? Number.POSITIVE_INFINITY;
}

interface Attack {
  what: string;
  from: string;
  guess: (n: number) => Guess;
  /** As a GraphQL operation instead of a GET. */
  query?: string;
}

const ATTACKS: Attack[] = [
  {
    what: 'the administrator, from one address',
    from: '192.0.2.1',
    guess: (n) => ({ ...basic('admin', `guess ${n}`), from: '192.0.2.1' }),
  },
  {
    what: 'the administrator, from a new address each time',
    from: '192.0.2.2',
    guess: (n) => ({ ...basic('Admin', `guess ${n}`), from: `10.1.${n >> 8}.${n & 255}` }),
  },
  {
    what: 'a new login each time, from one address',
    from: '192.0.2.3',
    guess: (n) => ({ ...basic(`user-${n}`, 'Summer2026'), from: '192.0.2.3' }),
  },
  {
    what: 'new logins and addresses of one network',
    from: '2001:db8:3::9',
    guess: (n) => ({ ...basic(`u${n}`, 'x'), from: `2001:db8:3::${n.toString(16)}` }),
  },
  {
    what: 'malformed credentials',
    from: '192.0.2.4',
    guess: (n) => ({ authorization: `Basic ${'*'.repeat(n % 9)}`, from: '192.0.2.4' }),
  },
  {
    what: 'the administrator by GraphQL',
    from: '192.0.2.5',
    guess: (n) => ({ ...basic('admin', `guess ${n}`), from: '192.0.2.5' }),
    query: '{ viewer { id } }',
  },
];

const [FIRST, ...OTHERS] = ATTACKS;

// The log is searched for the first one.
test.each([FIRST, ...sampled('guesses', OTHERS, 1)].filter((attack) => attack !== undefined))(
  '$what: slows down guesses, but not correct logins',
  async ({ from, guess, query }) => {
    const url = query ? `${victim.url}/graphql` : `${victim.rest}/events/1`;
    let guesses = 0;
    let right = 0;
    const seen = await during(victim, async () => {
      [guesses, right] = await Promise.all([
        hammer(url, guess, query && JSON.stringify({ query })),
        rightLogin(from),
      ]);
    });
    // Each connection waits for up to a second; the first ones less.
    expect(guesses).toBeGreaterThan(CONNECTIONS);
    expect(guesses).toBeLessThan(CONNECTIONS * 4);
    // Throttled, each would take a second.
    expect(right).toBeLessThan(800);
    await expectUnharmed(victim, seen);
  },
);

test('the log reports the attack in a few lines', () => {
  const lines = victim.log
    .filter((line) => line.includes('wrong credentials'))
    .map((line) => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.length).toBeLessThan(100);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 40,
      login: 'admin',
      address: '192.0.2.1',
      forLogin: 10,
      forAddress: 10,
    }),
  );
  expect(victim.log.join()).not.toMatch(/guess \d|Summer/);
});

test('many logins from many addresses, each once: memory does not grow', async () => {
  let guesses = 0;
  const seen = await during(victim, async () => {
    guesses = await hammer(`${victim.rest}/events/1`, (n) => ({
      ...basic(`spray-${n}-${'x'.repeat(2_000)}`, 'x'),
      from: `10.${2 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`,
    }));
  });
  expect(guesses).toBeGreaterThan(100);
  await expectUnharmed(victim, seen);
});
