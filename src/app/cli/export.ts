import { Option } from 'commander';
import { ServiceError } from '../../lib/errors.ts';
import type { Orm } from '../../platform/postgres/orm.ts';
import { exportCalendar, exportCsv } from '../../transfer/export/export-lists.ts';
import { exportQuery } from '../../transfer/export/export-query.ts';
import { ensureCalendarId, publicHost } from '../../transfer/import/calendar-id.ts';
import { inSnapshot, operationsOf } from '../../transfer/import/operations.ts';
import { type Config, loadConfig } from '../config.ts';
import { schemasOf } from '../schemas.ts';
import { CommandError, runMain } from './console.ts';
import { withDatabase } from './database.ts';
import { counted, kindOf, kindOption } from './kinds.ts';
import { textWriter, type WriteText, writeToFile } from './output-file.ts';
import { program, runCommand } from './program.ts';

/** Writes the export. @returns its size: `91 events` */
type Work = (write: WriteText) => Promise<string>;

async function toConsole(work: Work): Promise<string> {
  const write = textWriter(process.stdout);
  const count = await work(write);
  // Throws the error of the last write, if any.
  await write('');
  return count;
}

const FORMATS = ['ics', 'csv'] as const;
type Format = (typeof FORMATS)[number];

interface ExportOptions {
  format?: Format;
  kind?: string;
  output?: string;
  bom?: true;
}

/** The format of the option or of the file name. @throws CommandError without one */
function formatOf({ format, output = '' }: ExportOptions): Format {
  const named = format ?? FORMATS.find((one) => output.toLowerCase().endsWith(`.${one}`));
  if (named === undefined)
    throw new CommandError(`Use --format ${FORMATS.join(' or ')}. "npm run backup" writes everything.`);
  return named;
}

/** @throws CommandError for incompatible options */
function assertCompatible(format: Format, { kind, bom }: ExportOptions): void {
  if (format === 'ics' && kind !== undefined && kindOf(kind) !== 'event')
    throw new CommandError(`iCalendar has events only: export ${kind} as csv.`);
  if (format !== 'csv' && bom) throw new CommandError('Use --bom only with csv.');
}

/** Converts errors of a list to errors of the typed filters. */
const filterError = (error: unknown): unknown => {
  if (!(error instanceof ServiceError)) return error;
  const problems = Object.entries(error.problems ?? {}).map(([name, { message }]) => `${name}: ${message}`);
  return new CommandError(problems.length > 0 ? problems.join('\n') : error.message);
};

async function saveList(
  orm: Orm,
  config: Config,
  filters: readonly string[],
  format: Format,
  { kind: plural, bom }: ExportOptions,
  write: WriteText,
): Promise<string> {
  const kind = kindOf(plural) ?? 'event';
  const parsed = exportQuery(kind, filters);
  if (parsed.invalid !== null)
    throw new CommandError(`"${parsed.invalid}" is not a filter: use the form categories=music.`);
  const site = config.baseUrl ?? `http://localhost:${config.port}`;
  const host = publicHost(config.baseUrl) ?? (await ensureCalendarId(orm.em.fork()));
  const operations = operationsOf(schemasOf(config.settings));
  let total = 0;
  const count = (records: number): void => {
    total += records;
  };
  await inSnapshot(orm, { settings: config.settings, site, host }, async (context) => {
    const pieces =
      format === 'ics'
        ? exportCalendar(operations, parsed.query, context, count)
        : exportCsv(operations, kind, parsed.query, context, count);
    if (bom) await write('\ufeff');
    for await (const piece of pieces) await write(piece);
  });
  return counted(total, kind);
}

async function save(filters: string[], options: ExportOptions): Promise<void> {
  const { output } = options;
  const format = formatOf(options);
  assertCompatible(format, options);
  const config = loadConfig(process.env);
  await withDatabase(config, async ({ orm }) => {
    const work: Work = (write) => saveList(orm, config, filters, format, options, write);
    try {
      if (output === undefined) console.error(await toConsole(work));
      else console.log(`${await writeToFile(output, work)} → ${output}`);
    } catch (error) {
      throw filterError(error);
    }
  });
}

const command = program(
  'npm run export --',
  'Writes published records of all days for other programs. "npm run backup" writes everything.',
  { log: console.log, fail: console.error },
);
command
  .argument('[FILTERS...]', 'filters of the list in the API, such as categories=music start_date=today')
  .addOption(
    new Option(
      '--format <FORMAT>',
      'iCalendar, or CSV with the columns of The Events Calendar (default: from the name of the file)',
    ).choices([...FORMATS]),
  )
  .addOption(kindOption('csv: the kind of records (default: events)'))
  .option('--bom', 'csv: start with a byte order mark, so that Excel detects UTF-8')
  .option('-o, --output <FILE>', 'the file to write (default: the console)')
  .action(save);

await runMain(async () => runCommand(command, process.argv.slice(2)));
