import { hash, randomUUID } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGunzip, createGzip } from 'node:zlib';
import { type Context, forkContext } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { chooseEncoding, type Encoding, namesTag } from '../http/etag.ts';
import { uncached } from '../http/response-cache.ts';
import { computedAsOf, markComputed } from '../http/stale.ts';
import { isUnmodified, lastModified, type UnchangedSince } from '../http/unchanged-since.ts';
import type { RestRequest } from '../rest/index.ts';
import type { ListState } from './events.ts';
import type { LongFeed, LongFeeds } from './long-feeds.ts';

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
  /** Makes its text, as it is consumed. @param context by which it is read */
  readonly pieces: (context: Context) => AsyncGenerator<string>;
  /** What is known of the list before its events are read; null for a single event. */
  readonly state: ListState | null;
  /** null where nothing is cached. */
  readonly since: UnchangedSince | null;
  /** null where no answers are cached. */
  readonly long: LongFeeds | null;
}

/**
 * How many long feeds are sent at once, and to one client; how many wait for that, and how long, in milliseconds.
 * Each has a page of its events in memory while its client reads, unless it is made for all of them.
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

/** In fewer pieces than usual. */
const GUNZIP = { chunkSize: 64 * 1024 };
/** What is made for everybody is gzipped. */
const GZIP_FIRST = ['gzip', 'br', 'identity'] as const;

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
 * Sends a feed. A short one is sent like every other text, and cached. A long one is made once for all who request it until
 * something is stored, or else streamed while it is made, no faster than the client reads (rules#feeds). Few of them are
 * sent at a time.
 * @throws the error of making it; the answer may have begun by then. ServiceError service_unavailable 503 when
 * too many long ones are sent
 */
export async function sendPieces(request: RestRequest, context: Context, feed: Feed): Promise<void> {
  const { client, signal } = context;
  const { state } = feed;
  const tag = state && versionTag(request, context.cache.invalidator.changeCount, state);
  const sending = { request, context, feed, tag };
  if (state !== null && state.total > FEW) return open.run(() => sendLong(sending), { client, signal });
  request.res.setHeader('Content-Type', feed.type);
  const pieces = feed.pieces(context);
  const { begun, isDone } = await makeBeginning(pieces, false);
  if (!isDone) {
    if (isSentByHeaders(sending)) return void (await pieces.return(undefined));
    return open.run(() => sendRest(sending, begun, pieces), { client, signal });
  }
  const since = sinceOf(context, feed);
  const address = addressOf(request);
  return request.send(request.res, begun, context, since ? (body) => since(address, body) : undefined);
}

const addressOf = ({ req, urls }: RestRequest): string => urls.site + req.originalUrl;

/** Dates are kept by address, and answers to callers who are logged in differ at the same address. */
const sinceOf = ({ caller }: Context, { since }: Feed): UnchangedSince | null =>
  caller.login === null ? since : null;

/** A long feed in answer to a request. */
interface Sending {
  readonly request: RestRequest;
  readonly context: Context;
  readonly feed: Feed;
  /** See {@link versionTag}. */
  readonly tag: string | null;
}

/** Since when the feed has its tag; null where that is not known. */
const unchangedFrom = ({ request, context, feed, tag }: Sending): number | null =>
  tag === null ? null : (sinceOf(context, feed)?.(addressOf(request), tag) ?? null);

/** Whether the client has the feed as it is. */
function hasCurrent(sending: Sending): boolean {
  const { request, tag } = sending;
  const { headers } = request.req;
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tag !== null && namesTag(tags, tag, false);
  const since = unchangedFrom(sending);
  return since !== null && isUnmodified(headers['if-modified-since'], since);
}

function setHeaders(sending: Sending): void {
  const { request, context, tag } = sending;
  const { res, send } = request;
  uncached(res);
  if (context.caller.login === null) send.forEveryone(res);
  markComputed(res, context);
  res.vary('Accept-Encoding');
  res.vary('Authorization');
  if (tag !== null) res.setHeader('ETag', `W/"${tag}"`);
  const since = unchangedFrom(sending);
  const date = since === null ? null : lastModified(since);
  if (date !== null) res.setHeader('Last-Modified', date);
}

/** Sends the headers of a long feed where they are all that is wanted. @returns false where they are not */
function isSentByHeaders(sending: Sending): boolean {
  const { request, feed } = sending;
  const { req, res } = request;
  const isCurrent = hasCurrent(sending);
  if (!isCurrent && req.method !== 'HEAD') return false;
  setHeaders(sending);
  if (!isCurrent) res.setHeader('Content-Type', feed.type);
  else res.removeHeader('Content-Type');
  res.status(isCurrent ? 304 : 200).end();
  return true;
}

/** The feed that is there for everybody, or is made for them from now on; undefined where it cannot be. */
function sharedFeed({ context, feed: { long, pieces }, tag }: Sending): LongFeed | undefined {
  if (!long || tag === null) return undefined;
  const shared = long.find(tag);
  if (shared) return shared;
  const added = long.add(tag);
  // It goes on when the client that came first has gone.
  if (added) void added.make(makeWhole(pieces, forkContext(context, added.signal)));
  return added;
}

async function* makeWhole(pieces: Feed['pieces'], context: Context): AsyncGenerator<string> {
  const made = pieces(context);
  const { begun } = await makeBeginning(made, true);
  yield* joined(begun, made, context);
}

async function sendLong(sending: Sending): Promise<void> {
  const { request, context, feed } = sending;
  if (isSentByHeaders(sending)) return;
  const shared = sharedFeed(sending);
  if (!shared) {
    const pieces = feed.pieces(context);
    const { begun } = await makeBeginning(pieces, true);
    return sendRest(sending, begun, pieces);
  }
  const reader = shared.join();
  try {
    await shared.begun();
    const encoding = chooseEncoding(request.req.headers['accept-encoding']?.toString(), GZIP_FIRST);
    const encoders = encoding === 'gzip' ? [] : [createGunzip(GUNZIP), ...ENCODERS[encoding]()];
    await stream(sending, encoding, [Readable.from(shared.read(reader)), ...encoders]);
  } finally {
    shared.leave(reader);
  }
}

/** Sends a feed whose beginning has been made. */
async function sendRest(sending: Sending, begun: string, pieces: AsyncGenerator<string>): Promise<void> {
  const { request, context } = sending;
  const encoding = chooseEncoding(request.req.headers['accept-encoding']?.toString());
  await stream(sending, encoding, [Readable.from(joined(begun, pieces, context)), ...ENCODERS[encoding]()]);
}

async function stream(
  sending: Sending,
  encoding: Encoding,
  streams: readonly [Readable, ...Transform[]],
): Promise<void> {
  const { request, feed } = sending;
  const { res } = request;
  setHeaders(sending);
  res.setHeader('Content-Type', feed.type);
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setMaxListeners(MOST_LISTENERS);
  await pipeline([...streams, res]);
}
