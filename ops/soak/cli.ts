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
    'Mixed load at 80 % of what the service takes: no error, flat memory, and no minute whose p99 is more than three times the median.',
  )
  .option('--minutes <number>', 'how long', count, 30)
  .option('--events <number>', 'how many events there are', count, 10_000)
  .option('--every <seconds>', 'length of a period', count, 60)
  .action(async ({ minutes, events, every }: Options) => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-soak-'));
    try {
      const periods = Math.max(1, Math.round((minutes * 60) / every));
      const log = (line: string): void => void process.stderr.write(`${line}\n`);
      const { capacity, rows, complaints } = await runSoak({
        dataDir: join(folder, 'data'),
        events,
        periods,
        seconds: every,
        trySeconds: 5,
        log,
      });
      for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
      const answers = rows.reduce((sum, row) => sum + row.answers, 0);
      process.stdout.write(
        `${answers} requests at 80 % of ${Math.round(capacity)} a second: ${complaints.length === 0 ? 'all as promised' : 'NOT as promised'}\n`,
      );
      process.exitCode = complaints.length === 0 ? 0 : 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

await program.parseAsync();
