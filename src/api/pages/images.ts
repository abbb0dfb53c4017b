import { readdirSync, readFileSync } from 'node:fs';
import { Router } from 'express';
import type { Send } from '../http/send.ts';
import { ICON } from './icon.ts';

const DEMO_PICTURES = new URL('demo/', import.meta.url);

/** The icon of all pages. Browsers request `favicon.ico` even for documents other than pages, and accept SVG there. */
export function faviconRouter(send: Send): Router {
  const router = Router();
  router.get(['/favicon.svg', '/favicon.ico'], (_request, response) =>
    send(response.set('Cache-Control', 'public, max-age=86400').type('image/svg+xml'), ICON),
  );
  return router;
}

/** The pictures of the demo calendar, so that its pages load nothing from other hosts. */
export function demoPicturesRouter(send: Send): Router {
  const router = Router();
  for (const name of readdirSync(DEMO_PICTURES)) {
    const picture = readFileSync(new URL(name, DEMO_PICTURES), 'utf8');
    router.get(`/demo/${name}`, (_request, response) =>
      send(response.set('Cache-Control', 'public, max-age=86400').type('image/svg+xml'), picture),
    );
  }
  return router;
}
