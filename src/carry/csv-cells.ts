import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** What a cell may hold; numbers are never formulas. */
export type Cell = string | number;

/** What spreadsheets take for the beginning of a formula, also in the wide forms of East Asia. */
const FORMULA = '[=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20]';
/** A text that would be taken for an escaped one. */
const LIKE_ESCAPED = new RegExp(`^'+${FORMULA}`);

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would compute begins with an apostrophe, which
 * {@link plainCell} takes away.
 */
export const rowsOf = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' && LIKE_ESCAPED.test(cell) ? `'${cell}` : cell)),
    ),
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ },
  );

/** A cell as it was before it was written. */
export const plainCell = (cell: string): string => (LIKE_ESCAPED.test(cell) ? cell.slice(1) : cell);

/** Several names in one cell, separated by commas; one that has a comma stands in quotes. */
export const listCell = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : stringify([[...names]], { eof: false, delimiter: ', ', quoted_match: /[,\r\n]|^\s|\s$/ });

/** The names of such a cell. Quotes that are none, as in `7" single`, are part of a name. */
export function namesIn(cell: string): string[] {
  const options = { trim: true, relax_column_count: true };
  let rows: string[][];
  try {
    rows = parse(cell, options);
  } catch {
    rows = parse(cell, { ...options, quote: null });
  }
  return rows.flat().filter((name) => name !== '');
}
