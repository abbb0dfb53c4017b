import type { Response, Router } from 'express';
import { feedsRouter } from '../feeds/index.ts';
import { feedLinks } from '../feeds/links.ts';
import { Runner } from '../graphql/runner.ts';
import { graphqlRouter } from '../graphql/server.ts';
import type { Send } from '../http/send.ts';
import { once } from '../idempotency/once.ts';
import { KeptOperations } from '../memory/operations.ts';
import { unchangedSince } from '../memory/unchanged.ts';
import { graphiqlPage, type HtmlPage } from '../pages/pages.ts';
import { type RestDeps, restRouter } from '../rest/index.ts';
import type { Parts } from './parts.ts';
import { projectFile } from './project-file.ts';
import { READING } from './refusing.ts';

const sendPage = (send: Send, res: Response, { html, csp }: HtmlPage): void => {
  res
    .set({ 'Content-Security-Policy': csp, 'Cache-Control': 'no-cache', 'Referrer-Policy': 'same-origin' })
    .type('html');
  send(res, html);
};

/** GraphQL, with GraphiQL for browsers. */
export function graphql(parts: Parts): Promise<Router> {
  const { deps, clock, contexts, urls, admit, send, files } = parts;
  return graphqlRouter({
    ...parts,
    cors: parts.cors([...READING, 'POST', 'OPTIONS'], false),
    kept: deps.cache && new KeptOperations({ changes: deps.changes, clock, admit }),
    createContext: (req) => contexts.of(req, urls(req)),
    // The page's addresses are relative to /graphql.
    sendGraphiQL: (req, res) => {
      if (/\/(\?|$)/.test(req.originalUrl)) res.redirect(301, '../graphql');
      else sendPage(send, res, graphiqlPage(files));
    },
  });
}

/** REST and feeds: both run operations by the names of REST. */
export function restAndFeeds(parts: Parts): Router[] {
  const { deps, inner, contexts, admit } = parts;
  const rest: RestDeps = {
    ...parts,
    samples: JSON.parse(projectFile('samples.json')),
    baseUrl: deps.config.baseUrl ?? null,
    siteOf: admit,
    cors: parts.cors([...READING, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], true),
    runner: new Runner(inner),
    once,
    alternates: feedLinks,
    createContext: contexts.of.bind(contexts),
  };
  const since = deps.config.memory ? unchangedSince() : null;
  return [restRouter(rest), feedsRouter({ ...rest, cors: parts.cors(READING, false), since })];
}
