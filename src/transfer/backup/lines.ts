import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import { errorCode } from '../../lib/object.ts';
import { ImportError } from '../import/report.ts';
import { decodeText, splitLines } from '../import/text-stream.ts';

/** A backup that cannot be written or restored. The message continues a sentence after the file's name. */
export class BackupError extends Error {}

export const DAMAGED =
  'is damaged: it is incomplete, or was changed after it was written. Nothing was stored';

/** The only accepted version of the format. */
export const FORMAT = 1;

/** The release that writes or restores a backup. */
export interface Release {
  readonly release: string;
  /** The names of its migrations, oldest first. */
  readonly migrations: readonly string[];
}

/** The first line of a backup. */
export const headerSchema = v.object({
  format: v.literal(FORMAT),
  release: v.string(),
  migrations: v.array(v.string()),
  tables: v.record(v.string(), v.array(v.string())),
  sequences: v.array(
    v.object({ name: v.string(), last: v.pipe(v.string(), v.regex(/^\d+$/)), isCalled: v.boolean() }),
  ),
});
export type Header = v.InferOutput<typeof headerSchema>;

/** The last line: the number of rows, and the hash of all previous lines. */
export const endSchema = v.object({ rows: v.pipe(v.number(), v.safeInteger()), sha256: v.string() });
export type End = v.InferOutput<typeof endSchema>;

export const rowLine = (table: string, row: string): string =>
  `{"table":${JSON.stringify(table)},"row":${row}}`;

const ROW = /^\{"table":"(?<table>\w+)","row":(?<row>\{.*\})\}$/s;
/** The table of a line, and its row as JSON; null for other lines. */
export function readRow(line: string): { table: string; row: string } | null {
  const { table, row } = ROW.exec(line)?.groups ?? {};
  return table === undefined || row === undefined ? null : { table, row };
}

export type RowCounts = ReadonlyMap<string, number>;

export const totalOf = (counts: RowCounts): number => counts.values().reduce((sum, count) => sum + count, 0);

/** In characters; no row of a backup is longer. */
const MAX_LINE_LENGTH = 200_000_000;

/** Whether the file is not valid gzip or UTF-8. */
const isInvalidFile = (error: unknown): boolean =>
  error instanceof ImportError || /^Z_/.test(String(errorCode(error)));

/** Reads the lines of a compressed backup. @throws BackupError for a truncated or damaged file */
export async function* linesOf(file: Readable): AsyncGenerator<string> {
  // A file error also ends the iteration below, which throws it.
  const text = pipeline(file, createGunzip(), () => {});
  try {
    yield* splitLines(decodeText(text), MAX_LINE_LENGTH);
  } catch (error) {
    throw isInvalidFile(error) ? new BackupError(DAMAGED, { cause: error }) : error;
  } finally {
    file.destroy();
  }
}
