import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';
import type { Receiving } from '../http/bodies.ts';

const LIMIT = 1024 * 1024;
/**
 * The limit for callers without credentials, who can only send queries: the longest query that the limits
 * allow takes less than half of it.
 */
const ANONYMOUS_LIMIT = 100 * 1024;

const hashes = new WeakMap<IncomingMessage, string>();

/** A hash of the body of an operation as it was sent; undefined before it was read, and without a body. */
export const hashOfBody = (req: IncomingMessage): string | undefined => hashes.get(req);

const jsonUpTo = (limit: number): RequestHandler => {
  const verify = (req: IncomingMessage, _res: unknown, bytes: Buffer): void =>
    void hashes.set(req, hash('sha256', bytes, 'base64url'));
  const parse = express.json({ limit, type: () => true, verify });
  return (req, res, next) => {
    // Otherwise the whole body would be read before it is refused.
    if (Number(req.headers['content-length'] ?? 0) > limit) next(new ServiceError('payload_too_large'));
    else parse(req, res, next);
  };
};

/** Reads the body of an operation once the caller is known. */
export function readOperation({ authenticate, bodies }: Receiving): RequestHandler {
  const [json, shortJson] = [jsonUpTo(LIMIT), jsonUpTo(ANONYMOUS_LIMIT)];
  return async (req, res, next) => {
    if (req.method !== 'POST') return next();
    const { role } = await authenticate(req);
    bodies.expect(req, res);
    if (role === 'anonymous') shortJson(req, res, next);
    else json(req, res, next);
  };
}
