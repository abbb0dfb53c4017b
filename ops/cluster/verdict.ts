/** A row of the table. */
export interface Check {
  what: string;
  wanted: string;
  actual: string;
  /** Undefined: only reported. */
  met: boolean | undefined;
}

/** The result of a scenario. */
export interface Outcome {
  name: string;
  checks: Check[];
  /** Additional remarks, such as the first outdated responses. */
  notes: string[];
}

const SHOWN = 5;

/** A check that is met if the list is empty. */
export const none = (what: string, actual: readonly string[]): Check => ({
  what,
  wanted: 'none',
  actual: actual.length === 0 ? 'none' : `${actual.length}: ${actual.slice(0, SHOWN).join('; ')}`,
  met: actual.length === 0,
});

export const atMost = (what: string, limit: number, actual: number, unit: string): Check => ({
  what,
  wanted: `at most ${limit} ${unit}`,
  actual: `${actual.toFixed(actual < 10 ? 2 : 0)} ${unit}`,
  met: actual <= limit,
});

export const atLeast = (what: string, limit: number, actual: number): Check => ({
  what,
  wanted: `at least ${limit}`,
  actual: actual.toFixed(actual < 10 ? 2 : 0),
  met: actual >= limit,
});

export const equal = (what: string, wanted: string | number, actual: string | number): Check => ({
  what,
  wanted: String(wanted),
  actual: String(actual),
  met: wanted === actual,
});

export const reported = (what: string, actual: string | number): Check => ({
  what,
  wanted: '',
  actual: String(actual),
  met: undefined,
});

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const words = { true: 'yes', false: '**no**', undefined: '' };

const isNoneFound = ({ wanted, met }: Check): boolean => wanted === 'none' && met === true;

/** Combines the met `none` checks into one row. */
function combineMet(checks: readonly Check[]): Check[] {
  const empty = checks.filter(isNoneFound);
  const first = checks.findIndex(isNoneFound);
  const what = empty.map((check) => check.what).join('; ');
  return checks.flatMap((check, n) => {
    if (n === first) return [{ ...check, what }];
    return isNoneFound(check) ? [] : [check];
  });
}

/** A Markdown table of all scenarios. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ name, checks }) =>
    combineMet(checks).map(({ what, wanted, actual, met }, n) =>
      row([n === 0 ? name : '', what, wanted, actual, words[`${met}`]]),
    ),
  );
  const notes = outcomes.flatMap(({ name, notes }) => notes.map((note) => `- ${name}: ${note}`));
  return [row(['scenario', '', 'wanted', 'found', 'met']), '| --- | --- | --- | --- | --- |', ...rows]
    .concat(notes.length > 0 ? ['', ...notes] : [])
    .join('\n');
}

export const isMet = (outcomes: readonly Outcome[]): boolean =>
  outcomes.every(({ checks }) => checks.every(({ met }) => met !== false));
