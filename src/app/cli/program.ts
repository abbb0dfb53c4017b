import { Command, CommanderError, Option } from 'commander';

export interface Output {
  /** Prints results and help. */
  log: (text: string) => void;
  /** Prints error messages. */
  fail: (text: string) => void;
}

/**
 * A command line with the conventions of this project: short help, suggestions for misspelled words, and the error
 * message in the last line.
 */
export function program(name: string, description: string, { log, fail }: Output): Command {
  const chomp = (text: string): string => text.replace(/\n$/, '');
  return new Command(name)
    .description(description)
    .helpCommand(false)
    .helpOption('-h, --help', 'display help')
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

export const jsonOption = (): Option => new Option('--json', 'print JSON');

/**
 * Runs a command line. Handles only errors of the command line itself.
 * @returns the exit code: 0, or 2 for an invalid command line
 */
export async function runCommand(command: Command, argv: readonly string[]): Promise<0 | 2> {
  try {
    await command.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}

/** Formats rows in columns. The first row is the heading. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  const line = (row: readonly (string | number)[]): string =>
    row
      .map((cell, at) => String(cell).padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
