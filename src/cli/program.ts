import { Command, CommanderError, Option } from 'commander';

export interface Output {
  /** Gets what was asked for, and help. */
  log: (text: string) => void;
  /** Gets what is wrong. */
  fail: (text: string) => void;
}

/**
 * A command line, in the manner of this project: short help, suggestions for what is misspelt, and what is
 * wrong in the last line.
 */
export function program(name: string, description: string, { log, fail }: Output): Command {
  const chomp = (text: string): string => text.replace(/\n$/, '');
  return new Command(name)
    .description(description)
    .helpCommand(false)
    .helpOption('-h, --help', 'shows this')
    .showHelpAfterError(false)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => log(chomp(text)),
      writeErr: (text) => fail(chomp(text)),
      outputError: (text, write) =>
        write(text.replace(/^error: /, '').replace(/\n\(Did you mean/, ' (Did you mean')),
    });
}

/** For commands whose answer programs read. */
export const jsonOption = (): Option => new Option('--json', 'answers JSON');

/**
 * Runs a command line. Errors other than those of the command line itself are the caller's.
 * @returns the exit code: 0, or 2 when the command line was not understood
 */
export async function run(command: Command, argv: readonly string[]): Promise<0 | 2> {
  try {
    await command.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}

/** Rows in columns; the first row is the heading. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  const line = (row: readonly (string | number)[]): string =>
    row
      .map((cell, at) => String(cell).padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
