import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { ERRORS, ServiceError } from '../../lib/errors.ts';
import { serviceError } from '../../lib/service-error.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import { byMethod, type Responder } from './by-method.ts';
import { openApiSender, publicResponder, routeText, sendIndex } from './describe/documents.ts';
import { rootText, sendRoot } from './describe/wordpress-root.ts';
import { PICTURES_PATH, pictureResponder } from './pictures.ts';
import { type Mount, openRequest } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { sendError } from './respond/send.ts';
import { pathResponders } from './serve.ts';
import { sofaRoutes } from './sofa.ts';

export { queryNames, reportIgnoredParameters } from './request/ignored-names.ts';
export { apiLink, markCaller, openRequest, type RestRequest, urlsOf } from './request/rest-request.ts';
export type { RestDeps } from './requirements.ts';
export { sendError, sendJson } from './respond/send.ts';
export { executionError } from './respond/wire-errors.ts';
export { type Body, RestMutation } from './rest-mutation.ts';
export { RestQuery } from './rest-query.ts';

/** Patterns of path variables. */
const VARIABLES: Readonly<Record<string, string>> = { id: '\\d+', slug: '[^/]+' };

/** Converts `/events/:id` to an expression that accepts upper case and a trailing slash. */
function patternOf(path: string): RegExp {
  const variables = path.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${VARIABLES[name] ?? '[^/]+'})`);
  return new RegExp(`^${variables.replace(/\/$/, '')}/?$`, 'i');
}

/** The namespace that clients of The Events Calendar request. */
const TEC_NAMESPACE = 'tribe/events/v1';

/**
 * The error for an address without a route, with the address of the index.
 * @param rest the root of a namespace, without a trailing slash
 * @param hints sentences with suggestions
 */
export const noSuchRoute = (rest: string, ...hints: readonly string[]): ServiceError =>
  new ServiceError('rest_no_route', {
    message: [ERRORS.rest_no_route[1], ...hints, `All routes are listed at ${rest}/.`].join(' '),
  });

const noRoute: Responder = ({ urls }) => {
  throw noSuchRoute(urls.rest);
};

/** A path with another text in place of an id, `/events/abc`. */
const NOT_AN_ID = /^\/([\w-]+)\/[^/]+\/?$/;

/** The error for an unknown path of a namespace; suggests the route by slug for a slug in place of an id. */
const noRouteWithin =
  (paths: ReadonlyMap<string, unknown>): Responder =>
  ({ req, urls }) => {
    const [, list = ''] = NOT_AN_ID.exec(req.path.toLowerCase()) ?? [];
    const address = `${urls.rest}/${list}`;
    if (!paths.has(`/${list}/:id`)) throw noSuchRoute(urls.rest);
    const bySlug = paths.has(`/${list}/by-slug/:slug`)
      ? `${address}/by-slug/{slug}`
      : `${address}?slug={slug}`;
    throw noSuchRoute(urls.rest, `An id consists of digits. To use a slug, request ${bySlug}.`);
  };

const notMounted: Responder = ({ urls }) => {
  const message =
    `The API is at ${urls.rest}/. ` +
    `To serve ${TEC_NAMESPACE} as well, set NAMESPACE_ALIASES=${TEC_NAMESPACE}.`;
  throw new ServiceError('rest_no_route', { message });
};

/** The responders of a path. */
interface PathResponders {
  /** The path in the contract, `/events/{id}`. */
  described: string;
  /** Handles GET and HEAD. */
  read: Responder | undefined;
  /** Handles all methods. */
  any: Responder;
}

/** Creates the responders of a namespace by path in SOFA's form; shared by all mount points. */
function namespaceResponders(deps: RestDeps): Map<string, PathResponders> {
  const byPath = Map.groupBy(sofaRoutes(deps), ({ path }) => path);
  const responders = new Map([
    ['/', publicResponder(deps, ['namespace', 'context'], (request) => sendIndex(deps, request))],
    ['/doc', publicResponder(deps, [], openApiSender(deps))],
    ...[...byPath].map(([path, routes]) => [path, pathResponders(deps, routes)] as const),
  ]);
  return new Map(
    [...responders].map(([path, forMethods]) => {
      const described = byPath.get(path)?.[0]?.binding.path ?? path;
      const any = byMethod(deps.authenticate, forMethods, (request) => routeText(deps, request, described));
      return [path, { described, read: forMethods.get('GET'), any }];
    }),
  );
}

/**
 * The router of the REST API: every namespace at `/<namespace>` and `/wp-json/<namespace>`, and the root index at
 * `/wp-json/`, in upper or lower case (rules#routes). Handles everything below these paths, errors included; passes
 * other paths to the next handler.
 */
export function restRouter(deps: RestDeps): Router {
  const handler =
    (mount: Mount, respond: Responder, route = 'other'): RequestHandler =>
    async (req, res) => {
      annotateRequest({ route });
      const request = openRequest(deps, req, res, mount);
      try {
        deps.withinLimit?.(req);
        await respond(request);
      } catch (error) {
        sendError(request, serviceError(error, deps.report));
      }
    };
  // Express calls this for requests that it refuses itself, such as invalid percent-encoding in a slug.
  const expressErrors =
    (mount: Mount): ErrorRequestHandler =>
    (error: unknown, req: Request, res: Response, _next) =>
      sendError(openRequest(deps, req, res, mount), serviceError(error, deps.report));
  const responders = namespaceResponders(deps);
  const pictures = pictureResponder(deps);
  const mounted = (mount: Mount): Router => {
    const router = express.Router();
    router.use(deps.cors);
    router.all(patternOf(PICTURES_PATH), handler(mount, pictures, `/{namespace}${PICTURES_PATH}`));
    for (const [path, { described, read, any }] of responders) {
      const name = `/{namespace}${described}`;
      const route = router.route(patternOf(path));
      if (read) route.get(handler(mount, read, name));
      route.all(handler(mount, any, name));
    }
    return router.use(handler(mount, noRouteWithin(responders))).use(expressErrors(mount));
  };
  const router = express.Router();
  for (const namespace of deps.namespaces) {
    router.use(`/wp-json/${namespace}`, mounted({ prefix: '/wp-json', namespace }));
    router.use(`/${namespace}`, mounted({ prefix: '', namespace }));
  }
  const root: Mount = { prefix: '/wp-json', namespace: deps.namespaces[0] ?? '' };
  router.use('/wp-json', deps.cors);
  router.all(
    /^\/wp-json\/?$/i,
    handler(
      root,
      byMethod(
        deps.authenticate,
        publicResponder(deps, [], (request) => sendRoot(deps, request)),
        rootText,
      ),
      '/wp-json/',
    ),
  );
  if (!deps.namespaces.includes(TEC_NAMESPACE))
    router.use([`/wp-json/${TEC_NAMESPACE}`, `/${TEC_NAMESPACE}`], handler(root, notMounted));
  router.use('/wp-json', handler(root, noRoute), expressErrors(root));
  return router;
}
