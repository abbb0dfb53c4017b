import { createHash } from 'node:crypto';
import type { Binding } from '../../contract/types.ts';
import { ServiceError } from '../../errors.ts';
import type { OnceRequest } from '../../request.ts';
import type { RestRequest } from './rest-request.ts';

/** Up to 255 characters that can be seen, and blanks. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * What a new record is recognised by that may be sent twice; null without `Idempotency-Key`, and for requests
 * that make no record (rules#idempotency). @throws ServiceError invalid_idempotency_key
 */
export function onceRequest({ operation, status }: Binding, request: RestRequest): OnceRequest | null {
  const { req, query, body } = request;
  const key = req.headers['idempotency-key'];
  if (key === undefined || operation.kind !== 'mutation' || status !== 201) return null;
  if (typeof key !== 'string' || !KEY.test(key)) throw new ServiceError('invalid_idempotency_key');
  const asked = JSON.stringify([operation.coordinate, query.values, body.values]);
  return { key, fingerprint: createHash('sha256').update(asked).digest('base64url') };
}
