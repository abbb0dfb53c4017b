import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../lib/errors.ts';
import { clientOf } from '../../lib/network.ts';
import { type Count, type Counter, openCounter } from '../../platform/cache/counter.ts';

/** At most this many requests in this many seconds. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

/** Most clients that are counted at the same time. */
const MAX_CLIENTS = 100_000;
/** Most credentials that are remembered as valid. */
const MAX_KNOWN = 10_000;
/** Probes are not counted: a service that refused them would look dead. */
const UNCOUNTED = ['/healthz', '/readyz', '/readyz/reads'];

const hashed = (authorization: string): string => hash('sha256', authorization, 'base64url');

/** A preflight: if it were refused, the page could not read why. */
const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/**
 * Limits how many requests each client may send in a window of time (RATE_LIMIT, rules#rate-limit), including
 * those that are answered from memory, counted in this process. A client is identified by its credentials
 * once they have proved right, and before that by its network: so nobody gets more by inventing credentials.
 */
export class RateLimit {
  readonly #rate: Rate;
  readonly #policy: string;
  readonly #counter: Promise<Counter>;
  readonly #credentials = new LRUCache<string, true>({ max: MAX_KNOWN });
  readonly #over = new WeakSet<IncomingMessage>();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#policy = `"default";q=${rate.requests};w=${rate.seconds}`;
    this.#counter = openCounter('requests', rate.seconds, MAX_CLIENTS);
  }

  /**
   * @param handler answers requests
   * @param refusing answers clients that have sent too many: it calls {@link admit}
   * @param addressOf the address of a client, also behind proxies
   */
  inFrontOf(
    handler: RequestListener,
    refusing: RequestListener,
    addressOf: (req: IncomingMessage) => string,
  ): RequestListener {
    return (req, res) => {
      if (UNCOUNTED.includes(req.url ?? '') || isPreflight(req)) return handler(req, res);
      void this.#count(req, addressOf(req)).then((count) =>
        (this.#setHeaders(count, req, res) ? handler : refusing)(req, res),
      );
    };
  }

  async #count({ headers: { authorization } }: IncomingMessage, address: string): Promise<Count> {
    const tag = authorization === undefined ? undefined : hashed(authorization);
    const count = await this.#counter;
    return count(
      tag !== undefined && this.#credentials.has(tag) ? `credentials ${tag}` : clientOf(null, address),
    );
  }

  /**
   * Sets the headers that say how much is left.
   * @returns whether anything is
   */
  #setHeaders({ count, resetMs }: Count, req: IncomingMessage, res: ServerResponse): boolean {
    const seconds = Math.ceil(resetMs / 1_000);
    res.setHeader('RateLimit-Policy', this.#policy);
    res.setHeader('RateLimit', `"default";r=${Math.max(0, this.#rate.requests - count)};t=${seconds}`);
    if (count <= this.#rate.requests) return true;
    res.setHeader('Retry-After', String(seconds));
    this.#over.add(req);
    return false;
  }

  /** @throws ServiceError too_many_requests 429 when the client has sent too many */
  admit(req: IncomingMessage): void {
    if (!this.#over.has(req)) return;
    const { requests, seconds } = this.#rate;
    throw new ServiceError('too_many_requests', {
      message: `Too many requests: ${requests} in ${seconds} seconds are answered.`,
    });
  }

  /**
   * Called when the credentials of a request have proved right: from now on they have a count of their own.
   */
  recognise({ headers: { authorization } }: IncomingMessage): void {
    if (authorization !== undefined) this.#credentials.set(hashed(authorization), true);
  }
}
