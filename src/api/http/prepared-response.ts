import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding, entityTag, matchesTag, tagOf } from './etag.ts';
import { isUnmodified, lastModified } from './unchanged-since.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Smaller bodies do not benefit from an encoding; in bytes. */
const MIN_ENCODED_BYTES = 1_000;
/** Quality 4 suits text sent once or a few times: a third of the bytes for a millisecond of work. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

/** The headers of a response, without the headers that depend on the encoding. */
export type Headers = readonly (readonly [name: string, value: string])[];

const RATE_LIMIT_PREFIX = 'ratelimit';

/** The headers of a response, without its id and rate limit, which belong to one request. */
export function reusableHeaders(res: ServerResponse): Headers {
  const headers: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(res.getHeaders()))
    if (value !== undefined && name !== 'x-request-id' && !name.startsWith(RATE_LIMIT_PREFIX))
      headers.push([name, String(value)]);
  return headers;
}

/** A successful response that can be sent repeatedly, in any encoding; except to POST, with an entity tag. */
export class PreparedResponse {
  readonly body: Buffer;
  readonly tag: string;
  /** Template of the request's address, `/events/{id}`. */
  readonly route: string;
  readonly #headers: readonly string[];
  readonly #since: number | null;
  readonly #encoded = new Map<Encoding, Promise<Buffer> | Buffer>();

  /** @param since returns the instant since which this tag is unchanged; without it, dates are ignored */
  constructor(body: Buffer, headers: Headers, route = 'other', since?: (tag: string) => number) {
    this.body = body;
    this.route = route;
    this.tag = tagOf(body);
    this.#headers = headers.flat();
    this.#since = since ? since(this.tag) : null;
    this.#encoded.set('identity', body);
  }

  /** Approximate memory in bytes, encodings included. */
  get size(): number {
    return this.body.length * 2 + 2_000;
  }

  /**
   * Sends the response, or 304 if the client has it.
   * @param headers empty if they are set already: setting them again would take longer than all other work here
   * @returns a promise if the body is encoded first
   */
  send(req: IncomingMessage, res: ServerResponse, headers = this.#headers): Promise<void> | undefined {
    const encoding =
      this.body.length < MIN_ENCODED_BYTES || req.method === 'POST'
        ? 'identity'
        : chooseEncoding(req.headers['accept-encoding']);
    if (req.method !== 'POST' && this.#isNotModified(req)) {
      res.writeHead(304, this.#head(req, encoding, headers)).end();
      return undefined;
    }
    let encoded = this.#encoded.get(encoding);
    if (!encoded) {
      encoded = encoding === 'br' ? brotli(this.body, BROTLI) : gzipped(this.body);
      this.#encoded.set(encoding, encoded);
    }
    if (!Buffer.isBuffer(encoded))
      return encoded.then(
        (bytes) => {
          this.#encoded.set(encoding, bytes);
          this.#write(req, res, encoding, bytes, headers);
        },
        () => this.#write(req, res, 'identity', this.body, headers),
      );
    this.#write(req, res, encoding, encoded, headers);
    return undefined;
  }

  /** If-Modified-Since counts only without If-None-Match (RFC 9110, 13.1.3). */
  #isNotModified({ headers }: IncomingMessage): boolean {
    const tags = headers['if-none-match'];
    if (tags !== undefined) return matchesTag(tags, this.tag, false);
    return this.#since !== null && isUnmodified(headers['if-modified-since'], this.#since);
  }

  /** Names and values of headers, with the id of this request. */
  #head({ id, method }: IncomingMessage, encoding: Encoding, headers: readonly string[]): string[] {
    const lines = [...headers];
    if (method !== 'POST') lines.push('ETag', entityTag(this.tag, encoding));
    const date = this.#since === null ? null : lastModified(this.#since);
    if (date !== null) lines.push('Last-Modified', date);
    if (typeof id === 'string') lines.push('X-Request-Id', id);
    return lines;
  }

  #write(
    req: IncomingMessage,
    res: ServerResponse,
    encoding: Encoding,
    bytes: Buffer,
    headers: readonly string[],
  ): void {
    const lines = this.#head(req, encoding, headers);
    lines.push('Content-Length', String(bytes.length));
    if (encoding !== 'identity') lines.push('Content-Encoding', encoding);
    res.writeHead(200, lines);
    if (req.method === 'HEAD') res.end();
    else res.end(bytes);
  }
}
