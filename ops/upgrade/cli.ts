import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { machine } from '../../bench/support/proc.ts';
import { releaseBefore } from '../../test/support/release.ts';
import { complaintsOf, MOST_MS, NoHistory, runUpgrade, type Upgraded } from './run.ts';

const NO_HISTORY = 2;
const SECONDS = 10;

const count = (text: string): number => {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.');
  return Number(text);
};
const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 });

function table({ phases }: Upgraded): string {
  const rows = phases.map(({ name, took, answers, failures, slowestRead, slowestWrite, held, waited }) =>
    [
      name,
      (took / 1_000).toFixed(1),
      ...[answers, failures.length, slowestRead, slowestWrite, held, waited].map(number),
    ].join(' | '),
  );
  return `| | s | answers | failures | slowest read, ms | slowest write, ms | table held, ms | waited for a migration, ms |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map((row) => `| ${row} |`).join('\n')}`;
}

function report(upgraded: Upgraded, events: number): string {
  const complaints = complaintsOf(upgraded);
  return `# Upgrade from ${upgraded.from} with ${number(events)} events

${new Date().toISOString().slice(0, 10)}, ${machine()}. Clients read and write all the time, at two instances of ${upgraded.from} while the migrations run. *Table held*: the longest that a
migration held a table against readers or writers; *waited*: the longest that anybody waited for a migration. Both may take ${MOST_MS} ms.

${table(upgraded)}

${complaints.length === 0 ? 'Nothing failed, nobody waited for longer, and everything that was acknowledged is there.' : complaints.map((words) => `- ${words}`).join('\n')}
`;
}

const program = new Command('npm run upgrade --')
  .description(
    'Brings a database of an earlier release to this one, migration by migration and instance by instance, while clients read and write.',
  )
  .option('--events <number>', 'how many events it has', count, 1_000_000)
  .option('--from <version>', 'which release', await releaseBefore())
  .option('--out <file>', 'writes the table there, too')
  .action(async ({ from, events, out }: { from: string; events: number; out?: string }) => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-upgrade-'));
    const started = performance.now();
    try {
      const upgraded = await runUpgrade({
        from,
        events,
        dataDir: join(folder, 'data'),
        seconds: SECONDS,
        log: (line) =>
          process.stderr.write(
            `${((performance.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${line}\n`,
          ),
      });
      const text = report(upgraded, events);
      process.stdout.write(text);
      if (out !== undefined) writeFileSync(out, text);
      process.exitCode = complaintsOf(upgraded).length === 0 ? 0 : 1;
    } catch (error) {
      if (!(error instanceof NoHistory)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = NO_HISTORY;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

await program.parseAsync();
