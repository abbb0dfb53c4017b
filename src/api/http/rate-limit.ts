import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../lib/errors.ts';
import { clientKey } from '../../lib/network.ts';
import { type Count, type Counter, openCounter } from '../../platform/cache/counter.ts';

/** The maximum number of requests in a window of `seconds`. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

/** Maximum number of clients counted at the same time. */
const MAX_CLIENTS = 100_000;
/** Maximum number of credentials remembered as valid. */
const MAX_KNOWN = 10_000;
/** Probes are not counted: a refused probe would make the service look dead. */
const UNCOUNTED_PATHS = ['/healthz', '/readyz'];

const hashed = (authorization: string): string => hash('sha256', authorization, 'base64url');

/** Preflights are not counted: a page could not read the error. */
const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/**
 * Limits the requests of each client in a time window (RATE_LIMIT, rules#rate-limit), cache hits included. Counts in
 * this process. Identifies a client by its credentials once they have proved valid, else by its network, so that
 * invented credentials do not raise the limit.
 */
export class RateLimit {
  readonly #rate: Rate;
  readonly #policy: string;
  readonly #counter: Promise<Counter>;
  readonly #credentials = new LRUCache<string, true>({ max: MAX_KNOWN });
  readonly #exceeded = new WeakSet<IncomingMessage>();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#policy = `"default";q=${rate.requests};w=${rate.seconds}`;
    this.#counter = openCounter('requests', rate.seconds, MAX_CLIENTS);
  }

  /**
   * Puts the limit in front of a handler.
   * @param refusing handles requests above the limit; calls {@link assertWithinLimit}
   * @param addressOf returns the address of a client, also behind proxies
   */
  wrap(
    handler: RequestListener,
    refusing: RequestListener,
    addressOf: (req: IncomingMessage) => string,
  ): RequestListener {
    return (req, res) => {
      if (UNCOUNTED_PATHS.includes(req.url ?? '') || isPreflight(req)) return handler(req, res);
      void this.#count(req, addressOf(req)).then((count) =>
        (this.#setHeaders(count, req, res) ? handler : refusing)(req, res),
      );
    };
  }

  async #count({ headers: { authorization } }: IncomingMessage, address: string): Promise<Count> {
    const tag = authorization === undefined ? undefined : hashed(authorization);
    const count = await this.#counter;
    return count(
      tag !== undefined && this.#credentials.has(tag) ? `credentials ${tag}` : clientKey(null, address),
    );
  }

  /** @returns whether the request is within the limit */
  #setHeaders({ count, resetMs }: Count, req: IncomingMessage, res: ServerResponse): boolean {
    const seconds = Math.ceil(resetMs / 1_000);
    res.setHeader('RateLimit-Policy', this.#policy);
    res.setHeader('RateLimit', `"default";r=${Math.max(0, this.#rate.requests - count)};t=${seconds}`);
    if (count <= this.#rate.requests) return true;
    res.setHeader('Retry-After', String(seconds));
    this.#exceeded.add(req);
    return false;
  }

  /** @throws ServiceError too_many_requests 429 if the request exceeded the limit */
  assertWithinLimit(req: IncomingMessage): void {
    if (!this.#exceeded.has(req)) return;
    const { requests, seconds } = this.#rate;
    throw new ServiceError('too_many_requests', {
      message: `Too many requests: the limit is ${requests} in ${seconds} seconds.`,
    });
  }

  /** Counts requests with these credentials separately, after they have proved valid. */
  rememberCredentials({ headers: { authorization } }: IncomingMessage): void {
    if (authorization !== undefined) this.#credentials.set(hashed(authorization), true);
  }
}
