import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding, entityTag, namesTag, tagOf } from './etag.ts';
import { isUnmodified, lastModified } from './unchanged-since.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Smaller bodies gain nothing from an encoding. */
const WORTH_ENCODING = 1_000;
/** A good level for text that is sent once or a few times: a third of the bytes for a millisecond of work. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

/** The headers of an answer, except those that depend on the encoding. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** Prefix of the headers that say how many requests a client may still send. */
const LIMIT = 'ratelimit';

/** The headers that are set, but for its id and how many requests are left, which belong to the request. */
export function headersOf(res: ServerResponse): Headers {
  const headers: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(res.getHeaders()))
    if (value !== undefined && name !== 'x-request-id' && !name.startsWith(LIMIT))
      headers.push([name, String(value)]);
  return headers;
}

/** A successful answer, ready to be sent again and again; to GET and QUERY with a tag, in any encoding. */
export class Answer {
  readonly body: Buffer;
  readonly tag: string;
  /** The template of the address of the request, `/events/{id}`. */
  readonly route: string;
  readonly #headers: readonly string[];
  readonly #since: number | null;
  readonly #encoded = new Map<Encoding, Promise<Buffer> | Buffer>();

  /** @param since the moment since which an answer with this tag is unchanged; without it dates are not compared */
  constructor(body: Buffer, headers: Headers, route = 'other', since?: (tag: string) => number) {
    this.body = body;
    this.route = route;
    this.tag = tagOf(body);
    this.#headers = headers.flat();
    this.#since = since ? since(this.tag) : null;
    this.#encoded.set('identity', body);
  }

  /** Roughly the memory it takes, in bytes, encodings included. */
  get size(): number {
    return this.body.length * 2 + 2_000;
  }

  /**
   * Sends it, or says that the client has it already (304).
   * @param own its headers, unless they are set: setting them again would take longer than all else here
   * @returns when it has been encoded, if that takes a while
   */
  send(req: IncomingMessage, res: ServerResponse, own = this.#headers): Promise<void> | undefined {
    const encoding =
      this.body.length < WORTH_ENCODING || req.method === 'POST'
        ? 'identity'
        : chooseEncoding(req.headers['accept-encoding']);
    if (req.method !== 'POST' && this.#isNotModified(req)) {
      res.writeHead(304, this.#head(req, encoding, own)).end();
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
          this.#write(req, res, encoding, bytes, own);
        },
        () => this.#write(req, res, 'identity', this.body, own),
      );
    this.#write(req, res, encoding, encoded, own);
    return undefined;
  }

  /** A date counts only without a tag (RFC 9110, 13.1.3). */
  #isNotModified({ headers }: IncomingMessage): boolean {
    const tags = headers['if-none-match'];
    if (tags !== undefined) return namesTag(tags, this.tag, false);
    return this.#since !== null && isUnmodified(headers['if-modified-since'], this.#since);
  }

  /** Names and values of headers. The id belongs to the request, so a cached answer gets a new one each time. */
  #head({ id, method }: IncomingMessage, encoding: Encoding, own: readonly string[]): string[] {
    const lines = [...own];
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
    own: readonly string[],
  ): void {
    const lines = this.#head(req, encoding, own);
    lines.push('Content-Length', String(bytes.length));
    if (encoding !== 'identity') lines.push('Content-Encoding', encoding);
    res.writeHead(200, lines);
    if (req.method === 'HEAD') res.end();
    else res.end(bytes);
  }
}
