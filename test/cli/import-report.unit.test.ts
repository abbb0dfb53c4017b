import { reportText } from '../../src/app/cli/import-report.ts';
import { type RefusedRecord, Report } from '../../src/transfer/import/report.ts';

/** The lines below the table of an import report. */
function reportLines(refused: readonly RefusedRecord[]): string[] {
  const report = new Report();
  report.refused.push(...refused);
  return reportText(report, false).split('\n').slice(1);
}
const refusal = (line: number, what: string, reason: string, kind = 'event'): RefusedRecord => ({
  kind,
  at: `line ${line}`,
  what,
  reason,
});

test('a single refusal is reported unchanged', () => {
  expect(reportLines([refusal(2, 'X', 'has the date "05/06/2031"')])).toEqual([
    'refused: line 2, X: has the date "05/06/2031"',
  ]);
});

test('groups refusals by reason and kind, in the order of the source', () => {
  expect(
    reportLines([
      refusal(2, '', 'title must not be empty'),
      refusal(3, 'X', 'is longer than 200 characters', 'category'),
      refusal(4, '', 'title must not be empty'),
      refusal(5, 'Y', 'is longer than 200 characters', 'category'),
      refusal(6, '', 'title must not be empty', 'venue'),
    ]),
  ).toEqual([
    'refused: 2 events: title must not be empty: line 2; line 4',
    'refused: 2 categories: is longer than 200 characters: line 3, X; line 5, Y',
    'refused: line 6: title must not be empty',
  ]);
});

test('values that differ follow their places; other text stays in the sentence', () => {
  const reason = (value: string) => `has "${value}" for latitude, which is not above "0"`;
  expect(reportLines([refusal(2, 'X', reason('a \\" b')), refusal(3, 'Y', reason('-7'))])).toEqual([
    'refused: 2 events: has … for latitude, which is not above "0": line 2, X ("a \\" b"); line 3, Y ("-7")',
  ]);
});

test('5,000 refusals stay readable, even with long titles and values', () => {
  const long = 'x'.repeat(5000);
  const all = Array.from({ length: 5000 }, (_, at) => refusal(at + 2, long, `has the date "${at}${long}"`));
  const [line = '', ...others] = reportLines(all);
  expect(others).toEqual([]);
  expect(line).toMatch(/^refused: 5000 events: has the date …: line 2, xxx.*; line 11, .*, and 4990 more$/);
  expect(line.length).toBeLessThan(2000);
});
