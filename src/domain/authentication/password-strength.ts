import { normalForm } from '../../lib/unicode-normal-form.ts';
import { MIN_PASSWORD_LENGTH, withoutSpaces } from '../users/login.ts';

/** A repeated character or a few repeated ones are tried first. Random passwords of 12 digits nearly always have more. */
const MIN_DIFFERENT = 5;
/** Words that attackers try for this service. */
const SERVICE_NAMES = ['calendar', 'calendars', 'event', 'events', 'service', 'graphql'];
/** The beginnings of common passwords. Most of the others are shorter than the shortest password here. */
const COMMON = (
  'abcdefghijklmnopqrstuvwxyz abcdef 0123456789 1234567890 0987654321 9876543210 123456 654321 123123 112233 121212 abc123 1q2w3e4r 1qaz2wsx ' +
  'qwertyuiop qwerty qwertz qwertzuiop azerty azertyuiop asdfghjkl asdfgh zxcvbnm zxcvbn qazwsx ' +
  'password passwort passw0rd p4ssw0rd p@ssw0rd secret geheim letmein changeme changeit default administrator admin ' +
  'root user guest test welcome hello login master superman batman dragon monkey sunshine princess shadow football ' +
  'baseball soccer liverpool arsenal chelsea pokemon starwars iloveyou iloveu trustno1 whatever freedom summer winter ' +
  'spring autumn computer internet google samsung facebook monday friday january september december'
).split(' ');
/** Shorter words are not removed from a password: random ones contain them by chance. */
const MIN_WORD_LENGTH = 3;

/** Without differences of letter case, and of the ways to write one character. */
const folded = (text: string): string => normalForm(text.toLowerCase(), 'NFC');

/** Names and their words: those of `events.example.org` are `events`, `example` and `org`. */
const wordsOf = (names: readonly string[]): string[] =>
  [...new Set(names.map(folded).flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]))].filter(
    (word) => word.length >= MIN_WORD_LENGTH,
  );

/** The characters without words in any letter case; the longest word is removed first. */
const withoutWords = (words: readonly string[], password: string): string[] =>
  Array.from(
    words
      .toSorted((a, b) => b.length - a.length)
      .reduce((rest, word) => rest.replaceAll(word, ''), folded(password)),
  );

/**
 * Checks a password chosen by a person (rules#guessing): what attackers try first does not count.
 * @param variable the name of the setting
 * @param names known to an attacker: the login, the host
 * @throws Error with a message for the operator, without the password
 */
export function assertStrongPassword(variable: string, password: string, names: readonly string[]): void {
  const words = [...COMMON, ...wordsOf([...SERVICE_NAMES, ...names])];
  const rest = withoutWords(words, withoutSpaces(password));
  if (rest.length >= MIN_PASSWORD_LENGTH && new Set(rest).size >= MIN_DIFFERENT) return;
  throw new Error(
    `${variable} is too easy to guess: it needs at least ${MIN_PASSWORD_LENGTH} characters, ${MIN_DIFFERENT} of them different. ` +
      'Spaces, the login, the host, the name of this service and common passwords do not count, because attackers try ' +
      'them first. Set a random one, for example the output of: openssl rand -base64 24',
  );
}
