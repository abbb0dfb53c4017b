import { hash, randomUUID } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Context } from '../../domain/context/context.ts';
import { limitByMemory } from '../../lib/memory.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { chooseEncoding, type Encoding, matchesTag } from '../http/etag.ts';
import { uncached } from '../http/response-cache.ts';
import { isUnmodified, lastModified, type UnchangedSince } from '../http/unchanged-since.ts';
import type { RestRequest } from '../rest/index.ts';
import type { ListState } from './events.ts';

/** A feed with more events, or with more characters, counts as long. */
const SHORT_FEED_EVENTS = 500;
const SHORT_FEED_CHARACTERS = 256 * 1024;
/** Node's pipeline adds seven listeners to a response; together with ours that exceeds the default limit. */
const MAX_LISTENERS = 20;

interface Feed {
  readonly type: string;
  /** The text, generated on demand. */
  readonly pieces: AsyncGenerator<string>;
  /** The state of the list before its events are read; null for a single event. */
  readonly state: ListState | null;
  /** null without a cache of validation dates. */
  readonly since: UnchangedSince | null;
}

/**
 * Limits concurrent long feeds, because each has a page of its events in memory while its client reads. Times in
 * milliseconds.
 */
const longFeeds = new Semaphore(limitByMemory(24), { maxQueue: 100, maxWaitMs: 5_000 });

/** Encoders that flush after each chunk. */
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
 * The entity tag of a long feed, known before the feed is generated: valid until something is stored, or until the
 * instant at which the clock alone may change the feed. null while the change log of this process is not current,
 * and for authenticated callers. Sent as a weak tag, because all encodings share it.
 */
function versionTag({ urls, req }: RestRequest, context: Context, state: ListState): string | null {
  const { caller, clock, version } = context;
  if (!version.isKnown || caller.login !== null) return null;
  const address = [urls.site, req.originalUrl, clock.validUntil];
  return hash('sha1', [PROCESS, version.current, state.mark, ...address].join('\n'), 'base64url');
}

/**
 * Generates the beginning of a feed before anything is sent, so that an error can still set the status.
 * @param enough minimum characters of the beginning
 */
async function generateBeginning(
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
 * Sends a feed. A short one is sent and cached like any other text. A long one is streamed while it is generated,
 * no faster than the client reads (rules#feeds), and only a few at a time.
 * @throws the error of the generation, possibly after the response has begun; ServiceError service_unavailable 503
 * when too many long feeds are being sent
 */
export async function sendFeed(request: RestRequest, context: Context, feed: Feed): Promise<void> {
  const { state, type, pieces } = feed;
  const tag = state && versionTag(request, context, state);
  const sending = { request, context, feed, tag };
  const isLong = state !== null && state.total > SHORT_FEED_EVENTS;
  try {
    const { begun, isDone } = await generateBeginning(pieces, isLong ? 0 : SHORT_FEED_CHARACTERS);
    if (!isDone) {
      if (!sendHeadersOnly(sending)) await longFeeds.run(() => sendLong(sending, begun), context);
      return;
    }
    request.res.setHeader('Content-Type', type);
    const since = sinceOf(sending);
    request.send(request.res, begun, context, since ?? undefined);
  } finally {
    await pieces.return(undefined);
  }
}

interface Sending {
  readonly request: RestRequest;
  readonly context: Context;
  readonly feed: Feed;
  readonly tag: string | null;
}

/** Dates are cached by address; responses to authenticated callers differ at the same address. */
function sinceOf({
  request: { req, urls },
  context,
  feed: { since },
}: Sending): ((tag: string) => number) | null {
  return since && context.caller.login === null ? (tag) => since(urls.site + req.originalUrl, tag) : null;
}

/** The time at which the feed got its tag; null if unknown. */
const unchangedFrom = (sending: Sending): number | null =>
  sending.tag === null ? null : (sinceOf(sending)?.(sending.tag) ?? null);

/** Whether the client has the current feed. */
function hasCurrentFeed(sending: Sending): boolean {
  const { request, tag } = sending;
  const { headers } = request.req;
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tag !== null && matchesTag(tags, tag, false);
  const since = unchangedFrom(sending);
  return since !== null && isUnmodified(headers['if-modified-since'], since);
}

function setHeaders(sending: Sending): void {
  const { request, context, tag } = sending;
  const { res, send } = request;
  uncached(res);
  if (context.caller.login === null) send.setPublicCaching(res);
  res.vary('Accept-Encoding');
  res.vary('Authorization');
  if (tag !== null) res.setHeader('ETag', `W/"${tag}"`);
  const since = unchangedFrom(sending);
  const date = since === null ? null : lastModified(since);
  if (date !== null) res.setHeader('Last-Modified', date);
}

/** Sends a long feed's headers if the client needs nothing else. @returns false if it needs the text */
function sendHeadersOnly(sending: Sending): boolean {
  const { request, feed } = sending;
  const { req, res } = request;
  const isCurrent = hasCurrentFeed(sending);
  if (!isCurrent && req.method !== 'HEAD') return false;
  setHeaders(sending);
  if (!isCurrent) res.setHeader('Content-Type', feed.type);
  else res.removeHeader('Content-Type');
  res.status(isCurrent ? 304 : 200).end();
  return true;
}

/** @param begun the text generated so far */
async function sendLong(sending: Sending, begun: string): Promise<void> {
  const { request, feed } = sending;
  const { res, req } = request;
  const beginning = begun || (await generateBeginning(feed.pieces, 1)).begun;
  const encoding = chooseEncoding(req.headers['accept-encoding']?.toString());
  setHeaders(sending);
  res.setHeader('Content-Type', feed.type);
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setMaxListeners(MAX_LISTENERS);
  const text = Readable.from(joined(beginning, feed.pieces));
  await pipeline([text, ...ENCODERS[encoding](), res]);
}
