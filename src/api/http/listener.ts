import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../../lib/errors.ts';
import { closeWithError, parserError } from './close-with-error.ts';
import { type ListenAddress, listenOn } from './port.ts';
import { hasTwoHosts } from './site.ts';

/** In milliseconds. */
export interface ConnectionTimeouts {
  /** For the headers of a request, and for the first byte of a connection. */
  readonly headers: number;
  /** For a whole request, body included. */
  readonly request: number;
  /** For a connection on which nothing moves: its client sends nothing of a body, or reads nothing of an answer. */
  readonly silent: number;
  /** For a connection without requests. */
  readonly keepAlive: number;
}

/** How often Node looks for requests that take too long, at most, in milliseconds. */
const CHECK_MS = 5_000;
/** Further connections are refused. A reverse proxy needs a few hundred. */
const MAX_CONNECTIONS = 10_000;
/** Requests of one connection that may wait for the one before them; a client that sends more is cut. */
const MAX_AHEAD = 128;

/** How long, after the port is closed, a new connection may wait for its first request, in milliseconds. */
const GRACE_MS = 500;

const TWO_HOSTS = new ServiceError('bad_request', { message: 'There is more than one Host header.' });

/** A request that is being answered, and those of the same connection that were sent ahead. */
interface Turn {
  readonly running: ServerResponse;
  readonly ahead: [IncomingMessage, ServerResponse][];
}

/**
 * A port on which requests are answered. The requests of one connection are answered one after another, as HTTP
 * orders their answers: nothing is begun behind a last answer, and requests sent ahead cost no more than their headers.
 */
export class Listener {
  readonly #server: Server;
  readonly #listener: RequestListener;
  readonly #sockets = new Set<Socket>();
  readonly #turns = new Map<Duplex, Turn>();
  #leaving = false;

  constructor(timeouts: ConnectionTimeouts, listener: RequestListener) {
    this.#listener = listener;
    const server = createServer({
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: Math.min(CHECK_MS, Math.ceil(timeouts.headers / 3)),
    });
    server.timeout = timeouts.silent;
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#turns.delete(socket);
      });
    });
    const take = this.#take.bind(this);
    // The reader of the body answers `Expect: 100-continue`; see read-body.ts.
    server.on('request', take).on('checkContinue', take);
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const isAnswered = this.#turns.get(socket)?.running.headersSent === true;
      if (error.code === 'ECONNRESET' || isAnswered) socket.destroy();
      else closeWithError(socket, parserError(error));
    });
    server.on('timeout', (socket: Socket) => {
      const running = this.#turns.get(socket)?.running;
      if (running === undefined || running.headersSent) socket.destroy();
      else if (!running.req.complete) closeWithError(socket, new ServiceError('request_timeout'));
    });
    this.#server = server;
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
    this.#leaving = true;
    for (const { running } of this.#turns.values()) if (!running.headersSent) running.shouldKeepAlive = false;
  }

  /**
   * Accepts no more connections, closes those without a request, and resolves when running requests have been
   * answered, or cut after `ms` milliseconds.
   */
  async close(ms: number): Promise<void> {
    this.leave();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const timers = [
      setTimeout(() => this.#closeUnused(), Math.min(GRACE_MS, ms)),
      setTimeout(() => this.#server.closeAllConnections(), ms),
    ];
    await closed;
    for (const timer of timers) clearTimeout(timer);
  }

  #closeUnused(): void {
    for (const socket of this.#sockets) if (!this.#turns.has(socket)) socket.destroy();
  }

  #take(req: IncomingMessage, res: ServerResponse): void {
    const turn = this.#turns.get(req.socket);
    if (turn === undefined) this.#run(req, res, []);
    else if (turn.ahead.length >= MAX_AHEAD) req.socket.destroy();
    else {
      turn.ahead.push([req, res]);
      req.socket.pause();
    }
  }

  #run(req: IncomingMessage, res: ServerResponse, ahead: Turn['ahead']): void {
    const { socket } = req;
    this.#turns.set(socket, { running: res, ahead });
    if (this.#leaving) res.shouldKeepAlive = false;
    res.once('close', () => {
      if (socket.destroyed || socket.writableEnded) return;
      const next = ahead.shift();
      if (ahead.length === 0) socket.resume();
      if (next) this.#run(...next, ahead);
      else this.#turns.delete(socket);
    });
    if (hasTwoHosts(req)) closeWithError(socket, TWO_HOSTS);
    else this.#listener(req, res);
  }
}

function urlOf(host: string, port: number): string {
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
