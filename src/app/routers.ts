import type { Response, Router } from 'express';
import { feedsRouter } from '../api/feeds/index.ts';
import { feedLinks } from '../api/feeds/links.ts';
import { createExecutor } from '../api/graphql/execute.ts';
import { GRAPHQL_HEADERS, GRAPHQL_METHODS } from '../api/graphql/http.ts';
import { Runner } from '../api/graphql/runner.ts';
import { graphqlRouter } from '../api/graphql/server.ts';
import { uncached } from '../api/http/response-cache.ts';
import type { Send } from '../api/http/send.ts';
import { unchangedSince } from '../api/http/unchanged-since.ts';
import { GRAPHIQL_PAGE, type HtmlPage } from '../api/pages/pages.ts';
import { type RestDeps, restRouter } from '../api/rest/index.ts';
import { once } from '../domain/idempotency/once.ts';
import { storePicture } from '../domain/images/store-picture.ts';
import { projectFile } from '../platform/project-file.ts';
import { READ_METHODS } from './error-handlers.ts';
import type { Services } from './services.ts';
import { readTrustedDocuments } from './trusted-documents.ts';

const sendPage = (send: Send, res: Response, { html, csp }: HtmlPage): void => {
  res
    .set({ 'Content-Security-Policy': csp, 'Cache-Control': 'no-cache', 'Referrer-Policy': 'same-origin' })
    .type('html');
  send(res, html);
};

/** GraphQL, with GraphiQL for browsers. */
export function graphql(services: Services): Promise<Router> {
  const { deps, contexts, urls, send } = services;
  const folder = deps.config.trustedDocuments;
  const trusted = folder === undefined ? undefined : readTrustedDocuments(folder, services.publicSchema);
  const schemas = { ...services, schema: services.publicSchema };
  return graphqlRouter({
    ...schemas,
    execute: createExecutor(schemas),
    cors: services.cors(GRAPHQL_METHODS, false, GRAPHQL_HEADERS),
    cache: deps.cache,
    createContext: (req) => contexts.forRequest(req, urls(req)),
    subscriptions:
      deps.config.limits.subscriptions.all > 0
        ? { recordChanges: deps.recordChanges, refreshContext: contexts.renew.bind(contexts) }
        : undefined,
    trusted,
    // The addresses in the page are relative to /graphql.
    sendGraphiQL: (req, res) => {
      const isFolder = /\/(\?|$)/.test(req.originalUrl);
      // With trusted documents, GraphiQL could not run any query.
      if (trusted) return uncached(res).redirect(302, isFolder ? '../schema.graphql' : 'schema.graphql');
      if (isFolder) uncached(res).redirect(301, '../graphql');
      else sendPage(send, res, GRAPHIQL_PAGE);
    },
  });
}

/** REST and feeds; both run operations by their REST names. */
export function restAndFeeds(services: Services): Router[] {
  const { deps, schema, contexts, admit } = services;
  const rest: RestDeps = {
    ...services,
    samples: JSON.parse(projectFile('samples.json')),
    baseUrl: deps.config.baseUrl ?? null,
    siteOf: admit,
    cors: services.cors([...READ_METHODS, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], true),
    runner: new Runner(schema),
    once,
    storePicture,
    alternates: feedLinks,
    createContext: contexts.forRequest.bind(contexts),
  };
  return [
    restRouter(rest),
    feedsRouter({
      ...rest,
      cors: services.cors(READ_METHODS, false),
      since: deps.cache && unchangedSince(),
      siteName: deps.config.site.name,
      changes: deps.changes,
      license: deps.config.feedLicense,
    }),
  ];
}
