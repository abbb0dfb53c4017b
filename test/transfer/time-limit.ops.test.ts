import { ImportError } from '../../src/transfer/import/report.ts';
import { withTimeLimit } from '../../src/transfer/import/time-limit.ts';

const forEver = (): never => {
  for (;;);
};

test('work gives its result, or throws what it throws', () => {
  expect(withTimeLimit(() => 7)).toBe(7);
  expect(() =>
    withTimeLimit(() => {
      throw new RangeError('of its own');
    }),
  ).toThrow(RangeError);
});

test('work that never ends is broken off, also inside of other work', () => {
  expect(() => withTimeLimit(forEver, 50)).toThrow(new ImportError('takes longer than 0.05 s to be read'));
  expect(
    withTimeLimit(() => {
      expect(() => withTimeLimit(forEver, 50)).toThrow(ImportError);
      return 'goes on';
    }, 20_000),
  ).toBe('goes on');
});
