import type { Request, RequestHandler, Response } from 'express';
import { createHandler } from 'graphql-sse';
import type { Context } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { uncached } from '../http/response-cache.ts';
import { writeChunk } from '../http/write-chunk.ts';
import { sendGraphQLError } from './http.ts';
import { Interrupted, type Subscriber, type SubscriptionDeps, Subscriptions } from './subscriptions.ts';
import { searchOf } from './trusted-documents.ts';

const STREAM_TYPE = 'text/event-stream';
const HEADERS = {
  'Content-Type': `${STREAM_TYPE}; charset=utf-8`,
  'Cache-Control': 'no-cache, no-transform',
  // Keeps nginx from buffering the first few kB.
  'X-Accel-Buffering': 'no',
};

/** Whether a request subscribes. @param others other response types at the same address */
export const wantsStream = (req: Request, others: readonly string[]): boolean =>
  ['GET', 'HEAD', 'POST', 'QUERY'].includes(req.method) &&
  req.accepts([...others, STREAM_TYPE]) === STREAM_TYPE;

export interface StreamDeps extends SubscriptionDeps {
  /** @throws ServiceError 401 */
  createContext(req: Request): Promise<Context>;
  /** Creates a context for later messages of a request, see `Contexts.renew`. */
  refreshContext(req: Request, context: Context): Promise<Context>;
}

/**
 * Waits until the client has read the buffered output, or has disconnected; undefined if there is nothing to wait
 * for.
 */
function drained(res: Response): Promise<void> | undefined {
  if (!res.writableNeedDrain || res.closed) return undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.on('drain', done).on('close', done);
  });
}

/** Sends subscriptions as Server-Sent Events, one connection each (GraphQL over SSE, distinct connections mode). */
export function eventStream(deps: StreamDeps): RequestHandler {
  const subscriptions = new Subscriptions(deps);
  const handle = createHandler<Request, Subscriber>({
    // Single connection mode, which uses tokens, is not supported.
    authenticate: () => null,
    onSubscribe: ({ context }, { query, operationName, variables }) =>
      subscriptions.start(context, { query, operationName, variables }),
  });
  return async (req, res) => {
    uncached(res);
    const context = await deps.createContext(req);
    // The client has disconnected already, and no further event would report it.
    if (res.closed) return;
    const place = deps.recordChanges.reserve(context.client);
    res.once('close', place.free);
    const subscriber: Subscriber = {
      context,
      currentContext: () => deps.refreshContext(req, context),
      drained: () => drained(res),
    };
    const [body, { status }] = await handle({
      // graphql-sse does not support QUERY.
      method: req.method === 'QUERY' ? 'POST' : req.method,
      url: req.baseUrl + searchOf(req),
      headers: {
        get: (name) =>
          name === 'accept' ? STREAM_TYPE : name === 'content-type' ? 'application/json' : null,
      },
      body: req.body,
      raw: req,
      context: subscriber,
    });
    if (body === null || typeof body === 'string')
      return sendGraphQLError(res, new ServiceError('rest_invalid_param', { status, message: BAD_REQUEST }));
    res.writeHead(status, HEADERS);
    try {
      for await (const text of body) if (!(await writeChunk(res, text))) break;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    } finally {
      res.end();
    }
  };
}
const BAD_REQUEST =
  'Send the subscription as text in "query"; "variables" and "extensions", if any, must be JSON objects.';
