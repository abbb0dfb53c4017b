import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../../domain/context/context.ts';
import { secondsOf } from '../../lib/date-time.ts';
import { CacheDependencies } from '../../platform/cache/cache-dependencies.ts';
import type { Send } from '../http/send.ts';
import type { ApolloContext } from './gateway.ts';
import { isQuery } from './operation-log.ts';
import { hashOfBody } from './request-body.ts';
import { answerStatus } from './request-errors.ts';
import type { GraphqlResponseCache, OperationAnswer } from './response-cache.ts';
import { searchOf } from './trusted-documents.ts';

/** An answer with errors is not cached: the same query may succeed the next time. */
const FAILED = '{"errors"';

interface OperationDeps {
  server: ApolloServer<ApolloContext>;
  context(req: Request, res: Response): Promise<ApolloContext>;
  send: Send;
  /** Null when responses are not cached. */
  responseCache: GraphqlResponseCache | null;
}

/** The context of the request; null until Apollo has accepted the request. */
interface ContextHolder {
  context: Context | null;
}

function headersOf(req: Request): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

/**
 * Until when the answer to a query is right for everybody; null for callers with a login, and when the
 * request was not accepted.
 */
const freshUntil = (request: Context | null): number | null =>
  request && request.caller.login === null && isQuery(request)
    ? secondsOf(request.dependencies.freshUntil) * 1_000
    : null;

/** Executes an operation by Apollo. @param holder is given the request's context */
async function executeByApollo(
  { server, context }: OperationDeps,
  req: Request,
  res: Response,
  holder: ContextHolder,
): Promise<OperationAnswer> {
  const { status, headers, body } = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      // To Apollo a QUERY is a POST; see request-errors.ts.
      method: req.method === 'QUERY' ? 'POST' : req.method,
      headers: headersOf(req),
      search: searchOf(req),
      body: req.body,
    },
    // Apollo also answers errors that are thrown here.
    context: async () => {
      const carried = await context(req, res);
      holder.context = carried.request;
      return carried;
    },
  });
  if (body.kind !== 'complete') throw new Error('Apollo answered in parts, which no operation requests');
  const text = body.string;
  return {
    status: answerStatus(status ?? 200, headers.get('content-type'), holder.context),
    headers,
    text,
    freshUntil: text.startsWith(FAILED) ? null : freshUntil(holder.context),
    dependencies: holder.context?.dependencies ?? new CacheDependencies(),
  };
}

/** Answers operations: queries of anonymous callers from the cache where it has the response. */
export const answerOperation =
  (answering: OperationDeps): RequestHandler =>
  async (req, res) => {
    const { responseCache } = answering;
    const key = responseCache?.keyOf(req, hashOfBody(req)) ?? null;
    const holder: ContextHolder = { context: null };
    const compute = (): Promise<OperationAnswer> => executeByApollo(answering, req, res, holder);
    const { status, headers, text } =
      responseCache && key !== null ? await responseCache.getOrCompute(key, compute) : await compute();
    for (const [name, value] of headers) res.setHeader(name, value);
    answering.send(res.status(status), text, holder.context);
  };
