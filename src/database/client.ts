import { Socket } from 'node:net';
import pg from 'pg';

/** How long a connection is silent before the system checks that the other side is still there. */
const KEEP_ALIVE_MS = 10_000;

/** A connection that can be cut at once, whatever the server does; ending it politely waits for an answer. */
export class Client extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS, ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** Cuts it; everything that waits for an answer fails with the error. */
  cut(error: Error): void {
    this.#socket.destroy(error);
  }
}

/** The server did not answer in time. */
export const timedOut = (message: string): Error => Object.assign(new Error(message), { code: 'ETIMEDOUT' });
