import type { SiteCurrency } from '../../lib/currency.ts';
import { ImportError } from '../import/report.ts';
import { namesIn } from './cells.ts';
import type { ReadDateCell } from './dates.ts';

export interface RowOptions {
  readonly readDateCell: ReadDateCell;
  readonly currency: SiteCurrency;
}

const YES = ['true', '1', 'yes', 'on', 'y'];
const NO = ['false', '0', 'no', 'off', 'n'];

/** The cells of a row, by field. For a field without a column, every method returns undefined. */
export class RowCells {
  readonly #cells: ReadonlyMap<string, string>;

  /** @throws ImportError for more cells than headings */
  constructor(fields: readonly (string | undefined)[], cells: readonly string[]) {
    if (cells.slice(fields.length).some((cell) => cell.trim() !== ''))
      throw new ImportError(`has ${cells.length} cells, but only ${fields.length} headings`);
    this.#cells = new Map(
      fields.flatMap((field, at) => (field === undefined ? [] : [[field, cells[at] ?? ''] as const])),
    );
  }

  text(field: string): string | undefined {
    return this.#cells.get(field);
  }

  /** The trimmed cell; undefined also for an empty cell. */
  word(field: string): string | undefined {
    return this.text(field)?.trim() || undefined;
  }

  names(field: string): string[] | undefined {
    const cell = this.text(field);
    return cell === undefined ? undefined : namesIn(cell);
  }

  /** Undefined also for an empty cell. @throws ImportError for anything but yes or no */
  flag(field: string): boolean | undefined {
    const word = this.word(field)?.toLowerCase();
    if (word === undefined) return undefined;
    if (YES.includes(word)) return true;
    if (NO.includes(word)) return false;
    throw new ImportError(`has "${word}" for ${field}: use yes or no`);
  }

  /** One of the given words; undefined also for an empty cell. @throws ImportError for another word */
  choice(field: string, values: readonly { word: string; aliases: readonly string[] }[]): string | undefined {
    const text = this.word(field)?.toLowerCase();
    if (text === undefined) return undefined;
    const value = values.find(({ word, aliases }) => word === text || aliases.includes(text));
    if (value) return value.word;
    const words = values.map(({ word }) => word).join(', ');
    throw new ImportError(`has the ${field.replaceAll('_', ' ')} "${text}": use one of ${words}`);
  }

  /** null for an empty cell. @throws ImportError for anything but a number */
  number(field: string): number | null | undefined {
    const text = this.text(field)?.trim();
    if (text === undefined) return undefined;
    if (text === '') return null;
    const number = Number(text);
    if (!Number.isFinite(number)) throw new ImportError(`has "${text}" for ${field}, which is not a number`);
    return number;
  }

  /** The address of an image; null for an empty cell. @throws ImportError for a number, an image id of another site */
  image(): string | null | undefined {
    const url = this.text('image')?.trim();
    if (/^\d+$/.test(url ?? '')) throw new ImportError(`has "${url}" for image, which is not an address`);
    return url === '' ? null : url;
  }
}
