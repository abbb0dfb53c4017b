import { ImportError } from '../../src/transfer/import/report.ts';
import { withTimeLimit } from '../../src/transfer/import/time-limit.ts';

const forEver = (): never => {
  for (;;);
};

test('work returns its result, or throws its error', () => {
  expect(withTimeLimit(() => 7)).toBe(7);
  expect(() =>
    withTimeLimit(() => {
      throw new RangeError('of its own');
    }),
  ).toThrow(RangeError);
});

test('endless work is stopped, also inside of other work', () => {
  expect(() => withTimeLimit(forEver, 50)).toThrow(new ImportError('takes longer than 0.05 s to read'));
  expect(
    withTimeLimit(() => {
      expect(() => withTimeLimit(forEver, 50)).toThrow(ImportError);
      return 'goes on';
    }, 20_000),
  ).toBe('goes on');
});
