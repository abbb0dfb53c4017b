import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { commandContext, Operations } from '../carry/operations.ts';
import { Refused, type Report, SourceError } from '../carry/report.ts';
import { restore } from '../carry/restore.ts';
import { bringSite } from '../carry/site/bring-site.ts';
import type { Login } from '../carry/site/fetch.ts';
import { type Config, loadConfig } from '../config.ts';
import type { Orm } from '../database/orm.ts';
import { atConsole, CommandError } from './console.ts';
import { withDatabase } from './database.ts';
import { jsonOption, program, run, table } from './program.ts';
import { Progress } from './progress.ts';

/** Holds the password of `--user`, so that no list of processes shows it. */
const PASSWORD = 'IMPORT_PASSWORD';

interface Options {
  dryRun?: boolean;
  json?: boolean;
  user?: string;
  allowPrivate?: boolean;
  restart?: boolean;
}

function told({ counts, refused }: Report, dryRun: boolean): string {
  const rows = Object.entries(counts).map(([kind, { created, changed, unchanged }]) => [
    ...[kind, created, changed, unchanged],
  ]);
  const reasons = refused.map(({ at, what, reason }) => `refused: ${at}, ${what}: ${reason}`);
  const said = dryRun ? ['Nothing is stored; this is what would be:'] : [];
  return [...said, table([['', 'CREATED', 'CHANGED', 'UNCHANGED'], ...rows]), ...reasons].join('\n');
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const input = createReadStream(path);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    input.destroy();
  }
}

function loginOf(user: string | undefined): Login | undefined {
  if (user === undefined) return undefined;
  const password = process.env[PASSWORD] ?? '';
  if (password === '') throw new CommandError(`Give the application password of ${user} in ${PASSWORD}.`);
  return { user, password };
}

const isSite = (source: string): boolean => /^https?:\/\//i.test(source);

async function importInto(
  orm: Orm,
  config: Config,
  source: string,
  { dryRun = false, user, allowPrivate, restart }: Options,
): Promise<Report> {
  const context = await commandContext(orm, config);
  const progress = new Progress();
  const { baseUrl } = config;
  try {
    if (isSite(source))
      return await bringSite(context, new Operations(config), source, {
        ...{ dryRun, allowPrivate, restart, baseUrl, folder: config.dataDir, login: loginOf(user) },
        progress: progress.show,
        say: console.error,
      });
    const host = baseUrl === undefined ? null : new URL(baseUrl).hostname;
    return await restore(context, linesOf(source), { host, dryRun, progress: progress.show });
  } finally {
    progress.end();
  }
}

/** What a person can mend, in a sentence about the source. */
function asCommandError(source: string, error: unknown): unknown {
  if (error instanceof Refused || error instanceof SourceError)
    return new CommandError(`${source} ${error.message}`);
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return new CommandError(`There is no file ${source}.`);
  return error;
}

async function importFrom(source: string, options: Options): Promise<void> {
  const config = loadConfig(process.env);
  const { dryRun = false, json = false } = options;
  const report = await withDatabase(config, ({ orm }) =>
    importInto(orm, config, source, options).catch((error: unknown) => {
      throw asCommandError(source, error);
    }),
  );
  console.log(json ? JSON.stringify({ dryRun, ...report }, null, 2) : told(report, dryRun));
  if (report.refused.length > 0) process.exitCode = 1;
}

const command = program(
  'npm run import --',
  'Brings records in. What is there already is changed where it differs, so a second run changes nothing.',
  { log: console.log, fail: console.error },
);
command
  .argument('<SOURCE>', 'a file that npm run export has written, or the address of a site with an events API')
  .option('--dry-run', 'tells what would be done, and does nothing')
  .option('--user <LOGIN>', `of the site, to see drafts too; its application password is in ${PASSWORD}`)
  .option('--allow-private', 'asks addresses of this machine and of private networks too')
  .option('--restart', 'reads a site from the beginning, also after an import that was broken off')
  .addOption(jsonOption())
  .action(importFrom);

await atConsole(async () => (await run(command, process.argv.slice(2))) || Number(process.exitCode ?? 0));
