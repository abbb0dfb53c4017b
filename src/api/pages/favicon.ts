import { Router } from 'express';
import type { Send } from '../http/send.ts';
import { ICON } from './icon.ts';

/**
 * The icon of all pages. Browsers ask for `favicon.ico` even when they show a document that is no page, and
 * accept the SVG there as well.
 */
export function faviconRouter(send: Send): Router {
  const router = Router();
  router.get(['/favicon.svg', '/favicon.ico'], (_request, response) =>
    send(response.set('Cache-Control', 'public, max-age=86400').type('image/svg+xml'), ICON),
  );
  return router;
}
