import { Socket } from 'node:net';
import pg from 'pg';

/** Silence after which the system asks whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000;

/** A connection that can be cut at once, whatever the server does; a polite end waits for its answer. */
export class Client extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS, ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** Ends it; what it was asked fails with the error. */
  cut(error: Error): void {
    this.#socket.destroy(error);
  }
}

/** The server did not answer in time. */
export const timedOut = (message: string): Error => Object.assign(new Error(message), { code: 'ETIMEDOUT' });
