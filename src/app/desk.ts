import type { Router } from 'express';
import { deskRouter } from '../api/desk/index.ts';
import { httpError } from '../api/graphql/http.ts';
import { describePicture } from '../domain/content/describe-picture.ts';
import { once } from '../domain/idempotency/once.ts';
import { storePicture } from '../domain/images/store-picture.ts';
import { createFileImporter } from '../transfer/file/file-importer.ts';
import { publicHost } from '../transfer/import/calendar-id.ts';
import { applyError } from './error-handlers.ts';
import type { Services } from './services.ts';

/** The pages for signed-in users. */
export function desk(services: Services): Router {
  const { contexts, report, deps } = services;
  return deskRouter({
    ...services,
    schema: services.pagesSchema,
    once,
    storePicture,
    describePicture,
    importer: createFileImporter(services, { host: publicHost(deps.config.baseUrl) }),
    contextFor: contexts.forCaller.bind(contexts),
    errorOf(res, cause) {
      const error = httpError(cause, report);
      applyError(res, error);
      return error;
    },
  });
}
