import express, { type Express } from 'express';
import { probesRouter } from '../api/http/probes.ts';
import { SECURITY_HEADERS } from '../api/http/security-headers.ts';
import type { Config } from './config.ts';
import { desk } from './desk.ts';
import {
  admissionMiddleware,
  errorHandler,
  limitOtherRequests,
  notFound,
  sendPlainError,
} from './error-handlers.ts';
import { documents, publicPages } from './pages.ts';
import { graphql, restAndFeeds } from './routers.ts';
import { type AppDeps, createServices, type Services } from './services.ts';

/** An Express app with the settings and headers that all responses share. */
function bareApp(config: Config): Express {
  return express()
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', config.trustProxy)
    .set('case sensitive routing', true)
    .use((_req, res, next) => {
      res.setHeaders(SECURITY_HEADERS);
      next();
    });
}

/** Mounts the whole service as one request handler, which does not listen yet (see server.ts). */
export async function createApp(deps: AppDeps): Promise<{ app: Express; services: Services }> {
  const { config, database, limit, lifecycle } = deps;
  const services = createServices(deps);
  const app = bareApp(config);
  app.use(
    probesRouter({
      lifecycle,
      probe: () => database.probe(),
      sendError: sendPlainError,
    }),
  );
  app.use(admissionMiddleware(services));
  if (limit) app.use(limitOtherRequests(services));
  app.use(documents(services));
  app.use('/graphql', await graphql(services));
  app.use(restAndFeeds(services));
  app.use(desk(services));
  app.use(publicPages(services));
  app.use(notFound(services));
  app.use(errorHandler(services));
  return { app, services };
}
