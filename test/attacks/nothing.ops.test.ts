import { pause } from '../support/eventually.ts';
import { during, expectUnharmed, startVictim, type Victim } from './victim.ts';

let victim: Victim;

beforeAll(async () => {
  victim = await startVictim();
});

afterAll(() => victim.stop());

test('what measures an attack sees no harm where there is none', async () => {
  const seen = await during(victim, () => pause(500));
  expect(seen.lists).toBeGreaterThan(1);
  await expectUnharmed(victim, seen);
});

test('and sees it where there is: a process that stands still', async () => {
  const seen = await during(victim, async () => {
    victim.kill('SIGSTOP');
    // Longer than the health check may take.
    await pause(7_000);
    victim.kill('SIGCONT');
  });
  expect(seen.list).toBeGreaterThan(5_000);
  await expect(expectUnharmed(victim, seen)).rejects.toThrow();
});
