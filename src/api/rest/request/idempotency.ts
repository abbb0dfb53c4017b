import { createHash } from 'node:crypto';
import type { OnceRequest } from '../../../domain/context/request.ts';
import type { Binding } from '../../contract/types.ts';
import { readIdempotencyKey } from '../../http/idempotency-key.ts';
import type { RestRequest } from './rest-request.ts';

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
  const name = readIdempotencyKey(key);
  const content = JSON.stringify([operation.coordinate, query.values, body.values]);
  return { key: name, fingerprint: createHash('sha256').update(content).digest('base64url') };
}
