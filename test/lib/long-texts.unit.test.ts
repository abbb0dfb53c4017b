import { shownCost } from '../../src/lib/cost.ts';
import { US_DOLLAR } from '../../src/lib/currency.ts';
import { plainText } from '../../src/lib/text.ts';

/** Lengths that reveal anything slower than linear time. */
test.each([
  ['<script', (text: string) => text],
  ['<script>', () => ''],
  ['<!--', () => ''],
  ['<a "', (text: string) => text],
  ['<b', (text: string) => text],
  ['<', (text: string) => text],
])('a title of a mebibyte of %s', (part, expected) => {
  const text = part.repeat(1_048_576 / part.length);
  expect(plainText(text) === expected(text)).toBe(true);
});

test.each(['1 ', '- ', '€ ', 'a', 'a.', '1.', '€10 / ', 'free - '])('a cost of 30,000 times %j', (part) => {
  const text = part.repeat(30_000);
  expect(shownCost([text], US_DOLLAR).text === text).toBe(true);
});
test('a cost of 30,000 amounts', () => {
  expect(shownCost(['10,-'.repeat(30_000)], US_DOLLAR).text).toBe('$10 – $10,-');
});
