import { Router } from 'express';
import { pathOf } from '../api/contract/paths.ts';
import { httpError } from '../api/graphql/http.ts';
import {
  demoPicturesRouter,
  docsRouter,
  faviconRouter,
  graphiqlRouter,
  picturesRouter,
  publicRouter,
  wellKnownRouter,
} from '../api/pages/pages.ts';
import { permalinkRouter } from '../api/pages/permalinks.ts';
import { apiLink } from '../api/rest/index.ts';
import { readPicture } from '../domain/images/store-picture.ts';
import { RECORD_KINDS } from '../lib/kinds.ts';
import { NAMESPACE } from '../lib/namespace.ts';
import { kysely } from '../platform/postgres/orm.ts';
import { applyError, READ_METHODS } from './error-handlers.ts';
import type { Services } from './services.ts';

/**
 * The icon, stored pictures, the pictures of the demo calendar, `/docs`, the files of GraphiQL, `/schema.graphql` and
 * `/.well-known/`.
 */
export function documents({ send, cors, sdl, urls, clock, deps }: Services): Router[] {
  const schema = Router({ caseSensitive: true });
  // As text, so that browsers display it.
  schema.get('/schema.graphql', cors(READ_METHODS, false), (_req, res) => send(res.type('text/plain'), sdl));
  const db = kysely(deps.database.orm.em);
  return [
    faviconRouter(send),
    picturesRouter((hash, isNarrow) => readPicture(db, hash, isNarrow)),
    demoPicturesRouter(send),
    docsRouter({ documentUrl: `${NAMESPACE}/doc`, send }),
    graphiqlRouter(send),
    schema,
    wellKnownRouter({
      urls,
      send,
      cors: cors(READ_METHODS, false),
      contacts: deps.config.securityContacts,
      clock,
    }),
  ];
}

/** The HTML pages of the calendar; clients that prefer JSON are redirected to REST. */
export function publicPages(services: Services): Router[] {
  const {
    settings,
    pagesSchema: schema,
    contract,
    execute,
    contexts,
    urls,
    send,
    report,
    version,
  } = services;
  const { revision } = settings;
  return [
    publicRouter({
      schema,
      execute,
      about: { version, revision },
      identity: services.identity,
      urls,
      contextOf: (req) => contexts.forRequest(req, urls(req)),
      send,
      apiLink,
      errorOf(res, cause) {
        const error = httpError(cause, report);
        applyError(res, error);
        return error;
      },
    }),
    permalinkRouter({
      kinds: RECORD_KINDS,
      pathOf: (kind, by) => pathOf(contract, kind, by),
      restRoot: (req) => urls(req).rest,
      setPublicCaching: send.setPublicCaching,
    }),
  ];
}
