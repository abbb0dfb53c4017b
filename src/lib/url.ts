import { BadValue } from './errors.ts';

const MAX_LENGTH = 2000;

/** Scheme, authority, path, query, fragment. */
const PARTS = /^(https?:\/\/)([^/?#]+)((?:\/[^?#]*)?)(\?[^#]*)?(#.*)?$/is;
/**
 * ASCII and invisible characters that the URL standard percent-encodes in each part of an http URL; and the backslash,
 * which it parses differently in each part.
 */
const IN_PATH = /[\s\p{Cc}"<>\\^`{}]/gu;
const IN_QUERY = /[\s\p{Cc}"<>\\']/gu;
const IN_FRAGMENT = /[\s\p{Cc}"<>\\`]/gu;
const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]/;
const NOT_IN_HOST = /[\s\p{Cc}"<>\\`{}]/u;
const PORT = /:([^:\]@]*)$/;

const encoded = (text: string, characters: RegExp): string =>
  text.replace(characters, (character) =>
    // encodeURIComponent does not encode the apostrophe.
    character === "'" ? '%27' : encodeURIComponent(character),
  );

/** Why the URL standard does not accept this authority. */
function hostProblem(scheme: string, authority: string): string {
  const [end = '', port] = PORT.exec(authority) ?? [];
  const isPort = port !== undefined && URL.canParse(scheme + authority.slice(0, -end.length));
  return isPort
    ? `The address has the port "${port.slice(0, 20)}": use a number from 0 to 65535.`
    : 'The address has an invalid host.';
}

/**
 * Reads an absolute http or https address of at most 2000 characters. Trims it and percent-encodes what the URL
 * standard encodes; the rest stays as typed (rules#addresses). Idempotent.
 * @throws BadValue that names the problem: scheme, host, port, length, a line end, or a login, which would be published
 */
export const httpUrl = (text: string): string => {
  const address = text.trim();
  if (address.length > MAX_LENGTH) throw new BadValue(`The address is longer than ${MAX_LENGTH} characters.`);
  if (LINE_ENDS.test(address)) throw new BadValue('The address has a line end or a tab in it.');
  if (!address.isWellFormed()) throw new BadValue('The address has an incomplete character.');
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = PARTS.exec(address) ?? [];
  if (scheme === '')
    throw new BadValue(
      /^https?:\/\//i.test(address)
        ? 'The address has no host.'
        : 'Use an absolute address that starts with http:// or https://.',
    );
  const origin = scheme + authority;
  if (NOT_IN_HOST.test(authority) || !URL.canParse(origin))
    throw new BadValue(hostProblem(scheme, authority));
  const { username, password } = new URL(origin);
  if (username !== '' || password !== '') throw new BadValue('The address must not contain a login.');
  const whole = origin + encoded(path, IN_PATH) + encoded(query, IN_QUERY) + encoded(fragment, IN_FRAGMENT);
  if (whole.length > MAX_LENGTH)
    throw new BadValue(`The address is longer than ${MAX_LENGTH} characters once it is percent-encoded.`);
  return whole;
};
