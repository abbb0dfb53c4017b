import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Router } from 'express';
import type { Send } from '../http/send.ts';

const read = (url: URL): string => readFileSync(url, 'utf8');

/** A file whose address changes with its content, so that it may be cached forever. */
function asset(text: string, ending: 'css' | 'js') {
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { path: `/desk/assets/${name}.${ending}`, type: ending, text };
}

/** The style and the script of the desk. The script adds to pages that work without it. */
export const ASSETS = {
  css: asset(read(new URL('desk.css', import.meta.url)), 'css'),
  js: asset(read(new URL('desk.js', import.meta.url)), 'js'),
  editor: asset(
    gunzipSync(readFileSync(new URL('../../copies/trix.js.gz', import.meta.url))).toString(),
    'js',
  ),
} as const;

export function assetsRouter(send: Send): Router {
  const router = Router({ caseSensitive: true });
  for (const { path, type, text } of Object.values(ASSETS))
    router.get(path, (_req, res) =>
      send(res.set('Cache-Control', 'public, max-age=31536000, immutable').type(type), text),
    );
  return router;
}
