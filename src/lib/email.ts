import { BadValue } from './errors.ts';

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
/** A valid e-mail address by the HTML standard, as browsers check `<input type=email>`. */
const ADDRESS = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`);
/** In characters, as in schema.graphql. */
const MAX_LENGTH = 1000;
/** What RFC 6068 does not allow unescaped in front of the `@`. */
const ESCAPED = /[^\w.!$'*+~-]/g;

/** Whether a text is one e-mail address and nothing else (rules#e-mail). */
export const isEmail = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text);

/**
 * An e-mail address without blanks around it; `''` for none (rules#e-mail).
 * @throws BadValue for anything else
 */
export function readEmail(text: string): string {
  const address = text.trim();
  if (address !== '' && !isEmail(address))
    throw new BadValue('must be one e-mail address, such as info@example.org');
  return address;
}

/** The `mailto:` address of an e-mail address (RFC 6068); undefined for a text that is none. */
export const mailtoOf = (email: string): string | undefined =>
  isEmail(email)
    ? `mailto:${email.replace(/^[^@]*/, (local) => local.replace(ESCAPED, encodeURIComponent))}`
    : undefined;

/** The e-mail address that a `mailto:` address names, without subject and the like; undefined for others. */
export function emailOfMailto(address: string): string | undefined {
  const [, to] = /^mailto:([^?]*)/i.exec(address) ?? [];
  if (to === undefined) return undefined;
  try {
    return decodeURIComponent(to).trim();
  } catch {
    return to.trim();
  }
}
