import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { commandContext } from '../carry/operations.ts';
import { Refused, type Report } from '../carry/report.ts';
import { restore } from '../carry/restore.ts';
import { loadConfig } from '../config.ts';
import { atConsole, CommandError } from './console.ts';
import { withDatabase } from './database.ts';
import { jsonOption, program, run, table } from './program.ts';

interface Options {
  dryRun?: boolean;
  json?: boolean;
}

/** Says where it is, on a terminal in one line. */
function sayProgress(records: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${records} records`);
  else if (records % 1_000 === 0) console.error(`${records} records`);
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

async function bring(source: string, { dryRun = false, json = false }: Options): Promise<void> {
  const config = loadConfig(process.env);
  const host = config.baseUrl === undefined ? null : new URL(config.baseUrl).hostname;
  const report = await withDatabase(config, async ({ orm }) => {
    try {
      return await restore(await commandContext(orm, config), linesOf(source), {
        host,
        dryRun,
        progress: sayProgress,
      });
    } catch (error) {
      if (error instanceof Refused) throw new CommandError(`${source} ${error.message}`);
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new CommandError(`There is no file ${source}.`);
      throw error;
    }
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(json ? JSON.stringify({ dryRun, ...report }, null, 2) : told(report, dryRun));
  if (report.refused.length > 0) process.exitCode = 1;
}

const command = program(
  'npm run import --',
  'Brings records in. What is there already is changed where it differs, so a second run changes nothing.',
  { log: console.log, fail: console.error },
);
command
  .argument('<SOURCE>', 'a file that npm run export has written')
  .option('--dry-run', 'tells what would be done, and does nothing')
  .addOption(jsonOption())
  .action(bring);

await atConsole(async () => (await run(command, process.argv.slice(2))) || Number(process.exitCode ?? 0));
