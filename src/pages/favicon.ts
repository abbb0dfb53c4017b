import { type Response, Router } from 'express';
import { ICON } from './icon.ts';

const send = (response: Response): void => {
  response.set('Cache-Control', 'public, max-age=86400').type('image/svg+xml').send(ICON);
};

/**
 * The icon of all pages. Browsers ask for `favicon.ico` beside documents without pages too, and take the
 * drawing there as well.
 */
export function faviconRouter(): Router {
  const router = Router();
  router.get(['/favicon.svg', '/favicon.ico'], (_request, response) => send(response));
  return router;
}
