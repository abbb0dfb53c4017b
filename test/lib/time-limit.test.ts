import { TookTooLong, withTimeLimit } from '../../src/lib/time-limit.ts';

const forEver = (): never => {
  for (;;);
};

test('work gives its result, or throws what it throws', () => {
  expect(withTimeLimit(250, () => 7)).toBe(7);
  expect(() =>
    withTimeLimit(250, () => {
      throw new RangeError('of its own');
    }),
  ).toThrow(RangeError);
});

test('work that never ends is broken off, also inside of other work', () => {
  const began = performance.now();
  expect(() => withTimeLimit(50, forEver)).toThrow(TookTooLong);
  expect(
    withTimeLimit(20_000, () => {
      expect(() => withTimeLimit(50, forEver)).toThrow(TookTooLong);
      return 'goes on';
    }),
  ).toBe('goes on');
  expect(performance.now() - began).toBeLessThan(10_000);
});
