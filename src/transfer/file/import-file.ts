import type { OperationDeps } from '../../api/feeds/events.ts';
import type { Context } from '../../domain/context/context.ts';
import { toUtc } from '../../lib/date-time.ts';
import { localDateTimeOf } from '../../lib/zones.ts';
import { type CsvOptions, csvSource } from '../csv/csv-source.ts';
import { MAX_LINE_LENGTH } from '../icalendar/components.ts';
import { icsSource } from '../icalendar/ics-source.ts';
import type { DayRange } from '../icalendar/series.ts';
import { venuesByLocation } from '../icalendar/texts.ts';
import { importRecords, type RunOptions } from '../import/import-records.ts';
import type { Report } from '../import/report.ts';
import type { SourceEntry } from '../import/source.ts';
import { splitLines } from '../import/text-stream.ts';
import type { WorkTime } from '../import/time-limit.ts';
import type { FileFormat } from './format.ts';

/** The range in which occurrences of recurring events are imported: by default a year from today. */
export function daysToImport({ clock, settings }: Context, { from, to }: Partial<DayRange> = {}): DayRange {
  const first = from ?? localDateTimeOf(toUtc(clock.now), settings.timezone).slice(0, 10);
  return { from: first, to: to ?? Temporal.PlainDate.from(first).add({ years: 1 }).toString() };
}

interface FileOptions {
  readonly format: FileFormat;
  readonly content: AsyncIterable<string>;
  /** For iCalendar; see {@link daysToImport}. */
  readonly days?: DayRange | undefined;
  /** For CSV. */
  readonly table?: Pick<CsvOptions, 'kind' | 'mapping' | 'dateFormat' | 'delimiter'> | undefined;
  /** Limits the synchronous work of reading. */
  readonly workTime?: WorkTime | undefined;
  /** Shows a note about the file to the user. */
  readonly log: (line: string) => void;
}

/** The records of an iCalendar or CSV file. Reading them throws ImportError or SourceError. */
export async function fileSource(
  context: Context,
  { contract }: OperationDeps,
  { format, content, days = daysToImport(context), table, workTime, log }: FileOptions,
): Promise<AsyncIterable<SourceEntry>> {
  const { timezone, currency } = context.settings;
  if (format === 'csv') return csvSource(content, { contract, currency, ...table, log });
  log(`Recurring events: importing those from ${days.from} to ${days.to}.`);
  const venues = await venuesByLocation(context.primary.db, context.caller);
  return icsSource(splitLines(content, MAX_LINE_LENGTH), { timezone, days, venues, workTime });
}

interface FileImport extends FileOptions, RunOptions {
  /** The host of this calendar's public address. */
  readonly host: string | null;
}

/** Imports an iCalendar or CSV file. @throws ImportError, SourceError */
export const importFile = async (
  context: Context,
  operations: OperationDeps,
  { host, dryRun, progress, ...file }: FileImport,
): Promise<Report> =>
  importRecords(context, operations, await fileSource(context, operations, file), { host, dryRun, progress });
