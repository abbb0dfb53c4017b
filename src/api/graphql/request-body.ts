import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { ServiceError } from '../../lib/errors.ts';
import type { Authenticate } from '../http/contexts.ts';
import { charsetOf, readBytes, textOf } from '../http/read-body.ts';

const LIMIT = 1024 * 1024;
/** The limit for anonymous callers, which can only send queries: the longest allowed query needs less than half. */
const ANONYMOUS_LIMIT = 100 * 1024;

const hashes = new WeakMap<IncomingMessage, string>();

/** A hash of the request body; undefined before it was read, and without a body. */
export const hashOfBody = (req: IncomingMessage): string | undefined => hashes.get(req);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * Reads a JSON object or list.
 * @throws ServiceError payload_too_large 413, unsupported_media_type 415, rest_invalid_json 400, rest_invalid_body
 * 400
 */
async function readJson(req: Request, res: Response, limit: number): Promise<unknown> {
  if (!charsetOf(req.headers['content-type']).startsWith('utf-'))
    throw new ServiceError('unsupported_media_type');
  const bytes = await readBytes(req, res, limit);
  hashes.set(req, hash('sha256', bytes, 'base64url'));
  const text = textOf(req, bytes);
  // The response to an empty body then names the missing parts.
  if (text === '') return {};
  const value = parse(text);
  if (typeof value !== 'object' || value === null) throw new ServiceError('rest_invalid_json');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('rest_invalid_json', { cause });
  }
}

/** Reads the body of an operation after authentication. */
export function readOperation(authenticate: Authenticate): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'POST' && req.method !== 'QUERY') return next();
    const caller = await authenticate(req);
    const limit = caller.role === 'anonymous' ? ANONYMOUS_LIMIT : LIMIT;
    // Otherwise the body would be read up to the limit before it is refused.
    if (Number(req.headers['content-length'] ?? 0) > limit) throw new ServiceError('payload_too_large');
    if (hasBody(req)) req.body = await readJson(req, res, limit);
    next();
  };
}
