import { Command, CommanderError, Option } from 'commander';

export interface Output {
  /** Is given help and whatever else was asked for. */
  log: (text: string) => void;
  /** Is given error messages. */
  fail: (text: string) => void;
}

/**
 * A command line as all commands of this project have it: short help, suggestions for misspelt words, and the
 * error message in the last line.
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

/** For commands whose output programs read. */
export const jsonOption = (): Option => new Option('--json', 'answers JSON');

/**
 * Runs a command line. Only errors in the command line itself are handled here.
 * @returns the exit code: 0, or 2 when the command line was not understood
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
