import { readFileSync } from 'node:fs';
import { Router } from 'express';
import type { Send } from '../http/send.ts';

const NAMES = ['harbor', 'market', 'music', 'night', 'stage'];

/** The pictures of the demo calendar, so that its pages ask no other host for any. */
export function demoPicturesRouter(send: Send): Router {
  const router = Router();
  for (const name of NAMES) {
    const picture = readFileSync(new URL(`demo/${name}.svg`, import.meta.url), 'utf8');
    router.get(`/demo/${name}.svg`, (_request, response) =>
      send(response.set('Cache-Control', 'public, max-age=86400').type('image/svg+xml'), picture),
    );
  }
  return router;
}
