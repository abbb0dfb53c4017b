import { hash, randomUUID } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Context } from '../context.ts';
import { chooseEncoding, type Encoding, namesTag } from '../http/etag.ts';
import { isUnmodified, lastModified, type UnchangedSince } from '../http/unchanged.ts';
import type { RestRequest } from '../rest/index.ts';
import type { ListState } from './events.ts';

/** A feed of more events is long. */
const FEW = 500;
/** So is a text of so many characters. */
const SHORT = 256 * 1024;
/** Node's pipeline listens seven times for the end of an answer, and we do for reasons of ours. */
const MOST_LISTENERS = 20;

export interface Feed {
  readonly type: string;
  readonly pieces: AsyncGenerator<string>;
  /** What is known of its events before they are read; null of one event. */
  readonly state: ListState | null;
  /** null where nothing is remembered. */
  readonly since: UnchangedSince | null;
}

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

/** Changes are counted anew in each process. */
const PROCESS = randomUUID();

/**
 * What identifies a long feed before it is made: as long as nothing is stored and the clock does not reach the
 * moment at which it may change by itself, it stays the same. Weak, as its encodings share it; null where
 * changes are not heard of, and for answers that are one caller's own.
 */
function versionTag({ context, urls, req }: RestRequest, heard: number, state: ListState): string | null {
  if (!context?.changes.listening || context.caller.login !== null) return null;
  const asked = [urls.site, req.originalUrl, context.freshUntil];
  return hash('sha1', [PROCESS, heard, state.mark, ...asked].join('\n'), 'base64url');
}

/**
 * What is made before anything is sent, so that what fails until then has a status: of a long feed its head and
 * the first page, of others all, or as much as makes them long.
 */
async function begin(
  pieces: AsyncGenerator<string>,
  isLong: boolean,
): Promise<{ begun: string; isDone: boolean }> {
  let begun = '';
  for (let made = 0; isLong ? made < 2 : begun.length < SHORT; made++) {
    const { value, done } = await pieces.next();
    if (done) return { begun, isDone: true };
    begun += value;
  }
  return { begun, isDone: false };
}

/** Sets what identifies a long feed. @returns whether the client has it already */
function markLong({ req, res }: RestRequest, tag: string, since: number | null): boolean {
  res.setHeader('ETag', `W/"${tag}"`);
  const date = since === null ? null : lastModified(since);
  if (date !== null) res.setHeader('Last-Modified', date);
  const known = req.headers['if-none-match'];
  if (known !== undefined) return namesTag(known, tag, false);
  return since !== null && isUnmodified(req.headers['if-modified-since'], since);
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
export async function sendPieces(request: RestRequest, context: Context, feed: Feed): Promise<void> {
  const { req, res, urls } = request;
  const { type, pieces, state } = feed;
  // What one caller sees is compared by its tag alone.
  const since = context.caller.login === null ? feed.since : null;
  const address = urls.site + req.originalUrl;
  const { heard } = context.changes;
  res.setHeader('Content-Type', type);
  const { begun, isDone } = await begin(pieces, state !== null && state.total > FEW);
  if (isDone) return request.send(res, begun, context, since ? (tag) => since(address, tag) : undefined);
  if (context.caller.login === null) request.send.forEveryone(res);
  res.vary('Accept-Encoding');
  res.vary('Authorization');
  const tag = state && versionTag(request, heard, state);
  const isKnown = tag !== null && markLong(request, tag, since ? since(address, tag) : null);
  if (isKnown || req.method === 'HEAD') {
    await pieces.return(undefined);
    if (isKnown) res.removeHeader('Content-Type');
    res.status(isKnown ? 304 : 200).end();
    return;
  }
  const encoding = chooseEncoding(req.headers['accept-encoding']?.toString());
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setMaxListeners(MOST_LISTENERS);
  await pipeline([Readable.from(joined(begun, pieces)), ...ENCODERS[encoding](), res]);
}
