import type { Cell } from './cells.ts';

/** A column of a CSV file, for records of the type `R`. */
export interface Column<R, Field extends string = string> {
  /** The heading: that of The Events Calendar, where it has such a column. */
  readonly name: string;
  /** Other headings that mean the same, in capitals. */
  readonly also?: readonly string[];
  /**
   * The name in a mapping, which is also accepted as a heading: that of the field in REST, if there is one.
   */
  readonly field: Field;
  show(record: R): Cell;
}

export const yesNo = (value: boolean): string => (value ? 'TRUE' : 'FALSE');
