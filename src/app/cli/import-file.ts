import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import type { OperationDeps } from '../../api/feeds/events.ts';
import type { Context } from '../../domain/context/context.ts';
import { BadValue } from '../../lib/errors.ts';
import { dateCellReader } from '../../transfer/csv/dates.ts';
import { readMapping } from '../../transfer/csv/mapping.ts';
import { FILE_FORMATS, type FileFormat, formatOfName } from '../../transfer/file/format.ts';
import { daysToImport, importFile } from '../../transfer/file/import-file.ts';
import type { DayRange } from '../../transfer/icalendar/series.ts';
import type { RunOptions } from '../../transfer/import/import-records.ts';
import { ImportError, type Report } from '../../transfer/import/report.ts';
import { decodeText } from '../../transfer/import/text-stream.ts';
import { Fetcher, type FetchOptions } from '../../transfer/tec-import/fetcher.ts';
import { CommandError, fileReason } from './console.ts';
import { kindOf, kindOption } from './kinds.ts';

export interface FileOptions {
  format?: FileFormat;
  from?: string;
  to?: string;
  kind?: string;
  map?: string;
  dateFormat?: string;
  delimiter?: string;
  encoding?: string;
}

const CSV_OPTIONS = ['kind', 'map', 'dateFormat', 'delimiter'] as const;
const ICS_OPTIONS = ['from', 'to'] as const;

export const withFileOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--format <FORMAT>', 'the format of the file (default: from its name)').choices([
        ...FILE_FORMATS,
      ]),
    )
    .option('--from <DAY>', 'ics: the first day for recurring events (default: today)')
    .option('--to <DAY>', 'ics: the last day for recurring events (default: a year later)')
    .addOption(kindOption('csv: the kind of records (default: from the headings)'))
    .option(
      '--map <FILE>',
      'csv: a file with the field of each column, as JSON {"Show": "title"} or rows of column,field',
    )
    .option('--date-format <FORMAT>', 'csv: the format of dates, such as DD/MM/YYYY')
    .option('--delimiter <MARK>', 'csv: the mark between cells (default: detected)')
    .option('--encoding <NAME>', 'the encoding of the file, such as windows-1252 (default: UTF-8)');

export const isAddress = (source: string): boolean => /^(?:https?|webcal):\/\//i.test(source);

/** The remedy for other files of this service. */
const NOT_IMPORTABLE =
  'use "npm run restore" for a backup, and for a JSON export the release that wrote it, 0.2.0 at the latest.';

/** The format of a source; undefined for a site. */
export function formatOf(source: string, { format }: FileOptions): FileFormat | undefined {
  if (format !== undefined) return format;
  if (/^webcal:/i.test(source)) return 'ics';
  const path = isAddress(source) && URL.canParse(source) ? new URL(source).pathname : source;
  const byName = formatOfName(path);
  if (byName !== undefined || isAddress(source)) return byName;
  if (/\.(?:jsonl?|gz)$/i.test(path)) throw new CommandError(`${source}: ${NOT_IMPORTABLE}`);
  throw new CommandError('Use --format ics or csv.');
}

const optionOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** @throws CommandError for options of another format */
export function assertFormatOptions(format: FileFormat | undefined, options: FileOptions): void {
  const wrong = [
    ...(format === 'csv' ? [] : CSV_OPTIONS.map((name) => [name, 'csv'] as const)),
    ...(format === 'ics' ? [] : ICS_OPTIONS.map((name) => [name, 'ics'] as const)),
  ].find(([name]) => options[name] !== undefined);
  if (wrong) throw new CommandError(`Use ${optionOf(wrong[0])} only with ${wrong[1]}.`);
  const { encoding } = options;
  if (encoding !== undefined && !isEncoding(encoding))
    throw new CommandError(`"${encoding}" is not an encoding: use a name such as windows-1252.`);
}

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

async function fetchText(address: string, fetching: FetchOptions): Promise<string> {
  const url = new URL(address.replace(/^webcal:/i, 'https:'));
  const fetcher = new Fetcher(fetching);
  try {
    return (await fetcher.text(url, 'text/calendar, text/csv;q=0.9, */*;q=0.1')).text;
  } finally {
    fetcher.close();
  }
}

async function* readText(source: string, encoding: string | undefined): AsyncGenerator<string> {
  const input = source === '-' ? process.stdin : createReadStream(source);
  try {
    yield* decodeText(input, encoding);
  } finally {
    input.destroy();
  }
}

/** The text of a source: streamed from a file or the console, loaded first from an address. */
export async function openSource(
  source: string,
  { encoding }: FileOptions,
  fetching: FetchOptions,
): Promise<AsyncIterable<string>> {
  return isAddress(source) ? Readable.from([await fetchText(source, fetching)]) : readText(source, encoding);
}

/** @throws CommandError */
function dayOption(text: string): string {
  try {
    return dateCellReader()(text).day;
  } catch (error) {
    if (!(error instanceof ImportError || error instanceof BadValue)) throw error;
    throw new CommandError(`"${text}" is not a day: write YYYY-MM-DD.`);
  }
}

/** @throws CommandError */
function daysOption(context: Context, { from, to }: FileOptions): DayRange {
  const days = daysToImport(context, {
    ...(from !== undefined && { from: dayOption(from) }),
    ...(to !== undefined && { to: dayOption(to) }),
  });
  if (days.to < days.from) throw new CommandError(`--to ${days.to} is before --from ${days.from}.`);
  return days;
}

async function mappingOf({ map }: FileOptions) {
  if (map === undefined) return undefined;
  try {
    return await readMapping(await readFile(map, 'utf8'));
  } catch (error) {
    if (error instanceof ImportError) throw new CommandError(`${map} ${error.message}`);
    if (error instanceof Error && 'code' in error)
      throw new CommandError(`${map} cannot be read: ${fileReason(error) ?? error.message}.`);
    throw error;
  }
}

interface FileImport extends RunOptions {
  readonly source: string;
  readonly options: FileOptions;
  readonly fetching: FetchOptions;
  readonly host: string | null;
  readonly log: (line: string) => void;
}

/** Imports an iCalendar or CSV file. @throws CommandError, ImportError, SourceError */
export async function importFrom(
  context: Context,
  operations: OperationDeps,
  format: FileFormat,
  { source, options, fetching, ...running }: FileImport,
): Promise<Report> {
  const content = await openSource(source, options, fetching);
  if (format === 'ics')
    return importFile(context, operations, {
      ...running,
      format,
      content,
      days: daysOption(context, options),
    });
  const { kind, dateFormat, delimiter } = options;
  const table = { kind: kindOf(kind), mapping: await mappingOf(options), dateFormat, delimiter };
  return importFile(context, operations, { ...running, format, content, table });
}
