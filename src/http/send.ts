import type { RequestHandler, Response } from 'express';
import { Context } from '../context.ts';
import { Answer, type Headers } from './answer.ts';
import type { ResponseCache } from './cache.ts';

const ANONYMOUS = 'public, max-age=0, must-revalidate';
/** GraphQL answers with status 200 to what failed in part; next time it may not. */
const FAILED = '{"errors"';

/** `YYYY-MM-DD HH:MM:SS` of UTC in milliseconds since 1970. */
const milliseconds = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`);

/**
 * Successful answers to GET and HEAD get a strong entity tag, are compared with what the client has (304), encoded as it likes, and kept for others
 * where they are for everyone. Rooms that answer with data put their context into `res.locals.context`; other answers pass untouched.
 */
export const answering =
  (cache: ResponseCache | null): RequestHandler =>
  (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const isHead = req.method === 'HEAD';
    const send = res.send.bind(res);
    res.send = (body: unknown) => {
      const context: unknown = res.locals.context;
      res.send = send;
      if (typeof body !== 'string' || res.statusCode !== 200) return send(body);
      // Without a context it is a document, the same for everyone.
      const isForAll = !(context instanceof Context) || context.caller.login === null;
      if (context instanceof Context && isForAll) res.setHeader('Cache-Control', ANONYMOUS);
      res.vary('Accept-Encoding');
      res.vary('Authorization');
      const answer = new Answer(Buffer.from(body), headersOf(res));
      if (context instanceof Context && isForAll && !isHead && !body.startsWith(FAILED))
        cache?.keep(req, answer, milliseconds(context.freshUntil));
      for (const name of res.getHeaderNames()) res.removeHeader(name);
      answer.send(req, res);
      return res;
    };
    next();
  };

const headersOf = (res: Response): Headers =>
  res.getHeaderNames().flatMap((name) => {
    const value = res.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
