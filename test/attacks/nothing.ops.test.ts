import { pause } from '../support/eventually.ts';
import { during, expectUnharmed, startVictim, type Victim } from './victim.ts';

let victim: Victim;

beforeAll(async () => {
  victim = await startVictim();
});

afterAll(() => victim.stop());

test('the attack measurement reports no harm for a healthy process', async () => {
  const seen = await during(victim, () => pause(500));
  expect(seen.lists).toBeGreaterThan(1);
  await expectUnharmed(victim, seen);
});

test('the attack measurement reports a stalled process', async () => {
  const seen = await during(victim, async () => {
    victim.kill('SIGSTOP');
    // Longer than the limit of the health check.
    await pause(7_000);
    victim.kill('SIGCONT');
  });
  expect(seen.list).toBeGreaterThan(5_000);
  await expect(expectUnharmed(victim, seen)).rejects.toThrow();
});
