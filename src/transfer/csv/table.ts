import type { TransformOptions } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Options, parse } from 'csv-parse';
import { ImportError } from '../import/report.ts';
import { plainCell } from './cells.ts';

export interface CsvRow {
  /** Its first line in the file, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** In characters. Longer rows indicate an unclosed quotation mark. */
const MAX_ROW_LENGTH = 1_000_000;
const DELIMITERS = [',', ';', '\t', '|'];

/** The most frequent delimiter of the first line. */
function delimiterOf(heading: string): string {
  const plain = heading.replace(/"(?:[^"]|"")*"/g, '');
  const counted = DELIMITERS.map((mark) => [mark, plain.split(mark).length] as const);
  return counted.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

const isTextRow = (value: unknown): value is string[] => Array.isArray(value);

/** Yields the rows of each chunk of text, so that an error does not lose earlier rows. */
class Parser {
  readonly #parser: ReturnType<typeof parse>;
  #line = 1;
  #error: Error | undefined;

  constructor(delimiter: string) {
    const options: Options & TransformOptions = {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
      // All rows of a chunk are read at once, so no backpressure is needed.
      readableHighWaterMark: Number.MAX_SAFE_INTEGER,
    };
    this.#parser = parse(options);
    this.#parser.on('error', (error) => {
      this.#error = error;
    });
  }

  *rows(chunk: string): Generator<CsvRow> {
    this.#parser.write(chunk);
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
    if (this.#error)
      throw new ImportError(`cannot be read from line ${this.#line} on: ${this.#error.message}`);
  }
}

/**
 * Reads the rows of a CSV file, headings first, without empty rows.
 * @param delimiter between cells; detected by default
 * @throws ImportError with the first line that cannot be read
 */
export async function* tableOf(text: AsyncIterable<string>, delimiter?: string): AsyncGenerator<CsvRow> {
  let buffered = '';
  let parser: Parser | undefined;
  const createParser = (): Parser => new Parser(delimiter ?? delimiterOf(buffered.split('\n', 1)[0] ?? ''));
  for await (const chunk of text) {
    if (parser) yield* parser.rows(chunk);
    else {
      buffered += chunk;
      if (!buffered.includes('\n') && buffered.length < MAX_ROW_LENGTH) continue;
      parser = createParser();
      yield* parser.rows(buffered);
    }
  }
  if (!parser && buffered !== '') {
    parser = createParser();
    yield* parser.rows(buffered);
  }
  if (parser) yield* parser.end();
}
