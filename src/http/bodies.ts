import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../errors.ts';
import { refuse } from './refuse.ts';

/**
 * The memory that the bodies of all requests take together. When there is too much, the one that has been
 * arriving for longest has to go: who sends slowly, so as to fill it, makes room for everybody else.
 */
export class Bodies {
  readonly #limit: number;
  /** What has come of each, in bytes, in the order in which they were begun. */
  readonly #all = new Map<IncomingMessage, number>();
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
    this.#all.set(req, 0);
    req.on('data', ({ length }: Buffer) => {
      const before = this.#all.get(req);
      if (before === undefined) return;
      this.#all.set(req, before + length);
      this.#bytes += length;
      if (this.#bytes > this.#limit) this.#makeRoom(req);
    });
    res.once('close', () => this.#forget(req));
  }

  #makeRoom(newest: IncomingMessage): void {
    let oldest = newest;
    for (const req of this.#all.keys())
      if (!req.complete) {
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
    this.#bytes -= this.#all.get(req) ?? 0;
    this.#all.delete(req);
  }
}
