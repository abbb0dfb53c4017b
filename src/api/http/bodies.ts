import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { Caller } from '../../domain/access/caller.ts';
import { ServiceError } from '../../lib/errors.ts';
import { closeWithError } from './close-with-error.ts';

/**
 * How long the body of a request without a login may take, in milliseconds: it has 100 kB at most, and is refused
 * after this time, so that nobody holds connections by bodies that never come.
 */
const ANONYMOUS_MS = 10_000;

const ofUsers = new WeakSet<IncomingMessage>();

/** Whether a body is read for somebody who may write; false until that is known. */
export const isBodyOfUser = (req: IncomingMessage): boolean => ofUsers.has(req);

/**
 * Limits the memory that the bodies of all requests take together. When it is exceeded, the body that has
 * been arriving for longest is dropped: somebody who sends slowly to fill the memory makes room for everybody
 * else.
 */
export class Bodies {
  readonly #limit: number;
  /** Bytes that have arrived of each body, the oldest body first. */
  readonly #all = new Map<IncomingMessage, number>();
  #bytes = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Call this in the same tick in which a body is going to be read: it tells a client that waits for `100
   * Continue` to go on, counts what arrives, and limits the time of callers without a login.
   */
  expect(req: IncomingMessage, res: ServerResponse, { role }: Caller): void {
    if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
    this.#all.set(req, 0);
    req.on('data', ({ length }: Buffer) => {
      const before = this.#all.get(req);
      if (before === undefined) return;
      this.#all.set(req, before + length);
      this.#bytes += length;
      if (this.#bytes > this.#limit) this.#makeRoom(req);
    });
    res.once('close', this.#forget.bind(this, req));
    if (role !== 'anonymous') ofUsers.add(req);
    else if (!req.complete) {
      const timer = setTimeout(() => req.complete || closeWithError(req.socket, LATE), ANONYMOUS_MS);
      res.once('close', () => clearTimeout(timer));
    }
  }

  #makeRoom(newest: IncomingMessage): void {
    let oldest = newest;
    for (const req of this.#all.keys())
      if (!req.complete) {
        oldest = req;
        break;
      }
    this.#forget(oldest);
    closeWithError(
      oldest.socket,
      new ServiceError('service_unavailable', {
        message: 'Too much is being sent at once. Try again later.',
      }),
    );
  }

  #forget(req: IncomingMessage): void {
    this.#bytes -= this.#all.get(req) ?? 0;
    this.#all.delete(req);
  }
}

const LATE = new ServiceError('request_timeout');

/** What it takes to read the body of a request: who sends it, and how much memory it may take. */
export interface Receiving {
  /** @throws ServiceError 401 for wrong credentials */
  authenticate(req: Request): Promise<Caller>;
  bodies: Bodies;
}
