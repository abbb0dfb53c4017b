import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withoutBlanks } from '../users/login.ts';

const runProgram = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('estimate-password.ts', import.meta.url));
const TIMEOUT_MS = 60_000;
/**
 * Fewest guesses that a password has to withstand, as a power of ten: the best score of zxcvbn, "safely
 * unguessable". More would refuse many passwords of 12 random hexadecimal digits.
 */
const FEWEST_GUESSES = 10;
/** More characters make a password no weaker, and the estimate slow. */
const MOST_CHARACTERS = 64;
/** What anybody would try for this service. */
const OWN_NAMES = ['calendar', 'calendars', 'event', 'events', 'service', 'graphql'];
/** Shorter words are not taken out of a password: random ones contain them by chance. */
const SHORTEST_WORD = 3;

interface Estimate {
  guessesLog10: number;
  warning: string | null;
}

/** The words of names, those of `events.example.org` are `events`, `example` and `org`; the longest first. */
const wordsOf = (names: readonly string[]): string[] =>
  [
    ...new Set(
      names
        .join(' ')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    ),
  ]
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length);

/** A password without the words that an attacker knows. */
const without = (words: readonly string[], password: string): string =>
  words.reduce((rest, word) => rest.replaceAll(new RegExp(word, 'giu'), ''), password);

async function estimate(password: string, names: readonly string[]): Promise<Estimate> {
  const running = runProgram(process.execPath, ['--no-warnings', PROGRAM], { timeout: TIMEOUT_MS, env: {} });
  running.child.stdin?.end(JSON.stringify({ password: password.slice(0, MOST_CHARACTERS), names }));
  return JSON.parse((await running).stdout);
}

/**
 * Checks a password that somebody has chosen (rules#guessing). Guessing programs try common passwords, words,
 * names, dates, rows of keys and repetitions first; how many tries they would need is estimated, by a process
 * of its own.
 * @param variable what the password is called
 * @param names what an attacker knows: the login, the host
 * @throws Error with a sentence for the operator, which does not show the password
 */
export async function assertStrongPassword(
  variable: string,
  password: string,
  names: readonly string[],
): Promise<void> {
  const whole = withoutBlanks(password);
  const words = wordsOf([...OWN_NAMES, ...names]);
  const rest = without(words, whole);
  const { guessesLog10, warning } = await estimate(rest, words);
  if (guessesLog10 >= FEWEST_GUESSES) return;
  const reason =
    rest === whole
      ? (warning ?? 'It is made of words, names, dates or patterns that are tried first.')
      : 'The login, the host and what this service is called are tried first, and too little is left without them.';
  throw new Error(
    `${variable} is too easy to guess: about 10^${Math.floor(guessesLog10)} tries find it, and it must withstand 10^${FEWEST_GUESSES}. ` +
      `${reason} Set a random one, for example what this prints: openssl rand -base64 24`,
  );
}
