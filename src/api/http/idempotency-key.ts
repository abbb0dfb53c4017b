import { ServiceError } from '../../lib/errors.ts';

/** 1 to 255 printable ASCII characters. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * Validates the `Idempotency-Key` of a request (rules#idempotency).
 * @throws ServiceError invalid_idempotency_key
 */
export function readIdempotencyKey(header: string | string[]): string {
  if (typeof header !== 'string' || !KEY.test(header)) throw new ServiceError('invalid_idempotency_key');
  return header;
}
