import { hash, randomUUID } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Context } from '../context.ts';
import { chooseEncoding, type Encoding, namesTag } from '../http/etag.ts';
import type { RestRequest } from '../rest/index.ts';

/** So much is made before it is decided that a feed is long, in characters. */
const SHORT = 256 * 1024;

/** Encoders that give out what they have been given at once. */
const ENCODERS: Readonly<Record<Encoding, () => Transform[]>> = {
  br: () => [
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  ],
  gzip: () => [createGzip({ flush: constants.Z_SYNC_FLUSH })],
  identity: () => [],
};

/** Versions of the data are counted anew in each process. */
const PROCESS = randomUUID();

/**
 * What identifies a long feed before it is made: as long as nothing is stored and the clock does not reach the
 * moment at which it may change by itself, it stays the same. Weak, as its encodings share it; null where
 * changes are not heard of, and for answers that are one caller's own.
 */
function versionTag({ context, urls, req }: RestRequest, version: number): string | null {
  if (!context?.changes.listening || context.caller.login !== null) return null;
  return hash(
    'sha1',
    [PROCESS, version, context.freshness.until, urls.site, req.originalUrl].join('\n'),
    'base64url',
  );
}

async function* joined(begun: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield begun;
  yield* rest;
}

/**
 * Sends a text that is made piece after piece. A short one goes out as all texts do, and is kept for others; a
 * long one as it is made, and no faster than the client reads.
 * @throws what making it fails with; the answer may have begun by then
 */
export async function sendPieces(
  request: RestRequest,
  context: Context,
  pieces: AsyncGenerator<string>,
  type: string,
): Promise<void> {
  const { req, res } = request;
  const { version } = context.changes;
  res.setHeader('Content-Type', type);
  let begun = '';
  while (begun.length < SHORT) {
    const { value, done } = await pieces.next();
    if (done) return request.send(res, begun, context);
    begun += value;
  }
  if (context.caller.login === null) res.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
  res.vary('Accept-Encoding');
  res.vary('Authorization');
  const tag = versionTag(request, version);
  if (tag !== null) res.setHeader('ETag', `W/"${tag}"`);
  const known = req.headers['if-none-match'];
  const isKnown = tag !== null && known !== undefined && namesTag(known, tag, false);
  if (isKnown || req.method === 'HEAD') {
    await pieces.return(undefined);
    if (isKnown) res.removeHeader('Content-Type');
    res.status(isKnown ? 304 : 200).end();
    return;
  }
  const encoding = chooseEncoding(req.headers['accept-encoding']?.toString());
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  await pipeline([Readable.from(joined(begun, pieces)), ...ENCODERS[encoding](), res]);
}
