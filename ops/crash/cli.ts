import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { runCrashes } from './run.ts';

const count = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.');
  return Number(text);
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const program = new Command('npm run crash --')
  .description(
    'Kills the service, and every second time its PostgreSQL, under write load, and compares the stored data with the acknowledged writes.',
  )
  .option('--rounds <number>', 'number of kills', count, 20)
  .action(async ({ rounds }: { rounds: number }) => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-crash-'));
    try {
      const result = await runCrashes({
        rounds,
        dataDir: join(folder, 'data'),
        log: (line) => process.stderr.write(`${line}\n`),
      });
      const { acknowledged, differences, restarts, ...rest } = result;
      for (const difference of differences) process.stdout.write(`${difference}\n`);
      const { created, changed, trashed } = acknowledged;
      process.stdout.write(
        `${rest.rounds} kills of the service, ${rest.databaseKills} with PostgreSQL; acknowledged ${created} created, ${changed} changed, ${trashed} trashed, ${rest.series} series; ` +
          `${rest.delivered} webhook messages, ${rest.repeated} of them repetitions; ${differences.length} differences; ${rest.storedUnanswered} stored without a response; ${rest.refused.length} refused; ` +
          `ready again after ${Math.round(median(restarts))} ms (median), ${Math.round(Math.max(...restarts))} ms at most\n`,
      );
      process.exitCode = differences.length === 0 ? 0 : 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

await program.parseAsync();
