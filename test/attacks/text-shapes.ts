/** Texts that make a careless pattern try every way to divide them, each of any length. */
const repeat = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const between = (start: string, piece: string, end: string) => (length: number) =>
  start + repeat(piece)(Math.max(0, length - start.length - end.length)) + end;

export const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  'digits and a letter': between('', '1', 'x'),
  'digits and two points': between('', '1', '..'),
  'digits in groups': between('', '1,', 'x'),
  'blanks and a letter': between('y', ' ', 'z'),
  'blanks between words': repeat('a '),
  'tabs and line ends': between('a', '\t\r\n', 'b'),
  points: between('', '.', 'x'),
  commas: between('', ',', 'x'),
  'values in commas': repeat('a,'),
  quotes: between('', '"', 'x'),
  'quotes that never end': repeat('"a '),
  'single quotes': between('', "'", 'x'),
  hyphens: between('', '-', ''),
  'hyphens and blanks': repeat('- '),
  'hyphens and a letter': between('a', '-', 'b'),
  'opening brackets': repeat('['),
  'brackets of fields': between('a', '[a]', ''),
  'nested parentheses': (length) => '('.repeat(length / 2) + ')'.repeat(length / 2),
  braces: repeat('{'),
  less: repeat('<'),
  'tags that never end': repeat('<a '),
  'attributes that never end': between('<a ', 'b="c ', ''),
  'comments that never end': repeat('<!--'),
  'scripts that never end': repeat('<script>'),
  'closing tags': repeat('</a'),
  entities: repeat('&amp;'),
  'half entities': repeat('&#1'),
  'percent signs': repeat('%'),
  underscores: repeat('_'),
  backslashes: repeat('\\'),
  slashes: between('', '/', 'x'),
  'at signs': repeat('a@'),
  colons: repeat('1:'),
  'plus and minus': repeat('+-'),
  'words of dates': repeat('next '),
  'numbers of dates': repeat('+1 day '),
  'marks out of order': between('a', '\u0300\u0323', ''),
  'marks in order': between('a', '\u0301', ''),
  'letters that unfold': repeat('\ufdfa'),
  'Hangul parts': repeat('\u1100\u1161\u11a8'),
  'zero width': repeat('\u200d'),
  surrogates: repeat('😀'),
  equals: repeat('a=b&'),
  semicolons: repeat('a;q=1;'),
};

/** Milliseconds of the clock: for what other processes do. */
const elapsed = (): number => performance.now();
/** Milliseconds of processor time of this thread: for functions, whatever else the machine does. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The least of several durations in milliseconds: what others do on the machine only adds to them. */
async function least(
  times: number,
  send: (length: number) => unknown,
  length: number,
  now: () => number,
): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = now();
    await send(length);
    fastest = Math.min(fastest, now() - start);
  }
  return fastest;
}

const MOST_GROWTH = 3;
/** Ways to be unlucky on a busy machine. */
const TIMES = 4;
/** What grows, grows again a moment later; a machine that was busy is not. */
const ROUNDS = 3;
const PAUSE_MS = 1_000;

/** One comparison of a length with its half and its quarter. */
async function compare(
  longest: number,
  floor: number,
  send: (length: number) => unknown,
  now: () => number,
): Promise<string | undefined> {
  const whole = await least(TIMES, send, longest, now);
  if (whole < floor) return undefined;
  const half = await least(TIMES, send, longest / 2, now);
  const quarter = await least(TIMES, send, longest / 4, now);
  const grows = whole > half * MOST_GROWTH && half > quarter * MOST_GROWTH;
  // What takes constant time besides hides the growth of the shorter ones.
  const leaps = whole > quarter * MOST_GROWTH * MOST_GROWTH;
  return grows || leaps ? `${quarter.toFixed(1)}, ${half.toFixed(1)}, ${whole.toFixed(1)} ms` : undefined;
}

/**
 * Whether reading a text takes more than three times as long when it is twice as long, twice in a row, and does so
 * whenever it is looked at.
 * @param floor below so many milliseconds nothing is worth counting
 * @param send reads a text of about that many characters
 * @param now by which time is measured
 * @returns what was measured last, undefined when all is well
 */
export async function growth(
  longest: number,
  floor: number,
  send: (length: number) => unknown,
  now = elapsed,
): Promise<string | undefined> {
  // Most are done with one look.
  if ((await least(1, send, longest, now)) < floor) return undefined;
  let measured: string | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    measured = await compare(longest, floor, send, now);
    if (measured === undefined) return undefined;
  }
  return measured;
}
