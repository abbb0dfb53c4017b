import { Refused } from './report.ts';

const YES = ['true', '1', 'yes', 'on', 'y'];
const NO = ['false', '0', 'no', 'off', 'n'];

/** The cells of a row by the fields that they mean. Of a column that is not there everything is undefined. */
export class CellsOfRow {
  readonly #cells: ReadonlyMap<string, string>;

  /** @throws Refused for cells that no heading names */
  constructor(fields: readonly (string | undefined)[], cells: readonly string[]) {
    if (cells.slice(fields.length).some((cell) => cell.trim() !== ''))
      throw new Refused(`has ${cells.length} cells, and the heading ${fields.length}`);
    this.#cells = new Map(
      fields.flatMap((field, at) => (field === undefined ? [] : [[field, cells[at] ?? ''] as const])),
    );
  }

  text(field: string): string | undefined {
    return this.#cells.get(field);
  }

  /** Without what is around it; undefined when it is empty too. */
  word(field: string): string | undefined {
    return this.text(field)?.trim() || undefined;
  }

  /** Undefined when it is empty too. @throws Refused for what is neither yes nor no */
  flag(field: string): boolean | undefined {
    const word = this.word(field)?.toLowerCase();
    if (word === undefined) return undefined;
    if (YES.includes(word)) return true;
    if (NO.includes(word)) return false;
    throw new Refused(`has "${word}" for ${field}, which is neither yes nor no`);
  }

  /** Null when it is empty. @throws Refused for what is no number */
  number(field: string): number | null | undefined {
    const text = this.text(field)?.trim();
    if (text === undefined) return undefined;
    if (text === '') return null;
    const number = Number(text);
    if (!Number.isFinite(number)) throw new Refused(`has "${text}" for ${field}, which is no number`);
    return number;
  }

  /** An image by its address; null when it is empty. */
  image(): { url: string } | null | undefined {
    const url = this.text('image')?.trim();
    return url === undefined ? undefined : url === '' ? null : { url };
  }
}

/** Without what is undefined, as if it were not there. */
export function present<T extends object>(values: T): T {
  const found = { ...values };
  for (const [name, value] of Object.entries(values))
    if (value === undefined) Reflect.deleteProperty(found, name);
  return found;
}
