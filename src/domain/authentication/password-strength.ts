import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withoutSpaces } from '../users/login.ts';

const runProgram = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('estimate-password.ts', import.meta.url));
const TIMEOUT_MS = 60_000;
/**
 * The fewest guesses for a password, as a power of ten: the best score of zxcvbn, "safely unguessable". A higher
 * minimum would refuse many passwords of 12 random hexadecimal digits.
 */
const MIN_GUESSES_LOG10 = 10;
/** Further characters do not weaken a password, but slow down the estimate. */
const MAX_ESTIMATED_CHARACTERS = 64;
/** Words that attackers try for this service. */
const SERVICE_NAMES = ['calendar', 'calendars', 'event', 'events', 'service', 'graphql'];
/** Shorter words are not removed from a password: random ones contain them by chance. */
const MIN_WORD_LENGTH = 3;

interface Estimate {
  guessesLog10: number;
  warning: string | null;
}

/** The words of names, longest first: those of `events.example.org` are `events`, `example` and `org`. */
const wordsOf = (names: readonly string[]): string[] =>
  [
    ...new Set(
      names
        .join(' ')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    ),
  ]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((a, b) => b.length - a.length);

const removeWords = (words: readonly string[], password: string): string =>
  words.reduce((rest, word) => rest.replaceAll(new RegExp(word, 'giu'), ''), password);

async function estimate(password: string, names: readonly string[]): Promise<Estimate> {
  const running = runProgram(process.execPath, ['--no-warnings', PROGRAM], { timeout: TIMEOUT_MS, env: {} });
  running.child.stdin?.end(JSON.stringify({ password: password.slice(0, MAX_ESTIMATED_CHARACTERS), names }));
  return JSON.parse((await running).stdout);
}

/**
 * Checks a password chosen by a person (rules#guessing). Guessing programs try common passwords, words, names, dates,
 * rows of keys and repetitions first; a separate process estimates the number of their tries.
 * @param variable the name of the setting
 * @param names known to an attacker: the login, the host
 * @throws Error with a message for the operator, without the password
 */
export async function assertStrongPassword(
  variable: string,
  password: string,
  names: readonly string[],
): Promise<void> {
  const whole = withoutSpaces(password);
  const words = wordsOf([...SERVICE_NAMES, ...names]);
  const rest = removeWords(words, whole);
  const { guessesLog10, warning } = await estimate(rest, words);
  if (guessesLog10 >= MIN_GUESSES_LOG10) return;
  const reason =
    rest === whole
      ? (warning ?? 'It consists of words, names, dates or patterns that attackers try first.')
      : 'Attackers try the login, the host and the name of this service first, and too little is left without them.';
  throw new Error(
    `${variable} is too easy to guess: about 10^${Math.floor(guessesLog10)} guesses find it, and it must withstand 10^${MIN_GUESSES_LOG10}. ` +
      `${reason} Set a random one, for example the output of: openssl rand -base64 24`,
  );
}
