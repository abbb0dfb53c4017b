import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { ServiceError } from '../../lib/errors.ts';
import { serviceError } from '../../lib/service-error.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import { byMethod, type Responder } from './by-method.ts';
import { docSender, openAnswer, routeText, sendIndex } from './describe/documents.ts';
import { rootText, sendRoot } from './describe/wordpress-root.ts';
import { openRequest } from './request/rest-request.ts';
import type { Mount } from './request/urls.ts';
import type { RestDeps } from './requirements.ts';
import { noSuchRoute } from './respond/no-route.ts';
import { sendError } from './respond/send.ts';
import { pathAnswers } from './serve.ts';
import { sofaRoutes } from './sofa.ts';

export { Reading } from './reading.ts';
export { ignoredParameters, plainNames } from './request/ignored-names.ts';
export { markCaller, openRequest, type RestRequest } from './request/rest-request.ts';
export { apiLink, urlsOf } from './request/urls.ts';
export type { RestDeps } from './requirements.ts';
export { noSuchRoute } from './respond/no-route.ts';
export { sendError, sendJson } from './respond/send.ts';
export { executionError } from './respond/wire-errors.ts';
export { type Body, Writing } from './writing.ts';

/** What a variable of a path matches. */
const VARIABLES: Readonly<Record<string, string>> = { id: '\\d+', slug: '[^/]+' };

/** `/events/:id` as an expression; upper case and a slash at the end are accepted. */
function patternOf(path: string): RegExp {
  const variables = path.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${VARIABLES[name] ?? '[^/]+'})`);
  return new RegExp(`^${variables.replace(/\/$/, '')}/?$`, 'i');
}

/** The namespace of The Events Calendar, for which its clients ask. */
const ORIGINAL = 'tribe/events/v1';

const noRoute: Responder = ({ urls }) => {
  throw noSuchRoute(urls.rest);
};

/** What stands where an id is expected, `/events/abc`. */
const NO_ID = /^\/([\w-]+)\/[^/]+\/?$/;

/** Tells whoever sends a slug in the place of an id where slugs belong. */
const noRouteWithin =
  (paths: ReadonlyMap<string, unknown>): Responder =>
  ({ req, urls }) => {
    const [, list = ''] = NO_ID.exec(req.path.toLowerCase()) ?? [];
    const address = `${urls.rest}/${list}`;
    if (!paths.has(`/${list}/:id`)) throw noSuchRoute(urls.rest);
    const bySlug = paths.has(`/${list}/by-slug/:slug`)
      ? `${address}/by-slug/{slug}`
      : `${address}?slug={slug}`;
    throw noSuchRoute(urls.rest, `An id is made of digits; by slug it is ${bySlug}.`);
  };

const notMounted: Responder = ({ urls }) => {
  const message =
    `This service answers at ${urls.rest}/. ` +
    `It answers at ${ORIGINAL} too unless NAMESPACE_ALIASES is set without it: NAMESPACE_ALIASES=${ORIGINAL}.`;
  throw new ServiceError('rest_no_route', { message });
};

/** The answers at a path of a namespace, `/events/{id}`. */
interface Answers {
  described: string;
  /** Answers GET, and therefore HEAD; undefined when there is nothing to GET. */
  read: Responder | undefined;
  /** Answers every method. */
  any: Responder;
}

/** The answers of a namespace by path, as SOFA writes it; made once, used by every mount. */
function namespaceAnswers(deps: RestDeps): Map<string, Answers> {
  const byPath = Map.groupBy(sofaRoutes(deps), ({ path }) => path);
  const answers = new Map([
    ['/', openAnswer(deps, ['namespace', 'context'], (request) => sendIndex(deps, request))],
    ['/doc', openAnswer(deps, [], docSender(deps))],
    ...[...byPath].map(([path, routes]) => [path, pathAnswers(deps, routes)] as const),
  ]);
  return new Map(
    [...answers].map(([path, byName]) => {
      const described = byPath.get(path)?.[0]?.binding.path ?? path;
      const any = byMethod(deps.authenticate, byName, (request) => routeText(deps, request, described));
      return [path, { described, read: byName.get('GET'), any }];
    }),
  );
}

/**
 * The REST interface, to be mounted at `/`: every namespace at `/<namespace>` and `/wp-json/<namespace>`, and
 * the root index at `/wp-json/`, in upper or lower case (rules#routes). It answers everything below these
 * paths, including errors; all other paths go to the next handler.
 */
export function restRouter(deps: RestDeps): Router {
  const handler =
    (mount: Mount, answer: Responder, route = 'other'): RequestHandler =>
    async (req, res) => {
      annotateRequest({ route });
      const request = openRequest(deps, req, res, mount);
      try {
        deps.withinLimit?.(req);
        await answer(request);
      } catch (error) {
        sendError(request, serviceError(error, deps.report));
      }
    };
  // Express calls this for requests that it refuses itself, such as those with a wrong percent-encoding in a
  // slug.
  const expressErrors =
    (mount: Mount): ErrorRequestHandler =>
    (error: unknown, req: Request, res: Response, _next) =>
      sendError(openRequest(deps, req, res, mount), serviceError(error, deps.report));
  const answers = namespaceAnswers(deps);
  const mounted = (mount: Mount): Router => {
    const router = express.Router();
    router.use(deps.cors);
    for (const [path, { described, read, any }] of answers) {
      const name = `/{namespace}${described}`;
      const route = router.route(patternOf(path));
      if (read) route.get(handler(mount, read, name));
      route.all(handler(mount, any, name));
    }
    return router.use(handler(mount, noRouteWithin(answers))).use(expressErrors(mount));
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
        openAnswer(deps, [], (request) => sendRoot(deps, request)),
        rootText,
      ),
      '/wp-json/',
    ),
  );
  if (!deps.namespaces.includes(ORIGINAL))
    router.use([`/wp-json/${ORIGINAL}`, `/${ORIGINAL}`], handler(root, notMounted));
  router.use('/wp-json', handler(root, noRoute), expressErrors(root));
  return router;
}
