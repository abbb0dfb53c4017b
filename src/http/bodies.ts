import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../errors.ts';
import { refuse } from './refuse.ts';

interface Body {
  bytes: number;
  arrived: boolean;
}

/**
 * The memory that the bodies of all requests take together. When there is too much, the one that has been
 * arriving for longest has to go: who sends slowly, so as to fill it, makes room for everybody else.
 */
export class Bodies {
  readonly #limit: number;
  /** In the order in which they were begun. */
  readonly #all = new Map<IncomingMessage, Body>();
  #bytes = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * To be called where a body is about to be read, in the same tick: asks a client that waits for it to go
   * on, and counts what comes.
   */
  expect(req: IncomingMessage, res: ServerResponse): void {
    if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
    const body: Body = { bytes: 0, arrived: false };
    this.#all.set(req, body);
    req.on('data', ({ length }: Buffer) => {
      if (!this.#all.has(req)) return;
      body.bytes += length;
      this.#bytes += length;
      if (this.#bytes > this.#limit) this.#makeRoom(req);
    });
    req.once('end', () => {
      body.arrived = true;
    });
    res.once('close', () => this.#forget(req));
  }

  #makeRoom(newest: IncomingMessage): void {
    let oldest = newest;
    for (const [req, { arrived }] of this.#all)
      if (!arrived) {
        oldest = req;
        break;
      }
    this.#forget(oldest);
    refuse(
      oldest.socket,
      new ServiceError('service_unavailable', {
        message: 'Too much is being sent at once. Try again later.',
      }),
    );
  }

  #forget(req: IncomingMessage): void {
    const body = this.#all.get(req);
    if (!body) return;
    this.#all.delete(req);
    this.#bytes -= body.bytes;
  }
}
