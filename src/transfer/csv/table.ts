import type { TransformOptions } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Options, parse } from 'csv-parse';
import { ImportError } from '../import/report.ts';
import { plainCell } from './cells.ts';

/** A row, and the line of the file in which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** In characters. A longer row means that a quotation mark is not closed. */
const LONGEST = 1_000_000;
const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that the first line contains most often. */
function delimiterOf(heading: string): string {
  const plain = heading.replace(/"(?:[^"]|"")*"/g, '');
  const counted = DELIMITERS.map((mark) => [mark, plain.split(mark).length] as const);
  return counted.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

const isTextRow = (value: unknown): value is string[] => Array.isArray(value);

/** Reads the rows after each piece of text, so that an error does not lose the rows before it. */
class Parser {
  readonly #parser: ReturnType<typeof parse>;
  #line = 1;
  #fault: Error | undefined;

  constructor(delimiter: string) {
    const options: Options & TransformOptions = {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: LONGEST,
      // All rows of a piece are read at once: there is nothing to hold the parser back for.
      readableHighWaterMark: Number.MAX_SAFE_INTEGER,
    };
    this.#parser = parse(options);
    this.#parser.on('error', (error) => {
      this.#fault = error;
    });
  }

  *rows(piece: string): Generator<CsvRow> {
    this.#parser.write(piece);
    yield* this.#read();
  }

  async *end(): AsyncGenerator<CsvRow> {
    this.#parser.end();
    await finished(this.#parser, { readable: false }).catch(() => {});
    yield* this.#read();
  }

  *#read(): Generator<CsvRow> {
    for (let row: unknown = this.#parser.read(); row !== null; row = this.#parser.read()) {
      if (!isTextRow(row)) continue;
      const line = this.#line;
      this.#line += row.join('').split('\n').length;
      const cells = row.map(plainCell);
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    }
    if (this.#fault)
      throw new ImportError(`cannot be read from line ${this.#line} on: ${this.#fault.message}`);
  }
}

/**
 * The rows of a CSV file, the headings first, without empty rows.
 * @param delimiter between cells; detected unless given
 * @throws ImportError naming the line from which on the file cannot be read
 */
export async function* tableOf(text: AsyncIterable<string>, delimiter?: string): AsyncGenerator<CsvRow> {
  let begun = '';
  let parser: Parser | undefined;
  const begin = (): Parser => new Parser(delimiter ?? delimiterOf(begun.split('\n', 1)[0] ?? ''));
  for await (const piece of text) {
    if (parser) yield* parser.rows(piece);
    else {
      begun += piece;
      if (!begun.includes('\n') && begun.length < LONGEST) continue;
      parser = begin();
      yield* parser.rows(begun);
    }
  }
  if (!parser && begun !== '') {
    parser = begin();
    yield* parser.rows(begun);
  }
  if (parser) yield* parser.end();
}
