import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'whsec_';

const encryptionKey = (key: KeyObject): Buffer =>
  Buffer.from(hkdfSync('sha256', key.export(), '', 'secrets of webhooks', 32));

/** A new secret, `whsec_…`, of 256 bits. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/**
 * Encrypts a secret for storage: a copy of the database does not disclose it, unless it contains the key as well
 * (decisions/0020).
 * @param key the key of the password hashes
 */
export function encryptSecret(secret: string, key: KeyObject): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, encryptionKey(key), iv);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Decrypts the result of {@link encryptSecret}. @throws Error if it was encrypted with another key */
export function decryptSecret(stored: string, key: KeyObject): string {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv(CIPHER, encryptionKey(key), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  );
}
