import { shownCost } from '../../src/lib/cost.ts';
import { US_DOLLAR } from '../../src/lib/currency.ts';
import { plainText } from '../../src/lib/text.ts';

/** Milliseconds of the processor that some work takes. */
function processorTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

test.each(['<script', '<script>', '<!--', '<a "', '<b', '<'])('a title of a mebibyte of %s', (part) => {
  const text = part.repeat(1_048_576 / part.length);
  expect(processorTime(() => plainText(text))).toBeLessThan(1_500);
});

test.each(['1 ', '- ', '€ ', 'a', '10,-', 'a.', '1.', '€10 / ', 'free - '])(
  'a cost of 100,000 times %j',
  (part) => {
    const text = part.repeat(100_000);
    expect(processorTime(() => shownCost([text], US_DOLLAR))).toBeLessThan(2_000);
  },
);
