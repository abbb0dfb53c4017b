import { BadValue } from './errors.ts';

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
/** The HTML standard's valid e-mail address, as browsers check `<input type=email>`. */
const ADDRESS = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`);
/** In characters, as in schema.graphql. */
const MAX_LENGTH = 1000;
/** Characters that RFC 6068 requires to be escaped before the `@`. */
const MUST_ESCAPE = /[^\w.!$'*+~-]/g;

/** Whether the whole text is one e-mail address (rules#e-mail). */
export const isEmail = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text);

/**
 * Trims an e-mail address; `''` is valid (rules#e-mail).
 * @throws BadValue for other texts
 */
export function readEmail(text: string): string {
  const address = text.trim();
  if (address !== '' && !isEmail(address))
    throw new BadValue('must be one e-mail address, such as info@example.org');
  return address;
}

/** The `mailto:` URI of an e-mail address (RFC 6068); undefined for other texts. */
export const mailtoOf = (email: string): string | undefined =>
  isEmail(email)
    ? `mailto:${email.replace(/^[^@]*/, (local) => local.replace(MUST_ESCAPE, encodeURIComponent))}`
    : undefined;

/** The e-mail address in a `mailto:` URI, without its subject and other fields; undefined for other texts. */
export function emailOfMailto(address: string): string | undefined {
  const [, to] = /^mailto:([^?]*)/i.exec(address) ?? [];
  if (to === undefined) return undefined;
  try {
    return decodeURIComponent(to).trim();
  } catch {
    return to.trim();
  }
}
