import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../../domain/context/context.ts';
import { type ResponseCache, uncached } from '../http/response-cache.ts';
import type { Send } from '../http/send.ts';
import type { ApolloContext } from './gateway.ts';
import { isQuery } from './operation-log.ts';
import { hashOfBody } from './request-body.ts';
import { responseStatus } from './response-status.ts';
import { searchOf } from './trusted-documents.ts';

interface OperationDeps {
  server: ApolloServer<ApolloContext>;
  context(req: Request, res: Response): Promise<ApolloContext>;
  send: Send;
}

/** The context of the request; null until Apollo has accepted the request. */
interface ContextHolder {
  context: Context | null;
}

interface OperationResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly text: string;
}

function headersOf(req: Request): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

/** Executes an operation with Apollo. @param holder receives the context of the request */
async function executeByApollo(
  { server, context }: OperationDeps,
  req: Request,
  res: Response,
  holder: ContextHolder,
): Promise<OperationResponse> {
  const { status, headers, body } = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      // Apollo does not support QUERY; see response-status.ts.
      method: req.method === 'QUERY' ? 'POST' : req.method,
      headers: headersOf(req),
      search: searchOf(req),
      body: req.body,
    },
    // Apollo also reports errors that are thrown here.
    context: async () => {
      const carried = await context(req, res);
      holder.context = carried.request;
      return carried;
    },
  });
  if (body.kind !== 'complete')
    throw new Error('Apollo sent a multipart response, which no operation requests');
  return {
    status: responseStatus(status ?? 200, headers.get('content-type'), holder.context),
    headers,
    text: body.string,
  };
}

/** Serves operations in request bodies from the cache if it has the response. */
export const serveFromCache =
  (cache: ResponseCache | null): RequestHandler =>
  (req, res, next) => {
    const body = hashOfBody(req);
    if (cache && body !== undefined) cache.serveBody(req, res, body, next);
    else next();
  };

export const handleOperation =
  (deps: OperationDeps): RequestHandler =>
  async (req, res) => {
    const holder: ContextHolder = { context: null };
    const { status, headers, text } = await executeByApollo(deps, req, res, holder);
    for (const [name, value] of headers) res.setHeader(name, value);
    if (!holder.context || !isQuery(holder.context)) uncached(res);
    deps.send(res.status(status), text, holder.context);
  };
