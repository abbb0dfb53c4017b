import { limitByMemory } from '../../src/lib/memory.ts';

test.each([
  [64, 1],
  [512, 1],
  [1024, 2],
  [2048, 4],
  [65_536, 4],
])('%i MB allow %i of 4', (megabytes, limit) => expect(limitByMemory(4, megabytes * 2 ** 20)).toBe(limit));

test('the limit of this machine is at least one', () => {
  expect(limitByMemory(1)).toBe(1);
  expect(limitByMemory(24)).toBeLessThanOrEqual(24);
});
