import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import type { OperationDeps } from '../../api/feeds/events.ts';
import type { Context } from '../../domain/context/context.ts';
import { toUtc } from '../../lib/date-time.ts';
import { BadValue } from '../../lib/errors.ts';
import { localDateTimeOf } from '../../lib/zones.ts';
import { csvSource } from '../../transfer/csv/csv-source.ts';
import { dateCellReader } from '../../transfer/csv/dates.ts';
import { readMapping } from '../../transfer/csv/mapping.ts';
import { LONGEST } from '../../transfer/icalendar/components.ts';
import { icsSource } from '../../transfer/icalendar/ics-source.ts';
import type { Days } from '../../transfer/icalendar/series.ts';
import { venuesByLocation } from '../../transfer/icalendar/texts.ts';
import { importRecords, type RunOptions } from '../../transfer/import/import-records.ts';
import { ImportError, type Report } from '../../transfer/import/report.ts';
import type { SourceEntry } from '../../transfer/import/source.ts';
import { decodeText, splitLines } from '../../transfer/import/text-stream.ts';
import { Fetcher, type FetchOptions } from '../../transfer/tec-import/fetcher.ts';
import { CommandError, fileReason } from './console.ts';
import { kindOf, kindOption } from './kinds.ts';

/** Formats of files. The name of a file says which one it has, unless an option does. */
const FORMATS = ['ics', 'csv'] as const;
export type FileFormat = (typeof FORMATS)[number];

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

/** Options for files of one format. */
const OF_CSV = ['kind', 'map', 'dateFormat', 'delimiter'] as const;
const OF_ICS = ['from', 'to'] as const;

export const withFileOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--format <FORMAT>', 'of a file whose name does not end with it').choices([...FORMATS]),
    )
    .option('--from <DAY>', 'ics: events that recur come if they do so from this day on; today unless given')
    .option('--to <DAY>', 'ics: … and until this day; a year later unless given')
    .addOption(kindOption('csv: what it has rows of, if its headings do not say it'))
    .option(
      '--map <FILE>',
      'csv: what its columns mean, as JSON {"Show": "title"} or as rows of column,field',
    )
    .option('--date-format <FORMAT>', 'csv: how dates are written in it, such as DD/MM/YYYY')
    .option('--delimiter <MARK>', 'csv: what stands between cells, if that is not found out')
    .option('--encoding <NAME>', 'of a file that is not in UTF-8, such as windows-1252');

export const isAddress = (source: string): boolean => /^(?:https?|webcal):\/\//i.test(source);

/** Of files that are restored. */
const NO_IMPORT =
  'a backup is restored by "npm run restore", an export as JSON by the release that wrote it, 0.2.0 at the latest.';

/** The format of a source; undefined for a site. */
export function formatOf(source: string, { format }: FileOptions): FileFormat | undefined {
  if (format !== undefined) return format;
  if (/^webcal:/i.test(source)) return 'ics';
  const path = isAddress(source) && URL.canParse(source) ? new URL(source).pathname : source;
  const [, ending = ''] = /\.(ics|ical|csv|tsv|jsonl?|gz)$/i.exec(path) ?? [];
  if (/^i/i.test(ending)) return 'ics';
  if (/sv$/i.test(ending)) return 'csv';
  if (isAddress(source)) return undefined;
  if (ending !== '') throw new CommandError(`${source}: ${NO_IMPORT}`);
  throw new CommandError('Say by --format what it is: ics or csv.');
}

const optionOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** @throws CommandError for options for another format */
export function assertFormatOptions(format: FileFormat | undefined, options: FileOptions): void {
  const wrong = [
    ...(format === 'csv' ? [] : OF_CSV.map((name) => [name, 'csv'] as const)),
    ...(format === 'ics' ? [] : OF_ICS.map((name) => [name, 'ics'] as const)),
  ].find(([name]) => options[name] !== undefined);
  if (wrong) throw new CommandError(`${optionOf(wrong[0])} goes with ${wrong[1]}.`);
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

async function textAt(address: string, fetching: FetchOptions): Promise<string> {
  const url = new URL(address.replace(/^webcal:/i, 'https:'));
  const fetcher = new Fetcher(fetching);
  try {
    return (await fetcher.text(url, 'text/calendar, text/csv;q=0.9, */*;q=0.1')).text;
  } finally {
    fetcher.close();
  }
}

async function* textIn(source: string, encoding: string | undefined): AsyncGenerator<string> {
  const input = source === '-' ? process.stdin : createReadStream(source);
  try {
    yield* decodeText(input, encoding);
  } finally {
    input.destroy();
  }
}

/** What a file or the input of the console holds, as it comes; what is at an address, once it is there. */
export async function openSource(
  source: string,
  { encoding }: FileOptions,
  fetching: FetchOptions,
): Promise<AsyncIterable<string>> {
  return isAddress(source) ? Readable.from([await textAt(source, fetching)]) : textIn(source, encoding);
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

/** The days whose occurrences of recurring events are imported. */
function daysToImport({ from, to }: FileOptions, { clock, settings }: Context): Days {
  const first =
    from === undefined ? localDateTimeOf(toUtc(clock.now), settings.timezone).slice(0, 10) : dayOption(from);
  const last = to === undefined ? Temporal.PlainDate.from(first).add({ years: 1 }).toString() : dayOption(to);
  if (last < first) throw new CommandError(`--to ${last} is before --from ${first}.`);
  return { from: first, to: last };
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
export async function importFile(
  context: Context,
  operations: OperationDeps,
  format: FileFormat,
  { source, options, fetching, log, ...running }: FileImport,
): Promise<Report> {
  const content = await openSource(source, options, fetching);
  const { timezone, currency } = context.settings;
  const records = async (): Promise<AsyncIterable<SourceEntry>> => {
    if (format === 'ics') {
      const days = daysToImport(options, context);
      log(`Of events that recur it takes those from ${days.from} to ${days.to}.`);
      return icsSource(splitLines(content, LONGEST), {
        timezone,
        days,
        venues: await venuesByLocation(context.primary.db),
      });
    }
    const { kind, dateFormat, delimiter } = options;
    const mapping = await mappingOf(options);
    return csvSource(content, {
      contract: operations.contract,
      currency,
      kind: kindOf(kind),
      mapping,
      dateFormat,
      delimiter,
      log,
    });
  };
  return importRecords(context, operations, await records(), running);
}
