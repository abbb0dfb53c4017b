import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { assertNotPrivate, lookupPublic } from '../../lib/public-address.ts';
import { projectVersion } from '../../platform/project-file.ts';

const USER_AGENT = `calendar-events-service/${projectVersion()} (webhook)`;
/** Limit for a whole response, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** How much of a response is read; its content is ignored. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Statuses whose `Retry-After` counts. */
const RETRY_AFTER_STATUSES = [429, 503];

interface PostResult {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

const postResult = ({ statusCode: status = 0, headers }: IncomingMessage): PostResult => ({
  status,
  retryAfter: RETRY_AFTER_STATUSES.includes(status) ? headers['retry-after'] : undefined,
});

/** Seconds from now until a `Retry-After`, which has seconds or a date. */
export function retryAfterSeconds(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1_000;
  return Math.max(0, seconds || 0);
}

/** Sends messages, only to public addresses unless others are allowed; resolves the host for each connection. */
export class Poster {
  readonly #agents: { 'http:': HttpAgent; 'https:': HttpsAgent };
  readonly #allowPrivate: boolean;
  readonly #timeoutMs: number;

  /** @param timeoutMs limit for a whole response; no request waits for a connection */
  constructor(allowPrivate: boolean, timeoutMs = TIMEOUT_MS) {
    this.#allowPrivate = allowPrivate;
    this.#timeoutMs = timeoutMs;
    const shared = { keepAlive: true, timeout: 2 * timeoutMs };
    this.#agents = { 'http:': new HttpAgent(shared), 'https:': new HttpsAgent(shared) };
  }

  /** Posts JSON. Follows no redirects. @throws Error if no whole response arrives in time */
  async post(
    url: URL,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<PostResult> {
    if (!this.#allowPrivate) assertNotPrivate(url);
    const isSecure = url.protocol === 'https:';
    const { promise, resolve, reject } = Promise.withResolvers<PostResult>();
    // AbortSignal.timeout() would keep the body in memory until the timeout.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.#timeoutMs);
    const options = {
      method: 'POST',
      agent: this.#agents[isSecure ? 'https:' : 'http:'],
      ...(!this.#allowPrivate && { lookup: lookupPublic }),
      signal: AbortSignal.any([signal, timeout.signal]),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': USER_AGENT,
      },
    };
    const request = (isSecure ? httpsRequest : httpRequest)(url, options, (response: IncomingMessage) => {
      let bytes = 0;
      response.on('data', ({ length }: Buffer) => {
        bytes += length;
        if (bytes > MAX_RESPONSE_BYTES) response.destroy();
      });
      response.once('close', () => resolve(postResult(response)));
      response.once('error', () => resolve(postResult(response)));
    });
    request.once('error', (error) =>
      reject(timeout.signal.aborted ? new Error(`no response within ${this.#timeoutMs / 1_000} s`) : error),
    );
    request.end(body);
    return promise.finally(() => clearTimeout(timer));
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}
