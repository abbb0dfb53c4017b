import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { type ConnectionLimits, Connections } from './connections.ts';
import { type ListenAddress, listenOn } from './port.ts';
import { parserError, refuse } from './refuse.ts';

/** Times in milliseconds. */
interface ListenerLimits extends ConnectionLimits {
  /** For the headers of a request. */
  headersTimeout: number;
  /** For a whole request, body included. */
  requestTimeout: number;
  /** For a connection without requests. */
  keepAliveTimeout: number;
}

/** How often Node looks for requests that take too long, at most, in milliseconds. */
const CHECK_MS = 5_000;
/**
 * How long, after the port is closed, connections without a request stay open, in milliseconds: one may be on its
 * way. It is answered, with `Connection: close`.
 */
const GRACE_MS = 500;

/** A port on which requests are answered within limits; see {@link Connections}. */
export class Listener {
  readonly #server: Server;
  readonly #connections: Connections;

  constructor(limits: ListenerLimits, listener: RequestListener) {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = limits;
    const connectionsCheckingInterval = Math.min(CHECK_MS, Math.ceil(headersTimeout / 3));
    const connections = new Connections(limits, listener);
    const server = createServer({
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval,
    });
    const take = connections.take.bind(connections);
    server.on('connection', (socket) => connections.welcome(socket));
    // A client that sends `Expect: 100-continue` is answered when somebody reads the body; see bodies.ts.
    server.on('request', take).on('checkContinue', take);
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ECONNRESET' || connections.isAnswering(socket)) socket.destroy();
      else refuse(socket, parserError(error));
    });
    server.on('timeout', (socket: Socket) => connections.stalled(socket));
    this.#server = server;
    this.#connections = connections;
  }

  /**
   * @param shared whether other processes of the service listen there, too
   * @returns the address for clients on this machine
   * @throws StartError
   */
  async listen(address: ListenAddress, shared = false): Promise<string> {
    return urlOf(address.host, await listenOn(this.#server, address, shared));
  }

  /** From now on each connection ends with its current or next answer. New connections are still accepted. */
  leave(): void {
    this.#connections.leave();
  }

  /**
   * Accepts no more connections; resolves when all have ended. Those that still have not after `ms`
   * milliseconds are cut.
   */
  async close(ms: number): Promise<void> {
    this.leave();
    const server = this.#server;
    // Not close() of http.Server, which cuts idle connections at once.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    const cuts = [
      setTimeout(() => this.#connections.cutUnused(), Math.min(GRACE_MS, ms)),
      setTimeout(() => server.closeAllConnections(), ms),
    ];
    await closed;
    for (const cut of cuts) clearTimeout(cut);
    // Now there is nothing to cut, but its timer ends.
    server.close();
    this.#connections.close();
  }
}

function urlOf(host: string, port: number): string {
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
