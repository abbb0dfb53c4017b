import { access, constants } from 'node:fs/promises';
import type { Orm } from '../../platform/postgres/orm.ts';
import type { FileFormat } from '../../transfer/file/format.ts';
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
  type FileOptions,
  formatOf,
  importFrom,
  isAddress,
  withFileOptions,
} from './import-file.ts';
import { reportText } from './import-report.ts';
import { unreadableMessage } from './input-file.ts';
import { jsonOption, program, runCommand } from './program.ts';
import { Progress } from './progress.ts';

/** The variable with the password of `--user`; an option would be visible in process lists. */
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
  if (password === '') throw new CommandError(`Set ${PASSWORD} to the application password of ${user}.`);
  return { user, password };
}

/** @throws CommandError for options of sites */
function assertNoSiteOptions({ user, restart }: ImportOptions): void {
  const wrong = user === undefined ? restart && '--restart' : '--user';
  if (wrong) throw new CommandError(`Use ${wrong} only with a site.`);
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
  const runOptions = { dryRun, progress: progress.show };
  try {
    if (format === undefined)
      return await importSite(context, operationsOf(schemasOf(config.settings)), source, {
        ...runOptions,
        allowPrivate,
        restart,
        baseUrl,
        folder: config.dataDir,
        login: siteLogin(user),
        log,
      });
    return await importFrom(context, operationsOf(schemasOf(config.settings)), format, {
      ...runOptions,
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

/** Converts errors that the user can fix to a sentence about the source. */
function asCommandError(source: string, error: unknown): unknown {
  if (error instanceof ImportError || error instanceof SourceError)
    return new CommandError(`${source} ${error.message}`);
  const sentence = unreadableMessage(source, error);
  return sentence === undefined ? error : new CommandError(sentence);
}

/** Checks the file before --create creates a calendar. @throws CommandError */
async function assertReadable(source: string): Promise<void> {
  if (source === '-' || isAddress(source)) return;
  try {
    await access(source, constants.R_OK);
  } catch (error) {
    throw asCommandError(source, error);
  }
}

async function runImport(source: string, options: ImportOptions): Promise<void> {
  const config = loadConfig(process.env);
  const { dryRun = false, json = false, create = false } = options;
  if (dryRun && create) throw new CommandError('Do not use --create with --dry-run, which stores nothing.');
  const format = formatOf(source, options);
  assertFormatOptions(format, options);
  if (format !== undefined) assertNoSiteOptions(options);
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
  'Imports records. Updates existing records that differ, so a second run changes nothing.',
  { log: console.log, fail: console.error },
);
command
  .argument(
    '<SOURCE>',
    'an ics or csv file, its address, or "-" for standard input; or a site with an events API',
  )
  .option('--dry-run', 'report the changes, but store nothing')
  .option(
    '--user <LOGIN>',
    `a login of the site, to import drafts too; set ${PASSWORD} to its application password`,
  )
  .option('--allow-private', 'allow addresses of this machine and of private networks')
  .option('--create', 'create an empty calendar first if it does not exist')
  .option('--restart', 'start over, even if an import of the site was interrupted')
  .addOption(jsonOption());
withFileOptions(command).action(runImport);

await runMain(
  async () => (await runCommand(command, process.argv.slice(2))) || Number(process.exitCode ?? 0),
);
