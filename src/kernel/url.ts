import { BadValue } from '../errors.ts';

const MAX_LENGTH = 2000;
/**
 * Characters that RFC 3986 does not allow unescaped. Browsers would repair such an address, but a page that
 * prints it would not.
 */
const REFUSED = /[\s\p{Cc}<>"`\\]/u;

/**
 * An absolute http or https address, at most 2000 characters, trimmed and otherwise as typed
 * (rules#addresses).
 * @throws BadValue for other schemes, blanks, and addresses with a login in them, which would be published
 */
export const httpUrl = (text: string): string => {
  const address = text.trim();
  if (address.length > MAX_LENGTH) throw new BadValue(`The address is longer than ${MAX_LENGTH} characters.`);
  if (
    !/^https?:\/\/[^/?#]/i.test(address) ||
    REFUSED.test(address) ||
    !address.isWellFormed() ||
    !URL.canParse(address)
  ) {
    throw new BadValue('Use an absolute address that starts with http:// or https://.');
  }
  const { username, password } = new URL(address);
  if (username !== '' || password !== '') throw new BadValue('The address must not contain a login.');
  return address;
};
