import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Rate } from '../config/formats.ts';
import { ServiceError } from '../errors.ts';
import { networkOf } from '../kernel/network.ts';
import { type Count, type Counter, openCounter } from '../memory/counter.ts';

/** Clients that are counted at the same time. */
const MAX_CLIENTS = 100_000;
/** Credentials that are known to be right. */
const MAX_KNOWN = 10_000;
/** For whoever watches the process, which does not end when a client asks too often. */
const UNCOUNTED = ['/healthz', '/readyz'];

const hashed = (authorization: string): string => hash('sha256', authorization, 'base64url');

/** A question of a browser before it asks: an answer that says no could not be read by the page. */
const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/**
 * Lets each client ask so often in a window of time (RATE_LIMIT, rules#rate-limit), answers that are kept
 * included, in all workers together. A client is its credentials once they were found to be right, else its
 * network: so nobody gets more by making credentials up.
 */
export class RateLimit {
  readonly #rate: Rate;
  readonly #policy: string;
  readonly #counter: Promise<Counter>;
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN });
  readonly #over = new WeakSet<IncomingMessage>();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#policy = `"default";q=${rate.requests};w=${rate.seconds}`;
    this.#counter = openCounter('requests', rate.seconds, MAX_CLIENTS);
    // Told with the first request.
    this.#counter.catch(() => {});
  }

  /**
   * @param handler what answers
   * @param refusing what answers those who have asked too often: it calls {@link admit}
   * @param addressOf the address of a client, also behind proxies
   */
  inFrontOf(
    handler: RequestListener,
    refusing: RequestListener,
    addressOf: (req: IncomingMessage) => string,
  ): RequestListener {
    return (req, res) => {
      if (UNCOUNTED.includes(req.url ?? '') || isPreflight(req)) return handler(req, res);
      this.#count(req, addressOf(req)).then(
        (count) => (this.#tell(count, req, res) ? handler : refusing)(req, res),
        // The primary does not answer: then nobody is refused.
        () => handler(req, res),
      );
    };
  }

  async #count({ headers: { authorization } }: IncomingMessage, address: string): Promise<Count> {
    const tag = authorization === undefined ? undefined : hashed(authorization);
    const count = await this.#counter;
    return count(tag !== undefined && this.#known.has(tag) ? `c:${tag}` : `a:${networkOf(address)}`);
  }

  /** Says how much is left. @returns whether anything was */
  #tell({ count, resetMs }: Count, req: IncomingMessage, res: ServerResponse): boolean {
    const seconds = Math.ceil(resetMs / 1_000);
    res.setHeader('RateLimit-Policy', this.#policy);
    res.setHeader('RateLimit', `"default";r=${Math.max(0, this.#rate.requests - count)};t=${seconds}`);
    if (count <= this.#rate.requests) return true;
    res.setHeader('Retry-After', String(seconds));
    this.#over.add(req);
    return false;
  }

  /** @throws ServiceError too_many_requests 429 when the client has asked too often */
  admit(req: IncomingMessage): void {
    if (!this.#over.has(req)) return;
    const { requests, seconds } = this.#rate;
    throw new ServiceError('too_many_requests', {
      message: `Too many requests: ${requests} in ${seconds} seconds are answered.`,
    });
  }

  /** The credentials of a request are right: they have a count of their own from now on. */
  recognise({ headers: { authorization } }: IncomingMessage): void {
    if (authorization !== undefined) this.#known.set(hashed(authorization), true);
  }
}
