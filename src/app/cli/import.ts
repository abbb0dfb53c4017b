import { access, constants } from 'node:fs/promises';
import type { Orm } from '../../platform/postgres/orm.ts';
import { publicHost } from '../../transfer/import/calendar-id.ts';
import { commandContext, operationsOf } from '../../transfer/import/operations.ts';
import { ImportError, type Report, SourceError } from '../../transfer/import/report.ts';
import type { Credentials } from '../../transfer/tec-import/fetcher.ts';
import { importSite } from '../../transfer/tec-import/import-site.ts';
import { type Config, loadConfig } from '../config.ts';
import { schemasOf } from '../schemas.ts';
import { CommandError, runMain } from './console.ts';
import { withDatabase } from './database.ts';
import {
  assertFormatOptions,
  type FileFormat,
  type FileOptions,
  formatOf,
  importFile,
  isAddress,
  withFileOptions,
} from './import-file.ts';
import { reportText } from './import-report.ts';
import { unreadable } from './input-file.ts';
import { jsonOption, program, runCommand } from './program.ts';
import { Progress } from './progress.ts';

/** The variable with the password of `--user`, which keeps it out of lists of processes. */
const PASSWORD = 'IMPORT_PASSWORD';

interface ImportOptions extends FileOptions {
  dryRun?: boolean;
  json?: boolean;
  user?: string;
  allowPrivate?: boolean;
  restart?: boolean;
  create?: boolean;
}

function siteLogin(user: string | undefined): Credentials | undefined {
  if (user === undefined) return undefined;
  const password = process.env[PASSWORD] ?? '';
  if (password === '') throw new CommandError(`Give the application password of ${user} in ${PASSWORD}.`);
  return { user, password };
}

/** @throws CommandError for options that only sites have */
function assertNoSite({ user, restart }: ImportOptions): void {
  const wrong = user === undefined ? restart && '--restart' : '--user';
  if (wrong) throw new CommandError(`${wrong} goes with a site.`);
}

async function importInto(
  orm: Orm,
  config: Config,
  source: string,
  format: FileFormat | undefined,
  options: ImportOptions,
): Promise<Report> {
  const { dryRun = false, user, allowPrivate, restart } = options;
  const context = await commandContext(orm, config);
  const progress = new Progress();
  const { baseUrl } = config;
  const log = console.error;
  const host = publicHost(baseUrl);
  const running = { dryRun, progress: progress.show };
  try {
    if (format === undefined)
      return await importSite(context, operationsOf(schemasOf(config.settings)), source, {
        ...running,
        allowPrivate,
        restart,
        baseUrl,
        folder: config.dataDir,
        login: siteLogin(user),
        log,
      });
    return await importFile(context, operationsOf(schemasOf(config.settings)), format, {
      ...running,
      source,
      options,
      fetching: { allowPrivate },
      host,
      log,
    });
  } finally {
    progress.end();
  }
}

/** Turns errors that a person can mend into a sentence about the source. */
function asCommandError(source: string, error: unknown): unknown {
  if (error instanceof ImportError || error instanceof SourceError)
    return new CommandError(`${source} ${error.message}`);
  const sentence = unreadable(source, error);
  return sentence === undefined ? error : new CommandError(sentence);
}

/** Before a calendar is made for the file. @throws CommandError */
async function assertReadable(source: string): Promise<void> {
  if (source === '-' || isAddress(source)) return;
  try {
    await access(source, constants.R_OK);
  } catch (error) {
    throw asCommandError(source, error);
  }
}

async function importFrom(source: string, options: ImportOptions): Promise<void> {
  const config = loadConfig(process.env);
  const { dryRun = false, json = false, create = false } = options;
  if (dryRun && create) throw new CommandError('--dry-run stores nothing, so it does not go with --create.');
  const format = formatOf(source, options);
  assertFormatOptions(format, options);
  if (format !== undefined) assertNoSite(options);
  await assertReadable(source);
  const report = await withDatabase(
    config,
    ({ orm }) =>
      importInto(orm, config, source, format, options).catch((error: unknown) => {
        throw asCommandError(source, error);
      }),
    { create },
  );
  console.log(json ? JSON.stringify({ dryRun, ...report }, null, 2) : reportText(report, dryRun));
  if (report.refused.length > 0) process.exitCode = 1;
}

const command = program(
  'npm run import --',
  'Imports records. What is there already is changed where it differs, so a second run changes nothing.',
  { log: console.log, fail: console.error },
);
command
  .argument('<SOURCE>', 'a file, "-" or the address of one, ics or csv; or a site with an events API')
  .option('--dry-run', 'tells what would be done, and does nothing')
  .option('--user <LOGIN>', `of the site, to see drafts too; its application password is in ${PASSWORD}`)
  .option('--allow-private', 'asks addresses of this machine and of private networks too')
  .option('--create', 'makes an empty calendar first where there is none')
  .option('--restart', 'reads a site from the beginning, also after an import that was broken off')
  .addOption(jsonOption());
withFileOptions(command).action(importFrom);

await runMain(
  async () => (await runCommand(command, process.argv.slice(2))) || Number(process.exitCode ?? 0),
);
