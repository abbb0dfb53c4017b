import { TookTooLong, within } from '../../src/transfer/import/time-limit.ts';

const forEver = (): never => {
  for (;;);
};

test('work gives its result, or throws what it throws', () => {
  expect(within(250, () => 7)).toBe(7);
  expect(() =>
    within(250, () => {
      throw new RangeError('of its own');
    }),
  ).toThrow(RangeError);
});

test('work that never ends is broken off, also inside of other work', () => {
  expect(() => within(50, forEver)).toThrow(TookTooLong);
  expect(
    within(20_000, () => {
      expect(() => within(50, forEver)).toThrow(TookTooLong);
      return 'goes on';
    }),
  ).toBe('goes on');
});
