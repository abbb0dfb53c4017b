import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { assertNotPrivate, lookupPublic } from '../../lib/public-address.ts';
import { projectVersion } from '../../platform/project-file.ts';

const USER_AGENT = `calendar-events-service/${projectVersion()} (webhook)`;
/** How long an answer may take, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** How much of an answer is read, in bytes; it says nothing to us. */
const MOST_BYTES = 64 * 1024;
/** Statuses whose `Retry-After` counts. */
const ASKING_FOR_LATER = [429, 503];

interface Answer {
  readonly status: number;
  /** By which a receiver asks to be left alone for a while. */
  readonly retryAfter: string | undefined;
}

const answerOf = ({ statusCode: status = 0, headers }: IncomingMessage): Answer => ({
  status,
  retryAfter: ASKING_FOR_LATER.includes(status) ? headers['retry-after'] : undefined,
});

/** A `Retry-After` in seconds from now; it has seconds or a date. */
export function secondsIn(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1_000;
  return Math.max(0, seconds || 0);
}

/** Sends messages, to public addresses alone unless others are allowed: looked up for each connection anew. */
export class Poster {
  readonly #agents: { 'http:': HttpAgent; 'https:': HttpsAgent };
  readonly #allowPrivate: boolean;
  readonly #timeoutMs: number;

  /** @param timeoutMs how long a whole answer may take; no request waits for a connection */
  constructor(allowPrivate: boolean, timeoutMs = TIMEOUT_MS) {
    this.#allowPrivate = allowPrivate;
    this.#timeoutMs = timeoutMs;
    const shared = { keepAlive: true, timeout: 2 * timeoutMs };
    this.#agents = { 'http:': new HttpAgent(shared), 'https:': new HttpsAgent(shared) };
  }

  /** Posts JSON. No redirect is followed. @throws Error without an answer that ends in time */
  async post(
    url: URL,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Answer> {
    if (!this.#allowPrivate) assertNotPrivate(url);
    const isSecure = url.protocol === 'https:';
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    // One of AbortSignal.timeout() would keep the body in memory until it ends.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#timeoutMs);
    const options = {
      method: 'POST',
      agent: this.#agents[isSecure ? 'https:' : 'http:'],
      ...(!this.#allowPrivate && { lookup: lookupPublic }),
      signal: AbortSignal.any([signal, late.signal]),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': USER_AGENT,
      },
    };
    const sent = (isSecure ? httpsRequest : httpRequest)(url, options, (answer: IncomingMessage) => {
      let bytes = 0;
      answer.on('data', ({ length }: Buffer) => {
        bytes += length;
        if (bytes > MOST_BYTES) answer.destroy();
      });
      answer.once('close', () => resolve(answerOf(answer)));
      answer.once('error', () => resolve(answerOf(answer)));
    });
    sent.once('error', (error) =>
      reject(late.signal.aborted ? new Error(`no answer within ${this.#timeoutMs / 1_000} s`) : error),
    );
    sent.end(body);
    return promise.finally(() => clearTimeout(timer));
  }

  /** Closes all connections. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}
