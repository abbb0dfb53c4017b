import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { errorCode } from '../../lib/object.ts';
import { ImportError } from '../import/report.ts';
import { decodeText, splitLines } from '../import/text-stream.ts';

/** A backup that cannot be written or restored. The message is said after the name of the file: `is incomplete`. */
export class BackupError extends Error {}

export const DAMAGED = 'is damaged: it is cut off, or was changed after it was written. Nothing is stored';

/** Version of the format. Others are refused. */
export const FORMAT = 1;

/** The release that writes a backup, or restores it. */
export interface Release {
  readonly release: string;
  /** The names of its migrations, oldest first. */
  readonly migrations: readonly string[];
}

/** The first line of a backup. */
export const headerSchema = z.object({
  format: z.literal(FORMAT),
  release: z.string(),
  /** Those that made the tables. */
  migrations: z.array(z.string()),
  /** The columns of each table. */
  tables: z.record(z.string(), z.array(z.string())),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
});
export type Header = z.infer<typeof headerSchema>;

/** The last line: how many rows there are, and the hash of all lines before. */
export const endSchema = z.object({ rows: z.int(), sha256: z.string() });
export type End = z.infer<typeof endSchema>;

/** The line of a row. @param row as JSON */
export const rowLine = (table: string, row: string): string =>
  `{"table":${JSON.stringify(table)},"row":${row}}`;

const ROW = /^\{"table":"(?<table>\w+)","row":(?<row>\{.*\})\}$/s;
/** The table and the row, as JSON, of a line; null for other lines. */
export function readRow(line: string): { table: string; row: string } | null {
  const { table, row } = ROW.exec(line)?.groups ?? {};
  return table === undefined || row === undefined ? null : { table, row };
}

/** Rows of each table. */
export type RowCounts = ReadonlyMap<string, number>;

export const totalOf = (counts: RowCounts): number => counts.values().reduce((sum, count) => sum + count, 0);

/** The longest line, in characters: what is longer is no row of ours. */
const LONGEST = 200_000_000;

/** Whether a file is not what zlib or UTF-8 make. */
const isNotWritten = (error: unknown): boolean =>
  error instanceof ImportError || /^Z_/.test(String(errorCode(error)));

/** The lines of a compressed backup. @throws BackupError for a file that is cut off or damaged */
export async function* linesOf(file: Readable): AsyncGenerator<string> {
  // An error of the file ends the reading, and is thrown by it.
  const text = pipeline(file, createGunzip(), () => {});
  try {
    yield* splitLines(decodeText(text), LONGEST);
  } catch (error) {
    throw isNotWritten(error) ? new BackupError(DAMAGED, { cause: error }) : error;
  } finally {
    file.destroy();
  }
}
