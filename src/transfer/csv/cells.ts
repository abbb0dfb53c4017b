import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** A value to write into a cell. Numbers are never taken for formulas. */
export type Cell = string | number;

/** Characters that begin a formula in spreadsheets, full-width forms included. */
const FORMULA = '[=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20]';
/** An escaped formula, or a text that looks like one and must be escaped too. */
const LIKE_ESCAPED = new RegExp(`^'+${FORMULA}`);

/**
 * Rows as CSV (RFC 4180). A cell that looks like a formula gets an apostrophe, which {@link plainCell}
 * removes.
 */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' && LIKE_ESCAPED.test(cell) ? `'${cell}` : cell)),
    ),
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ },
  );

/** Undoes the escaping of formulas. */
export const plainCell = (cell: string): string => (LIKE_ESCAPED.test(cell) ? cell.slice(1) : cell);

/** Several names in one cell, separated by commas; a name that contains a comma is quoted. */
export const listCell = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : stringify([[...names]], { eof: false, delimiter: ', ', quoted_match: /[,\r\n]|^\s|\s$/ });

/** The names in a cell. A stray quotation mark, as in `7" single`, belongs to its name. */
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
