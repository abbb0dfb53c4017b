import { hash, randomUUID } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Context } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { chooseEncoding, type Encoding, namesTag } from '../http/etag.ts';
import { uncached } from '../http/response-cache.ts';
import { computedAsOf, markComputed } from '../http/stale.ts';
import { isUnmodified, lastModified, type UnchangedSince } from '../http/unchanged-since.ts';
import type { RestRequest } from '../rest/index.ts';
import type { ListState } from './events.ts';

/** A feed with more events counts as long, */
const FEW = 500;
/** and so does one with more characters. */
const SHORT = 256 * 1024;
/**
 * Node's pipeline adds seven listeners to an answer; together with ours that is more than the default limit.
 */
const MOST_LISTENERS = 20;

interface Feed {
  readonly type: string;
  readonly pieces: AsyncGenerator<string>;
  /** What is known of the list before its events are read; null for a single event. */
  readonly state: ListState | null;
  /** null where nothing is cached. */
  readonly since: UnchangedSince | null;
}

/**
 * How many long feeds are sent at once, and to one client; how many wait for that, and how long, in milliseconds.
 * Each has a page of its events in memory while its client reads.
 */
const LONG_AT_ONCE = 24;
const open = new Semaphore(LONG_AT_ONCE, {
  perClient: LONG_AT_ONCE / 2,
  queue: 100,
  queuePerClient: 50,
  wait: 5_000,
});

/** Encoders that flush after each piece. */
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

/** Each process counts changes from zero, so its tags must differ from those of other processes. */
const PROCESS = randomUUID();

/**
 * The entity tag of a long feed, known before the feed is made: it stays the same until something is stored,
 * or until the moment at which the clock alone may change the feed. null while this process does not hear of
 * changes or of a primary, and for callers who are logged in. It is sent as a weak tag, because all encodings share it.
 */
function versionTag(
  { context, urls, req }: RestRequest,
  changeCount: number,
  state: ListState,
): string | null {
  if (!context?.cache.invalidator.canCache || context.caller.login !== null) return null;
  if (computedAsOf(context) !== null) return null;
  const address = [urls.site, req.originalUrl, context.dependencies.freshUntil];
  return hash('sha1', [PROCESS, changeCount, state.mark, ...address].join('\n'), 'base64url');
}

/**
 * Makes the beginning of a feed before anything is sent, so that an error up to there still has its status:
 * the head and the first page of a long feed, else everything, unless it turns out to be long as well.
 */
async function makeBeginning(
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

/** Sets `ETag` and `Last-Modified` of a long feed. @returns whether the client has it already (304) */
function markLong({ req, res }: RestRequest, tag: string, since: number | null): boolean {
  res.setHeader('ETag', `W/"${tag}"`);
  const date = since === null ? null : lastModified(since);
  if (date !== null) res.setHeader('Last-Modified', date);
  const tags = req.headers['if-none-match'];
  if (tags !== undefined) return namesTag(tags, tag, false);
  return since !== null && isUnmodified(req.headers['if-modified-since'], since);
}

/** @throws ServiceError service_unavailable once it would go on with what is older than its headers say */
async function* joined(begun: string, rest: AsyncIterable<string>, context: Context): AsyncGenerator<string> {
  const isMarked = computedAsOf(context) !== null;
  yield begun;
  for await (const piece of rest) {
    if (!isMarked && computedAsOf(context) !== null) throw new ServiceError('service_unavailable');
    yield piece;
  }
}

/**
 * Sends a feed. A short one is sent like every other text, and cached; a long one is streamed while
 * it is made, no faster than the client reads, and few at a time (rules#feeds).
 * @throws the error of making it; the answer may have begun by then. ServiceError service_unavailable 503 when
 * too many long ones are sent
 */
export async function sendPieces(request: RestRequest, context: Context, feed: Feed): Promise<void> {
  const { client, signal } = context;
  const { changeCount } = context.cache.invalidator;
  if (feed.state !== null && feed.state.total > FEW)
    return open.run(() => sendLong(request, context, feed, { changeCount, begun: '' }), { client, signal });
  request.res.setHeader('Content-Type', feed.type);
  const { begun, isDone } = await makeBeginning(feed.pieces, false);
  if (!isDone)
    return open.run(() => sendLong(request, context, feed, { changeCount, begun }), { client, signal });
  const since = sinceOf(context, feed);
  const address = addressOf(request);
  return request.send(request.res, begun, context, since ? (tag) => since(address, tag) : undefined);
}

const addressOf = ({ req, urls }: RestRequest): string => urls.site + req.originalUrl;

/** Dates are kept by address, and answers to callers who are logged in differ at the same address. */
const sinceOf = ({ caller }: Context, { since }: Feed): UnchangedSince | null =>
  caller.login === null ? since : null;

interface Beginning {
  /** The changes that were known before. */
  readonly changeCount: number;
  /** What has been made already; nothing yet of a feed that is known to be long. */
  readonly begun: string;
}

async function sendLong(
  request: RestRequest,
  context: Context,
  feed: Feed,
  { changeCount, begun: before }: Beginning,
): Promise<void> {
  const { req, res } = request;
  const { type, pieces, state } = feed;
  const since = sinceOf(context, feed);
  uncached(res).setHeader('Content-Type', type);
  const begun = before === '' ? (await makeBeginning(pieces, true)).begun : before;
  if (context.caller.login === null) request.send.forEveryone(res);
  markComputed(res, context);
  res.vary('Accept-Encoding');
  res.vary('Authorization');
  const tag = state && versionTag(request, changeCount, state);
  const isNotModified = tag !== null && markLong(request, tag, since ? since(addressOf(request), tag) : null);
  if (isNotModified || req.method === 'HEAD') {
    await pieces.return(undefined);
    if (isNotModified) res.removeHeader('Content-Type');
    res.status(isNotModified ? 304 : 200).end();
    return;
  }
  const encoding = chooseEncoding(req.headers['accept-encoding']?.toString());
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setMaxListeners(MOST_LISTENERS);
  await pipeline([Readable.from(joined(begun, pieces, context)), ...ENCODERS[encoding](), res]);
}
