import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Option } from 'commander';
import { ServiceError } from '../../lib/errors.ts';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Orm } from '../../platform/postgres/orm.ts';
import { exportJson } from '../../transfer/backup/export-json.ts';
import { exportCalendar, exportCsv } from '../../transfer/export/export-lists.ts';
import { exportQuery } from '../../transfer/export/export-query.ts';
import { inSnapshot } from '../../transfer/export/snapshot.ts';
import { ensureCalendarId, publicHost } from '../../transfer/import/calendar-id.ts';
import { operationsOf } from '../../transfer/import/operations.ts';
import { type Config, loadConfig } from '../config.ts';
import { schemasOf } from '../schemas.ts';
import { CommandError, fileError, runMain } from './console.ts';
import { withDatabase } from './database.ts';
import { counted, kindOf, kindOption } from './kinds.ts';
import { program, runCommand } from './program.ts';

/** Writes text, and resolves when more may be written. */
type WriteText = (text: string) => Promise<void>;

function writer(stream: Writable): WriteText {
  // An error that comes between two pieces is thrown at the next one, and must not end the process before.
  stream.on('error', () => {});
  return async (text) => {
    if (stream.errored) throw stream.errored;
    if (!stream.write(text)) await once(stream, 'drain');
  };
}

/** Writes all there is, and counts it. */
type Work = (write: WriteText) => Promise<Counts>;

async function toStream(stream: Writable, work: Work): Promise<Counts> {
  const write = writer(stream);
  const counts = await work(write);
  stream.end();
  await finished(stream);
  return counts;
}

async function toConsole(work: Work): Promise<Counts> {
  const write = writer(process.stdout);
  const counts = await work(write);
  // Throws the error of the last piece.
  await write('');
  return counts;
}

/** Whether something other than a file is there, such as a pipe or a device, which must not be replaced. */
const isSpecial = async (path: string): Promise<boolean> =>
  stat(path).then(
    (there) => !there.isFile() && !there.isDirectory(),
    () => false,
  );

/** Writes a file so that it is either complete or absent. @throws CommandError when it cannot be written */
async function toFile(path: string, work: Work): Promise<Counts> {
  const partial = (await isSpecial(path)) ? null : `${path}.partial`;
  const stream = createWriteStream(partial ?? path, { mode: 0o600 });
  try {
    await once(stream, 'open');
    const counts = await toStream(stream, work);
    if (partial !== null) await rename(partial, path);
    return counts;
  } catch (error) {
    stream.destroy();
    // What cannot be made cannot be removed either, and then the reason is the first error.
    if (partial !== null) await rm(partial, { force: true }).catch(() => {});
    throw fileError(error, path) ?? error;
  }
}

interface ExportOptions {
  format: 'json' | 'ics' | 'csv';
  kind?: string;
  output?: string;
  bom?: true;
}

/** @throws CommandError for options that exclude each other */
function assertTogether(filters: readonly string[], { format, kind, bom }: ExportOptions): void {
  if (format === 'json' && filters.length > 0)
    throw new CommandError('JSON is the whole calendar, to be restored from: filters go with ics and csv.');
  if (format === 'json' && kind) throw new CommandError('JSON holds all kinds: --kind goes with csv.');
  if (format === 'ics' && kind !== undefined && kindOf(kind) !== 'event')
    throw new CommandError(`A calendar holds events: ${kind} can be had as csv.`);
  if (format !== 'csv' && bom) throw new CommandError('--bom goes with csv.');
}

/** Turns the errors of a list into ones about the filters as they were typed. */
const filterError = (error: unknown): unknown => {
  if (!(error instanceof ServiceError)) return error;
  const problems = Object.entries(error.problems ?? {}).map(([name, { message }]) => `${name}: ${message}`);
  return new CommandError(problems.length > 0 ? problems.join('\n') : error.message);
};

/** How many records of each kind are written; in the order in which it is said. */
class Counts {
  readonly #counts = new Map<string, number>();

  constructor(kinds: readonly string[]) {
    for (const kind of kinds) this.#counts.set(kind, 0);
  }

  readonly add = (kind: string, count = 1): void =>
    void this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);

  /** `91 events, 15 venues`. */
  toString(): string {
    return [...this.#counts].map(([kind, count]) => counted(count, kind)).join(', ');
  }
}

async function saveAll(orm: Orm, host: string | null, write: WriteText): Promise<Counts> {
  const counts = new Counts([...RECORD_KINDS, 'category', 'tag']);
  await exportJson(orm.em.fork(), host, async (line) => {
    if (line.kind !== 'calendar') counts.add(line.kind);
    await write(`${JSON.stringify(line)}\n`);
  });
  return counts;
}

async function saveList(
  orm: Orm,
  config: Config,
  filters: readonly string[],
  { format, kind: plural, bom }: ExportOptions,
  write: WriteText,
): Promise<Counts> {
  const kind = kindOf(plural) ?? 'event';
  const parsed = exportQuery(kind, filters);
  if (parsed.invalid !== null)
    throw new CommandError(`"${parsed.invalid}" is not a filter: filters are written as categories=music.`);
  const site = config.baseUrl ?? `http://localhost:${config.port}`;
  const host = publicHost(config.baseUrl) ?? (await ensureCalendarId(orm.em.fork()));
  const operations = operationsOf(schemasOf(config.settings));
  const counts = new Counts([kind]);
  const count = (records: number): void => counts.add(kind, records);
  await inSnapshot(orm, { settings: config.settings, site, host }, async (context) => {
    const pieces =
      format === 'ics'
        ? exportCalendar(operations, parsed.query, context, count)
        : exportCsv(operations, kind, parsed.query, context, count);
    if (bom) await write('\ufeff');
    for await (const piece of pieces) await write(piece);
  });
  return counts;
}

async function save(filters: string[], options: ExportOptions): Promise<void> {
  assertTogether(filters, options);
  const config = loadConfig(process.env);
  const host = publicHost(config.baseUrl);
  const { output, format } = options;
  await withDatabase(config, async ({ orm }) => {
    const work = (write: WriteText): Promise<Counts> =>
      format === 'json' ? saveAll(orm, host, write) : saveList(orm, config, filters, options, write);
    try {
      if (output === undefined) console.error(`${await toConsole(work)}`);
      else console.log(`${await toFile(output, work)} → ${output}`);
    } catch (error) {
      throw filterError(error);
    }
  });
}

const command = program(
  'npm run export --',
  'Writes what the calendar holds: as JSON everything but passwords; ' +
    'as iCalendar and CSV what is published, of all days.',
  { log: console.log, fail: console.error },
);
command
  .argument(
    '[FILTERS...]',
    'of ics and csv: those of the list in the API, such as categories=music start_date=today',
  )
  .addOption(
    new Option('--format <FORMAT>', 'JSON lines, iCalendar, or rows with the columns of The Events Calendar')
      .choices(['json', 'ics', 'csv'])
      .default('json'),
  )
  .addOption(kindOption('what csv has rows of; events unless given'))
  .option('--bom', 'begins csv with a byte order mark, by which Excel knows UTF-8')
  .option('-o, --output <FILE>', 'where to; to the console unless given')
  .action(save);

await runMain(async () => runCommand(command, process.argv.slice(2)));
