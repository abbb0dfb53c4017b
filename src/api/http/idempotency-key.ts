import { ServiceError } from '../../lib/errors.ts';

/** 1 to 255 visible characters or blanks. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * The key of a request that may be sent twice and must be carried out once (rules#idempotency).
 * @throws ServiceError invalid_idempotency_key
 */
export function readIdempotencyKey(header: string | string[]): string {
  if (typeof header !== 'string' || !KEY.test(header)) throw new ServiceError('invalid_idempotency_key');
  return header;
}
