import { writeFileSync } from 'node:fs';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { machine } from '../../bench/support/proc.ts';
import { NotInstalled } from './parts/programs.ts';
import { runScenarios } from './run.ts';
import { scenarios } from './scenarios/index.ts';
import { isMet, table } from './verdict.ts';

const NOT_INSTALLED = 2;
const STOPPED = 130;

const port = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1_024 || number > 31_000)
    throw new InvalidArgumentError('It takes a port from 1024 to 31000.');
  return number;
};

interface Options {
  out?: string;
  port: number;
  keep: boolean;
}

async function run(names: readonly string[], { out, port, keep }: Options): Promise<void> {
  const stop = new AbortController();
  // Ctrl-C arrives twice, from the terminal and from npm, which forwards it; the second must not interrupt the cleanup.
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => stop.abort(new Error(`${name}: stopped before the end`)));
  const started = performance.now();
  const say = (line: string): void =>
    void process.stderr.write(
      `${((performance.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${line}\n`,
    );
  try {
    const chosen = names.length > 0 ? names : Object.keys(scenarios);
    const outcomes = await runScenarios({ names: chosen, firstPort: port, keep, say, signal: stop.signal });
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    const report = `# A cluster that loses machines\n\n${new Date().toISOString().slice(0, 10)}, ${machine()}; ${minutes} minutes.\n\n${table(outcomes)}\n`;
    process.stdout.write(report);
    if (out !== undefined) writeFileSync(out, report);
    process.exitCode = isMet(outcomes) ? 0 : 1;
  } catch (error) {
    if (!stop.signal.aborted && !(error instanceof NotInstalled)) throw error;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    // Exits explicitly, because waits of the scenario may still be pending.
    process.exit(stop.signal.aborted ? STOPPED : NOT_INSTALLED);
  }
}

const program = new Command('npm run cluster --')
  .description(
    'Tests two instances of the service behind nginx, on a Patroni cluster behind HAProxy and PgBouncer, that lose machines while clients write and read.',
  )
  .addArgument(
    new Argument('[scenarios...]', 'scenarios to run; all by default')
      .choices(Object.keys(scenarios))
      .default([], 'all'),
  )
  .option('--out <file>', 'also write the table to this file')
  .option('--port <number>', 'first of a hundred ports', port, 20_000)
  .option('--keep', 'retain the folder with the logs', false)
  .action(run);

await program.parseAsync();
