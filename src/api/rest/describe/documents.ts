import { LRUCache } from 'lru-cache';
import { invalidParams, ServiceError } from '../../../lib/errors.ts';
import type { Json } from '../../contract/types.ts';
import { allow } from '../allow.ts';
import type { Responder } from '../by-method.ts';
import { ignoredParameters, plainNames } from '../request/ignored-names.ts';
import { markCaller, type RestRequest } from '../request/rest-request.ts';
import type { RestDeps } from '../requirements.ts';
import { fieldTree, pick } from '../respond/fields.ts';
import { sendJson } from '../respond/send.ts';
import { type IndexOptions, indexDocument, indexRoute } from './index-document.ts';
import { openApiDocument } from './openapi/index.ts';

const MOST_ADDRESSES = 20;

const options = (
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

/**
 * The answer to `OPTIONS` for a path of the contract, including `/` and `/doc`: the entry of the path in the
 * index.
 */
export function routeText(deps: RestDeps, request: RestRequest, path: string): string {
  return JSON.stringify(indexRoute(deps.contract, path, options(deps, request, request.mount.namespace)));
}

/** The routes of all namespaces, for the root of the API. */
export const allRoutes = (deps: RestDeps, request: RestRequest): Record<string, Json> =>
  Object.assign(
    {},
    ...deps.namespaces.map(
      (namespace) => indexDocument(deps.contract, options(deps, request, namespace)).routes,
    ),
  );

/**
 * An answer that is the same for everybody, to GET only; but wrong credentials are refused everywhere.
 * @param params the parameters of the query string that are read
 */
export function openAnswer(
  deps: RestDeps,
  params: readonly string[],
  send: (request: RestRequest) => void,
): Map<string, Responder> {
  const readable = plainNames(params);
  const answer: Responder = async (request) => {
    const { req, urls } = request;
    allow(request.res, ['GET']);
    if (req.headers.authorization !== undefined)
      markCaller(await deps.createContext(req, urls), request, ['GET']);
    const problems = ignoredParameters(request, readable);
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
    send(request);
  };
  return new Map([['GET', answer]]);
}

/**
 * `GET` of a namespace. `?namespace=` shows another one.
 * @throws ServiceError rest_invalid_namespace
 */
export function sendIndex(deps: RestDeps, request: RestRequest): void {
  const { query, mount } = request;
  if (query.failure) throw query.failure;
  const namespace = query.values.namespace ?? mount.namespace;
  if (typeof namespace !== 'string' || !deps.namespaces.includes(namespace))
    throw new ServiceError('rest_invalid_namespace');
  sendPicked(request, indexDocument(deps.contract, options(deps, request, namespace)));
}

/** Sends the part of a document that `_fields` asks for. */
export function sendPicked(request: RestRequest, document: object): void {
  const tree = fieldTree(request.query.values._fields);
  const text = JSON.stringify(document);
  const plain: Json | null = tree && JSON.parse(text);
  sendJson(request, 200, tree ? JSON.stringify(pick(plain, tree)) : text);
}

/**
 * Makes a function that sends the OpenAPI document, which is made once for each address at which it is
 * requested.
 */
export function docSender(deps: RestDeps): (request: RestRequest) => void {
  const made = new LRUCache<string, string>({ max: MOST_ADDRESSES });
  return (request) => {
    // Relative to the address of the document, whatever proxy is in front; with BASE_URL it is known.
    const { mount, urls } = request;
    const path = `${mount.prefix}/${mount.namespace}`;
    const [serverUrl, siteUrl] =
      deps.baseUrl === null ? [path, path.slice(1).replace(/[^/]+/g, '..')] : [urls.rest, urls.site];
    const { settings, version, samples } = deps;
    const text =
      made.get(serverUrl) ??
      JSON.stringify(openApiDocument(deps.contract, { ...settings, serverUrl, siteUrl, version, samples }));
    made.set(serverUrl, text);
    sendJson(request, 200, text);
  };
}
