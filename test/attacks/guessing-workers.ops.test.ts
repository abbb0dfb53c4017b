import { Agent, request } from 'node:http';
import { basic } from '../support/service.ts';
import { startVictim, type Victim } from './victim.ts';

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim({
    env: { WORKERS: '2', DATABASE_POOL_SIZE: '4', DEMO_DATA: 'false', RATE_LIMIT: '60/h' },
  });
});
afterAll(() => victim.stop());

/** A request on a connection of its own, so that the workers take turns. @returns how long it took */
const login = (password: string, wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const agent = new Agent();
    const sent = request(`${victim.rest}/events`, { agent, headers: basic('admin', password) }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === wanted) resolve(performance.now() - start);
        else reject(new Error(`answered ${answer.statusCode}`));
      });
    });
    sent.on('error', reject).end();
  });

test('wrong answers of all workers count together, right logins wait in none', async () => {
  for (let n = 0; n < 10; n++) await login('wrong', 401);
  let waited = 0;
  // Counted apart, each worker would have given five answers so far, and would wait with the eleventh of its
  // own.
  for (let n = 1; n <= 6; n++) {
    const took = await login('wrong', 401);
    expect(took).toBeGreaterThan(n * 100 - 5);
    waited += took;
  }
  expect(waited).toBeGreaterThan(2_000);
  for (let n = 0; n < 6; n++) expect(await login('abcd EFGH 1234 ijkl MNOP 5678', 200)).toBeLessThan(900);
});

test('so do requests: no worker answers more than is left for all', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 80; n++) {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(`${victim.rest}/events`, { agent: new Agent() }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      sent.on('error', reject).end();
    });
    statuses.push(status);
  }
  const answered = statuses.filter((status) => status === 200).length;
  // What the logins above took of the address is gone.
  expect(answered).toBeGreaterThan(30);
  expect(answered).toBeLessThan(60);
  expect(statuses.slice(answered)).toEqual(statuses.slice(answered).map(() => 429));
});
