import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** A value for a cell. Numbers never need escaping. */
export type Cell = string | number;

/** Characters that start a formula in spreadsheets, including full-width forms. */
const FORMULA = '[=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20]';
/** An escaped formula, or a text that looks like an escaped formula and needs escaping too. */
const LIKE_ESCAPED = new RegExp(`^'+${FORMULA}`);

/** Formats rows as CSV (RFC 4180). Escapes formulas with an apostrophe, which {@link plainCell} removes. */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' && LIKE_ESCAPED.test(cell) ? `'${cell}` : cell)),
    ),
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ },
  );

/** Removes the apostrophe of an escaped formula. */
export const plainCell = (cell: string): string => (LIKE_ESCAPED.test(cell) ? cell.slice(1) : cell);

/** Joins names by commas in one cell; quotes names that contain a comma. */
export const listCell = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : stringify([[...names]], { eof: false, delimiter: ', ', quoted_match: /[,\r\n]|^\s|\s$/ });

/** Splits a cell into names. A single quotation mark, as in `7" single`, is part of the name. */
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
