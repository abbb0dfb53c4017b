import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { machine } from '../../bench/support/proc.ts';
import { releaseBefore } from '../../test/support/release.ts';
import { MAX_WAIT_MS, NoHistory, runUpgrade, type Upgraded, unmetGoalsOf } from './run.ts';

const NO_HISTORY = 2;
const SECONDS = 10;

const count = (text: string): number => {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.');
  return Number(text);
};
const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 });

function table({ phases }: Upgraded): string {
  const rows = phases.map(({ name, took, responses, failures, slowestRead, slowestWrite, held, waited }) =>
    [
      name,
      (took / 1_000).toFixed(1),
      ...[responses, failures.length, slowestRead, slowestWrite, held, waited].map(number),
    ].join(' | '),
  );
  return `| | s | responses | failures | slowest read, ms | slowest write, ms | table locked, ms | waited for a migration, ms |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map((row) => `| ${row} |`).join('\n')}`;
}

function report(upgraded: Upgraded, events: number): string {
  const unmetGoals = unmetGoalsOf(upgraded);
  return `# Upgrade from ${upgraded.from} with ${number(events)} events

${new Date().toISOString().slice(0, 10)}, ${machine()}. Clients read and write all the time, at two instances of ${upgraded.from} while the migrations run. *Table locked*: the longest time that a
migration blocked readers or writers of a table; *waited*: the longest time that a session waited for a migration. The limit of both is ${MAX_WAIT_MS} ms.

${table(upgraded)}

${unmetGoals.length === 0 ? 'No request failed, no wait was longer than the limit, and all acknowledged writes are stored.' : unmetGoals.map((words) => `- ${words}`).join('\n')}
`;
}

const program = new Command('npm run upgrade --')
  .description(
    'Upgrades a database from an earlier release, migration by migration and instance by instance, while clients read and write.',
  )
  .option('--events <number>', 'number of events', count, 1_000_000)
  .option('--from <version>', 'earlier release', await releaseBefore())
  .option('--out <file>', 'also write the report to this file')
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
      process.exitCode = unmetGoalsOf(upgraded).length === 0 ? 0 : 1;
    } catch (error) {
      if (!(error instanceof NoHistory)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = NO_HISTORY;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

await program.parseAsync();
