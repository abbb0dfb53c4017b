/** One line of the table: what was looked at, and whether it is as it should be. */
export interface Check {
  what: string;
  wanted: string;
  found: string;
  /** Undefined for what is only reported. */
  met: boolean | undefined;
}

/** What came of one scenario. */
export interface Outcome {
  name: string;
  checks: Check[];
  /** What else is worth telling, such as the first answers that were too old. */
  notes: string[];
}

const SHOWN = 5;

/** Met when nothing of a kind was found. */
export const none = (what: string, found: readonly string[]): Check => ({
  what,
  wanted: 'none',
  found: found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, SHOWN).join('; ')}`,
  met: found.length === 0,
});

export const atMost = (what: string, limit: number, found: number, unit: string): Check => ({
  what,
  wanted: `at most ${limit} ${unit}`,
  found: `${found.toFixed(found < 10 ? 2 : 0)} ${unit}`,
  met: found <= limit,
});

export const atLeast = (what: string, limit: number, found: number): Check => ({
  what,
  wanted: `at least ${limit}`,
  found: found.toFixed(found < 10 ? 2 : 0),
  met: found >= limit,
});

export const equal = (what: string, wanted: string | number, found: string | number): Check => ({
  what,
  wanted: String(wanted),
  found: String(found),
  met: wanted === found,
});

export const told = (what: string, found: string | number): Check => ({
  what,
  wanted: '',
  found: String(found),
  met: undefined,
});

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const words = { true: 'yes', false: '**no**', undefined: '' };

/** All scenarios as one table of Markdown. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ name, checks }) =>
    checks.map(({ what, wanted, found, met }, n) =>
      row([n === 0 ? name : '', what, wanted, found, words[`${met}`]]),
    ),
  );
  const notes = outcomes.flatMap(({ name, notes }) => notes.map((note) => `- ${name}: ${note}`));
  return [row(['scenario', '', 'wanted', 'found', 'met']), '| --- | --- | --- | --- | --- |', ...rows]
    .concat(notes.length > 0 ? ['', ...notes] : [])
    .join('\n');
}

export const isMet = (outcomes: readonly Outcome[]): boolean =>
  outcomes.every(({ checks }) => checks.every(({ met }) => met !== false));
