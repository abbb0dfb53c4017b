import { createHash } from 'node:crypto';
import type { OnceRequest } from '../../../domain/context/request.ts';
import { ServiceError } from '../../../lib/errors.ts';
import type { Binding } from '../../contract/types.ts';
import type { RestRequest } from './rest-request.ts';

/** 1 to 255 visible characters or blanks. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * How a request for a new record is recognised when it is sent again; null for requests that create no record
 * (rules#idempotency). @throws ServiceError invalid_idempotency_key
 */
export function onceRequest(
  { operation, status }: Binding,
  { query, body }: RestRequest,
  key: string | string[],
): OnceRequest | null {
  if (operation.kind !== 'mutation' || status !== 201) return null;
  if (typeof key !== 'string' || !KEY.test(key)) throw new ServiceError('invalid_idempotency_key');
  const content = JSON.stringify([operation.coordinate, query.values, body.values]);
  return { key, fingerprint: createHash('sha256').update(content).digest('base64url') };
}
