import { Router } from 'express';
import { PICTURES, readPictureName } from '../../lib/pictures.ts';
import { matchesTag } from '../http/etag.ts';
import { uncached } from '../http/response-cache.ts';

/** Reads one version of a stored picture; null if there is none. */
export type ReadPicture = (hash: string, isNarrow: boolean) => Promise<Buffer | null>;

/**
 * The stored pictures, `/images/<hash>.webp`. Their content never changes, so that caches keep them. They are not in the
 * response cache, whose memory they would fill.
 */
export function picturesRouter(read: ReadPicture): Router {
  const router = Router({ caseSensitive: true });
  router.get(`${PICTURES}:name`, async (req, res, next) => {
    const { name } = req.params;
    const version = readPictureName(name);
    const bytes = version && (await read(version.hash, version.isNarrow));
    if (!bytes) return next();
    res.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Type': 'image/webp',
      ETag: `"${name}"`,
    });
    uncached(res);
    if (matchesTag(req.get('if-none-match') ?? '', name, false)) res.status(304).end();
    else res.send(bytes);
  });
  return router;
}
