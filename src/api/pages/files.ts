import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Request, Response } from 'express';
import { matchesTag } from '../http/etag.ts';
import { sendFile } from '../http/file.ts';
import { uncached } from '../http/response-cache.ts';

/** The large files that pages load: copies of published ones, compressed with gzip. */
const COPIES = new URL('../../copies/', import.meta.url);
type Copy =
  | `${'graphiql' | 'graphiql-editor' | 'graphiql-graphql' | 'graphiql-json' | 'reference'}.js`
  | 'graphiql.css';

/** Changes with the versions of the copies, so that addresses with it may be cached forever. */
export const FILES_VERSION = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', COPIES)))
  .digest('hex')
  .slice(0, 12);

/**
 * Sends a copy, or 304. Always compressed: every browser reads gzip, and only browsers load these files.
 * They are sent from disk, and never stay in memory.
 */
export async function sendCopy(req: Request, res: Response, name: Copy): Promise<void> {
  res.set({ 'Cache-Control': 'public, max-age=31536000, immutable', ETag: `"${FILES_VERSION}"` });
  if (matchesTag(req.get('if-none-match') ?? '', FILES_VERSION, false))
    return void uncached(res).status(304).end();
  res.type(name);
  await sendFile(res, fileURLToPath(new URL(`${name}.gz`, COPIES)), new Map([['Content-Encoding', 'gzip']]));
}
