import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../../lib/errors.ts';
import { SECURITY_HEADER_LINES } from './security-headers.ts';
import { hasTwoHosts } from './site.ts';

/** In milliseconds. */
export interface ConnectionTimeouts {
  /** For the headers of a request, and for the first byte of a connection. */
  readonly headers: number;
  /** For a whole request, body included. */
  readonly request: number;
  /** For a connection without traffic: the client sends no more of a body, or reads no more of a response. */
  readonly inactivity: number;
  /** For a connection without requests. */
  readonly keepAlive: number;
}

export interface ListenAddress {
  host: string;
  port: number;
  /** Whether other processes of the service share the port; the kernel distributes the connections. */
  reusePort: boolean;
}

/** The service cannot start; the message is for the operator. */
class StartError extends Error {}

/** Maximum interval of Node's check for slow requests, in milliseconds. */
const CHECK_MS = 5_000;
/** Further connections are refused. A reverse proxy needs a few hundred. */
const MAX_CONNECTIONS = 10_000;
/** Maximum number of pipelined requests that wait on one connection; more close it. */
const MAX_PIPELINED = 128;

/** Time for the first request of a new connection after the port is closed, in milliseconds. */
const FIRST_REQUEST_MS = 500;
/** Time for a client to read an error before its connection is closed, in milliseconds. */
const READ_ERROR_MS = 1_000;

const TWO_HOSTS = new ServiceError('bad_request', { message: 'There is more than one Host header.' });

/** The current request of a connection, and the requests that the client sent ahead. */
interface RequestQueue {
  readonly current: ServerResponse;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * A port that receives requests. Handles the requests of one connection one after another, in the order of their
 * responses: none is started after a last response, and waiting requests cost only their headers.
 */
export class Listener {
  readonly #server: Server;
  readonly #listener: RequestListener;
  readonly #sockets = new Set<Socket>();
  readonly #queues = new Map<Duplex, RequestQueue>();
  #isDraining = false;

  constructor(timeouts: ConnectionTimeouts, listener: RequestListener) {
    this.#listener = listener;
    const server = createServer({
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: Math.min(CHECK_MS, Math.ceil(timeouts.headers / 3)),
    });
    server.timeout = timeouts.inactivity;
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#queues.delete(socket);
      });
    });
    const enqueue = this.#enqueue.bind(this);
    // The reader of the body responds to `Expect: 100-continue`; see read-body.ts.
    server.on('request', enqueue).on('checkContinue', enqueue);
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const hasResponse = this.#queues.get(socket)?.current.headersSent === true;
      if (error.code === 'ECONNRESET' || hasResponse) socket.destroy();
      else closeWithError(socket, parserError(error));
    });
    server.on('timeout', (socket: Socket) => {
      const current = this.#queues.get(socket)?.current;
      if (current === undefined || current.headersSent) socket.destroy();
      else if (!current.req.complete) closeWithError(socket, new ServiceError('request_timeout'));
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

  /** Closes each connection after its current or next response. Still accepts new connections. */
  drain(): void {
    this.#isDraining = true;
    for (const { current } of this.#queues.values())
      if (!current.headersSent) current.shouldKeepAlive = false;
  }

  /**
   * Accepts no more connections and closes connections without a request. Resolves when all requests have ended;
   * aborts them after `ms` milliseconds.
   */
  async close(ms: number): Promise<void> {
    this.drain();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const timers = [
      setTimeout(() => this.#closeUnused(), Math.min(FIRST_REQUEST_MS, ms)),
      setTimeout(() => this.#server.closeAllConnections(), ms),
    ];
    await closed;
    for (const timer of timers) clearTimeout(timer);
  }

  #closeUnused(): void {
    for (const socket of this.#sockets) if (!this.#queues.has(socket)) socket.destroy();
  }

  #enqueue(req: IncomingMessage, res: ServerResponse): void {
    const queue = this.#queues.get(req.socket);
    if (queue === undefined) this.#run(req, res, []);
    else if (queue.waiting.length >= MAX_PIPELINED) req.socket.destroy();
    else {
      queue.waiting.push([req, res]);
      req.socket.pause();
    }
  }

  #run(req: IncomingMessage, res: ServerResponse, waiting: RequestQueue['waiting']): void {
    const { socket } = req;
    this.#queues.set(socket, { current: res, waiting });
    if (this.#isDraining) res.shouldKeepAlive = false;
    res.once('close', () => {
      if (socket.destroyed || socket.writableEnded) return;
      const next = waiting.shift();
      if (waiting.length === 0) socket.resume();
      if (next) this.#run(...next, waiting);
      else this.#queues.delete(socket);
    });
    if (hasTwoHosts(req)) closeWithError(socket, TWO_HOSTS);
    else this.#listener(req, res);
  }
}

/**
 * @returns the port; chosen by the system if 0 was requested
 * @throws StartError
 */
async function listenOn(server: Server, { host, port, reusePort }: ListenAddress): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(listenFailure(error, { host, port }))));
    server.listen({ port, host, reusePort }, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<ListenAddress, 'host' | 'port'>,
): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is used by another program. Stop that program, or set PORT to another number.`;
  if (error.code === 'EACCES') return `This user may not use port ${port}. Set PORT to a number above 1023.`;
  if (error.code === 'ENOTSUP')
    return 'On this operating system processes cannot share a port. Set REUSE_PORT to false.';
  return `Cannot listen on ${host}, port ${port}: ${error.message}. Check HOST and PORT.`;
}

function urlOf(host: string, port: number): string {
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Sends a response without a handler, with the usual error body, and closes the connection. */
function closeWithError(socket: Duplex, { code, status, message, retryAfter }: ServiceError): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ code, message, data: { status } });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    ...SECURITY_HEADER_LINES,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // A client that keeps sending, or does not hang up, would hold the connection forever.
  setTimeout(() => socket.destroy(), READ_ERROR_MS).unref();
}

/** The error for a request that Node cannot parse. */
function parserError({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ServiceError('request_timeout');
  return new ServiceError(code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request');
}
