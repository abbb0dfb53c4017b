import type { Cell } from './csv-cells.ts';

/** A column of a CSV file. `R` is the record that a row shows. */
export interface Column<R, Field extends string = string> {
  /** As The Events Calendar calls it, where it has it. */
  readonly name: string;
  /** Other headings by which it is known, in capitals. */
  readonly also?: readonly string[];
  /** What it is called in a mapping, and as a heading too: the name that the field has in REST, where it is one. */
  readonly field: Field;
  show(record: R): Cell;
}

export const yesNo = (value: boolean): string => (value ? 'TRUE' : 'FALSE');
