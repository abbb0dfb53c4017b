import { LRUCache } from 'lru-cache';
import { invalidParams, ServiceError } from '../../../lib/errors.ts';
import type { Json } from '../../contract/types.ts';
import type { Responder } from '../by-method.ts';
import { queryNames, reportIgnoredParameters } from '../request/ignored-names.ts';
import { markCaller, type RestRequest, setAllow } from '../request/rest-request.ts';
import type { RestDeps } from '../requirements.ts';
import { fieldTree, pick } from '../respond/fields.ts';
import { sendJson } from '../respond/send.ts';
import { type IndexOptions, indexDocument, indexRoute } from './index-document.ts';
import { openApiDocument } from './openapi/index.ts';

const MAX_CACHED_ADDRESSES = 20;

const indexOptions = (
  { settings, clock }: RestDeps,
  { mount, urls }: RestRequest,
  namespace: string,
): IndexOptions => ({
  namespace,
  perPage: settings.perPage,
  now: clock(),
  timezone: settings.timezone,
  restRoot: `${urls.site}${mount.prefix}`,
});

/** The response to `OPTIONS` for a path of the contract, `/` and `/doc` included: its entry in the index. */
export function routeText(deps: RestDeps, request: RestRequest, path: string): string {
  return JSON.stringify(
    indexRoute(deps.contract, path, indexOptions(deps, request, request.mount.namespace)),
  );
}

/** The routes of all namespaces, for the root document. */
export const allRoutes = (deps: RestDeps, request: RestRequest): Record<string, Json> =>
  Object.assign(
    {},
    ...deps.namespaces.map(
      (namespace) => indexDocument(deps.contract, indexOptions(deps, request, namespace)).routes,
    ),
  );

/**
 * Creates a responder to GET with the same response for all callers. Wrong credentials are refused nevertheless.
 * @param params the known parameters of the query string
 */
export function publicResponder(
  deps: RestDeps,
  params: readonly string[],
  send: (request: RestRequest) => void,
): Map<string, Responder> {
  const known = queryNames(params);
  const respond: Responder = async (request) => {
    const { req, urls } = request;
    setAllow(request.res, ['GET']);
    if (req.headers.authorization !== undefined)
      markCaller(await deps.createContext(req, urls), request, ['GET']);
    const problems = reportIgnoredParameters(request, known);
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
    send(request);
  };
  return new Map([['GET', respond]]);
}

/**
 * Sends the index of a namespace; `?namespace=` selects another one.
 * @throws ServiceError rest_invalid_namespace
 */
export function sendIndex(deps: RestDeps, request: RestRequest): void {
  const { query, mount } = request;
  if (query.failure) throw query.failure;
  const namespace = query.values.namespace ?? mount.namespace;
  if (typeof namespace !== 'string' || !deps.namespaces.includes(namespace))
    throw new ServiceError('rest_invalid_namespace');
  sendPicked(request, indexDocument(deps.contract, indexOptions(deps, request, namespace)));
}

/** Sends the part of a document that `_fields` selects. */
export function sendPicked(request: RestRequest, document: object): void {
  const tree = fieldTree(request.query.values._fields);
  const text = JSON.stringify(document);
  const plain: Json | null = tree && JSON.parse(text);
  sendJson(request, 200, tree ? JSON.stringify(pick(plain, tree)) : text);
}

/** Creates a function that sends the OpenAPI document, cached by the address of the request. */
export function openApiSender(deps: RestDeps): (request: RestRequest) => void {
  const documents = new LRUCache<string, string>({ max: MAX_CACHED_ADDRESSES });
  return (request) => {
    // Without BASE_URL the addresses are relative to the document, so that they work behind any proxy.
    const { mount, urls } = request;
    const path = `${mount.prefix}/${mount.namespace}`;
    const [serverUrl, siteUrl] =
      deps.baseUrl === null ? [path, path.slice(1).replace(/[^/]+/g, '..')] : [urls.rest, urls.site];
    const { settings, version, samples } = deps;
    const text =
      documents.get(serverUrl) ??
      JSON.stringify(openApiDocument(deps.contract, { ...settings, serverUrl, siteUrl, version, samples }));
    documents.set(serverUrl, text);
    sendJson(request, 200, text);
  };
}
