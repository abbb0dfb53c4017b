import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;
/** As Standard Webhooks writes secrets. */
const PREFIX = 'whsec_';

const keyOf = (key: KeyObject): Buffer =>
  Buffer.from(hkdfSync('sha256', key.export(), '', 'secrets of webhooks', 32));

/** A new secret, `whsec_…`, of 256 bits. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/**
 * A secret as it is stored: a copy of the database does not give it away, unless it holds the key as well
 * (decisions/0020). @param key of the password hashes
 */
export function sealed(secret: string, key: KeyObject): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, keyOf(key), iv);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** The secret of what {@link sealed} has written. @throws Error when it was written with another key */
export function unsealed(stored: string, key: KeyObject): string {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(key), bytes.subarray(0, IV));
  decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
}
