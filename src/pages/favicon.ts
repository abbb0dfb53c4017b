import { Router } from 'express';
import type { Send } from '../http/send.ts';
import { ICON } from './icon.ts';

/**
 * The icon of all pages. Browsers ask for `favicon.ico` beside documents without pages too, and take the
 * drawing there as well.
 */
export function faviconRouter(send: Send): Router {
  const router = Router();
  router.get(['/favicon.svg', '/favicon.ico'], (_request, response) =>
    send(response.set('Cache-Control', 'public, max-age=86400').type('image/svg+xml'), ICON),
  );
  return router;
}
