import type { TransformOptions } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Options, parse } from 'csv-parse';
import { plainCell } from './csv-cells.ts';
import { Refused } from './report.ts';

/** A row, with the line of the file in which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row longer than this is a quote without its end. */
const LONGEST = 1_000_000;
const DELIMITERS = [',', ';', '\t', '|'];

/** What stands between the cells of a heading: whatever stands there most often. */
function delimiterOf(heading: string): string {
  const plain = heading.replace(/"(?:[^"]|"")*"/g, '');
  const counted = DELIMITERS.map((mark) => [mark, plain.split(mark).length] as const);
  return counted.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

async function* withoutMark(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of text) {
    yield isFirst ? piece.replace(/^\ufeff/, '') : piece;
    if (piece !== '') isFirst = false;
  }
}

const isRecord = (value: unknown): value is string[] => Array.isArray(value);

/** A parser that is asked for its rows after each piece, so that those before a fault are not lost. */
class Parser {
  readonly #parser: ReturnType<typeof parse>;
  #line = 1;
  #fault: Error | undefined;

  constructor(delimiter: string) {
    const options: Options & TransformOptions = {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: LONGEST,
      // It keeps what a piece gives, and waits for nobody.
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
    for (let found: unknown = this.#parser.read(); found !== null; found = this.#parser.read()) {
      if (!isRecord(found)) continue;
      const line = this.#line;
      this.#line += found.join('').split('\n').length;
      const cells = found.map(plainCell);
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    }
    if (this.#fault) throw new Refused(`cannot be read from line ${this.#line} on: ${this.#fault.message}`);
  }
}

/**
 * The rows of a CSV file as they come, the heading first; empty ones are left out.
 * @param delimiter between cells; found out unless given
 * @throws Refused for what cannot be read any more, naming the line
 */
export async function* tableOf(text: AsyncIterable<string>, delimiter?: string): AsyncGenerator<CsvRow> {
  let begun = '';
  let parser: Parser | undefined;
  const begin = (): Parser => new Parser(delimiter ?? delimiterOf(begun.split('\n', 1)[0] ?? ''));
  for await (const piece of withoutMark(text)) {
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
