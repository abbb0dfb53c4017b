import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { ServiceError } from '../../lib/errors.ts';
import { closeWithError, parserError } from './close-with-error.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import { type ListenAddress, listenOn } from './port.ts';
import { hasTwoHosts } from './site.ts';

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

const TWO_HOSTS = new ServiceError('bad_request', { message: 'There is more than one Host header.' });

/** A port on which requests are answered within limits; see {@link Connections}. */
export class Listener {
  readonly #server: Server;
  readonly #connections: Connections;

  constructor(limits: ListenerLimits, listener: RequestListener) {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = limits;
    const connectionsCheckingInterval = Math.min(CHECK_MS, Math.ceil(headersTimeout / 3));
    const connections = new Connections(limits, (req, res) =>
      hasTwoHosts(req) ? closeWithError(req.socket, TWO_HOSTS) : listener(req, res),
    );
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
      else closeWithError(socket, parserError(error));
    });
    server.on('timeout', (socket: Socket) => connections.stalled(socket));
    this.#server = server;
    this.#connections = connections;
  }

  /**
   * @returns the address for clients on this machine
   * @throws StartError
   */
  async listen(address: ListenAddress): Promise<string> {
    return urlOf(address.host, await listenOn(this.#server, address));
  }

  /** From now on each connection ends with its current or next answer. New connections are still accepted. */
  leave(): void {
    this.#connections.leave();
  }

  /**
   * Accepts no more connections; resolves when all have ended. Those that still have not after `ms`
   * milliseconds are closed.
   */
  async close(ms: number): Promise<void> {
    this.leave();
    const server = this.#server;
    // Not close() of http.Server, which closes idle connections at once.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    const timers = [
      setTimeout(() => this.#connections.closeUnused(), Math.min(GRACE_MS, ms)),
      setTimeout(() => server.closeAllConnections(), ms),
    ];
    await closed;
    for (const timer of timers) clearTimeout(timer);
    // Nothing is left to close, but its timer has to end.
    server.close();
    this.#connections.close();
  }
}

function urlOf(host: string, port: number): string {
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
