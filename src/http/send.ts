import type { Express, Response } from 'express';
import { Context } from '../context.ts';
import type { ResponseCache } from '../memory/answers.ts';
import { currentRoute } from '../telemetry/routes.ts';
import { Answer, type Headers } from './answer.ts';

const ANONYMOUS = 'public, max-age=0, must-revalidate';
/** How the names of the headers begin that say how often a client may still ask. */
const LIMIT = 'ratelimit';
/** GraphQL answers with status 200 to what failed in part; next time it may not. */
const FAILED = '{"errors"';

/** `YYYY-MM-DD HH:MM:SS` of UTC in milliseconds since 1970. */
const milliseconds = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`);

/**
 * Makes the app answer GET and HEAD with a strong entity tag, compared with what the client has (304),
 * encoded as it likes, and kept for others where the answer is for everyone. Rooms that answer with data put
 * their context into `res.locals.context`; other answers pass untouched.
 */
export function answerWithTags(app: Express, cache: ResponseCache | null): void {
  const writeHead = app.response.writeHead;
  // Every answer begins here: files and errors too, which nobody keeps.
  app.response.writeHead = function release(this: Response, ...head: unknown[]): Response {
    cache?.release(this.req);
    Reflect.apply(writeHead, this, head);
    return this;
  };
  const plain = app.response.send;
  // On the prototype: a method on each response keeps dead responses from being collected until the next full
  // collection.
  app.response.send = function send(this: Response, body: unknown): Response {
    const { req } = this;
    if (
      typeof body !== 'string' ||
      this.statusCode !== 200 ||
      (req.method !== 'GET' && req.method !== 'HEAD')
    )
      return plain.call(this, body);
    const context: unknown = this.locals.context;
    // Without a context it is a document, the same for everyone.
    const isForAll = !(context instanceof Context) || context.caller.login === null;
    if (isForAll && !this.hasHeader('Cache-Control')) this.setHeader('Cache-Control', ANONYMOUS);
    this.vary('Accept-Encoding');
    this.vary('Authorization');
    const answer = new Answer(Buffer.from(body), headersOf(this), currentRoute());
    if (context instanceof Context && isForAll && req.method === 'GET' && !body.startsWith(FAILED))
      cache?.keep(req, answer, milliseconds(context.freshUntil));
    for (const name of this.getHeaderNames()) if (!name.startsWith(LIMIT)) this.removeHeader(name);
    answer.send(req, this);
    return this;
  };
}

/** Those of the answer; its id, and how often it may still ask, are the request's own. */
const headersOf = (res: Response): Headers =>
  res.getHeaderNames().flatMap((name) => {
    const value = res.getHeader(name);
    return value === undefined || name === 'x-request-id' || name.startsWith(LIMIT)
      ? []
      : [[name, String(value)] as const];
  });
