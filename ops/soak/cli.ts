import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { runSoak } from './run.ts';

const count = (text: string): number => {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.');
  return Number(text);
};

interface Options {
  minutes: number;
  events: number;
  every: number;
}

const program = new Command('npm run soak --')
  .description(
    'Applies a mixed load at 80 % of the capacity. Fails on errors, growing memory, and minutes whose p99 is more than three times the median.',
  )
  .option('--minutes <number>', 'duration', count, 30)
  .option('--events <number>', 'number of events', count, 10_000)
  .option('--every <seconds>', 'duration of a period', count, 60)
  .action(async ({ minutes, events, every }: Options) => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-soak-'));
    try {
      const periods = Math.max(1, Math.round((minutes * 60) / every));
      const log = (line: string): void => void process.stderr.write(`${line}\n`);
      const { capacity, rows, unmetGoals } = await runSoak({
        dataDir: join(folder, 'data'),
        events,
        periods,
        seconds: every,
        trySeconds: 5,
        log,
      });
      for (const goal of unmetGoals) process.stdout.write(`${goal}\n`);
      const responses = rows.reduce((sum, row) => sum + row.responses, 0);
      process.stdout.write(
        `${responses} requests at 80 % of ${Math.round(capacity)} per second: ${unmetGoals.length === 0 ? 'passed' : 'FAILED'}\n`,
      );
      process.exitCode = unmetGoals.length === 0 ? 0 : 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

await program.parseAsync();
