import { hash, randomUUID } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Context } from '../../domain/context/context.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { chooseEncoding, type Encoding, namesTag } from '../http/etag.ts';
import { uncached } from '../http/response-cache.ts';
import { isUnmodified, lastModified, type UnchangedSince } from '../http/unchanged-since.ts';
import type { RestRequest } from '../rest/index.ts';
import type { ListState } from './events.ts';

/** A feed with more events counts as long, */
const SHORT_FEED_EVENTS = 500;
/** and so does one with more characters. */
const SHORT_FEED_CHARACTERS = 256 * 1024;
/**
 * Node's pipeline adds seven listeners to an answer; together with ours that is more than the default limit.
 */
const MAX_LISTENERS = 20;

interface Feed {
  readonly type: string;
  /** Its text, made as it is consumed. */
  readonly pieces: AsyncGenerator<string>;
  /** The state of the list before its events are read; null for a single event. */
  readonly state: ListState | null;
  /** null where nothing is kept between requests. */
  readonly since: UnchangedSince | null;
}

/**
 * The number of long feeds that are sent at once, because each has a page of its events in memory while its client
 * reads; the number of requests that wait for that, and how long they wait, in milliseconds.
 */
const longFeeds = new Semaphore(24, { queue: 100, wait: 5_000 });

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
 * changes, and for callers who are logged in. It is sent as a weak tag, because all encodings share it.
 */
function versionTag({ urls, req }: RestRequest, context: Context, state: ListState): string | null {
  const { caller, clock, version } = context;
  if (!version.isKnown || caller.login !== null) return null;
  const address = [urls.site, req.originalUrl, clock.validUntil];
  return hash('sha1', [PROCESS, version.now, state.mark, ...address].join('\n'), 'base64url');
}

/**
 * Makes the beginning of a feed before anything is sent, so that an error up to there still has its status.
 * @param enough characters after which the beginning ends
 */
async function makeBeginning(
  pieces: AsyncGenerator<string>,
  enough: number,
): Promise<{ begun: string; isDone: boolean }> {
  let begun = '';
  while (begun.length < enough) {
    const { value, done } = await pieces.next();
    if (done) return { begun, isDone: true };
    begun += value;
  }
  return { begun, isDone: false };
}

async function* joined(begun: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield begun;
  yield* rest;
}

/**
 * Sends a feed. A short one is sent like every other text, and cached. A long one is sent while it is made, no faster than
 * the client reads (rules#feeds), and few of them at a time.
 * @throws the error of making it; the answer may have begun by then. ServiceError service_unavailable 503 when
 * too many long ones are sent
 */
export async function sendFeed(request: RestRequest, context: Context, feed: Feed): Promise<void> {
  const { state, type, pieces } = feed;
  const tag = state && versionTag(request, context, state);
  const sending = { request, context, feed, tag };
  const isLong = state !== null && state.total > SHORT_FEED_EVENTS;
  try {
    const { begun, isDone } = await makeBeginning(pieces, isLong ? 0 : SHORT_FEED_CHARACTERS);
    if (!isDone) {
      if (!isSentByHeaders(sending)) await longFeeds.run(() => sendLong(sending, begun), context);
      return;
    }
    request.res.setHeader('Content-Type', type);
    const since = sinceOf(sending);
    request.send(request.res, begun, context, since ?? undefined);
  } finally {
    await pieces.return(undefined);
  }
}

/** A long feed in answer to a request. */
interface Sending {
  readonly request: RestRequest;
  readonly context: Context;
  readonly feed: Feed;
  /** See {@link versionTag}. */
  readonly tag: string | null;
}

/** Dates are kept by address; answers to callers who are logged in differ at the same address. */
function sinceOf({
  request: { req, urls },
  context,
  feed: { since },
}: Sending): ((tag: string) => number) | null {
  return since && context.caller.login === null ? (tag) => since(urls.site + req.originalUrl, tag) : null;
}

/** The moment since which the feed has its tag; null if unknown. */
const unchangedFrom = (sending: Sending): number | null =>
  sending.tag === null ? null : (sinceOf(sending)?.(sending.tag) ?? null);

/** Whether the client has the present feed. */
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

/** @param begun the text that has been made */
async function sendLong(sending: Sending, begun: string): Promise<void> {
  const { request, feed } = sending;
  const { res, req } = request;
  const beginning = begun || (await makeBeginning(feed.pieces, 1)).begun;
  const encoding = chooseEncoding(req.headers['accept-encoding']?.toString());
  setHeaders(sending);
  res.setHeader('Content-Type', feed.type);
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setMaxListeners(MAX_LISTENERS);
  const text = Readable.from(joined(beginning, feed.pieces));
  await pipeline([text, ...ENCODERS[encoding](), res]);
}
