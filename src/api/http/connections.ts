import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../../lib/errors.ts';
import { isBodyOfUser } from './bodies.ts';
import { closeWithError } from './close-with-error.ts';
import { closeGently, LINGER_MS } from './linger.ts';
import { type NetworkLimits, Networks } from './networks.ts';

export interface ConnectionLimits extends NetworkLimits {
  /** How long a client may read nothing of its answer, in milliseconds. */
  sendTimeout: number;
  /** Most bytes of answers, of all connections together, that are written but not yet read. */
  unsentMemory: number;
}

interface Connection {
  readonly socket: Socket;
  /** See {@link Networks.of}. */
  readonly network: string | null;
  /** What is being answered. */
  running: ServerResponse | null;
  /** Requests that arrived while another one was being answered. */
  readonly waiting: [IncomingMessage, ServerResponse][];
  /** Whether reading from it is paused. */
  held: boolean;
  /** When its last request began or ended, as a number that grows. */
  used: number;
}

/**
 * Requests of one connection that may wait for the one before them. A client that sends more without reading
 * is closed.
 */
const MAX_WAITING = 128;
/** The same for all connections together. */
const MAX_WAITING_OF_ALL = 4_096;
/** How long a client may read nothing while too many answers wait to be read, in milliseconds. */
const HURRY_MS = 2_000;
const SWEEP_MS = 1_000;
/** The share of all connections that are closed, at most, when there is no room for a new one. */
const MAKES_ROOM = 0.05;
/**
 * All open connections. The requests of one connection are answered one after another, since HTTP orders
 * their answers anyway: what a client sends ahead waits, and costs no more than its headers. Connections that
 * wait for a request, or for the rest of one, make room for new ones (decisions/0053), and clients that read
 * nothing are closed.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #listener: RequestListener;
  readonly #open = new Map<Socket, Connection>();
  readonly #networks: Networks;
  #waiting = 0;
  #uses = 0;
  #leaving = false;
  #ending = false;
  readonly #sweeping: NodeJS.Timeout;

  constructor(limits: ConnectionLimits, listener: RequestListener) {
    this.#limits = limits;
    this.#networks = new Networks(limits);
    this.#listener = listener;
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  /** A new connection. */
  welcome(socket: Socket): void {
    const network = this.#networks.of(socket);
    if (!this.#hasRoom(network)) return void socket.destroy();
    const connection: Connection = {
      socket,
      network,
      running: null,
      waiting: [],
      held: false,
      used: ++this.#uses,
    };
    this.#open.set(socket, connection);
    this.#networks.count(network, 1);
    closeGently(socket, () => connection.running?.req);
    socket.once('close', () => {
      this.#forget(connection);
      this.#waiting -= connection.waiting.length;
      connection.waiting.length = 0;
    });
  }

  /** A new request; it is answered when its turn comes. */
  take(req: IncomingMessage, res: ServerResponse): void {
    const connection = this.#open.get(req.socket);
    if (connection?.running === null) this.#run(connection, req, res);
    else if (connection) this.#wait(connection, req, res);
  }

  /**
   * A connection on which nothing has moved for longer than sending may take, or that was idle for too long.
   */
  stalled(socket: Socket): void {
    const isWorking = this.#open.get(socket)?.running && socket.writableLength === 0;
    if (!isWorking) socket.destroy();
  }

  /** Whether the answer of a request has begun and not ended. */
  isAnswering(socket: Duplex): boolean {
    return socket instanceof Socket && this.#open.get(socket)?.running?.headersSent === true;
  }

  /**
   * From now on every answer says that it is the last one of its connection. Requests that wait behind it are
   * not begun.
   */
  leave(): void {
    this.#leaving = true;
    for (const { running } of this.#open.values())
      if (running && !running.headersSent) running.shouldKeepAlive = false;
  }

  /**
   * Cuts all connections without a running answer now, and each of the others as soon as its answer has
   * ended.
   */
  closeUnused(): void {
    this.#ending = true;
    for (const { socket, running } of this.#open.values()) if (running === null) socket.destroy();
  }

  /** Stops watching. */
  close(): void {
    clearInterval(this.#sweeping);
  }

  #wait(connection: Connection, req: IncomingMessage, res: ServerResponse): void {
    const { socket, waiting } = connection;
    if (waiting.length >= MAX_WAITING || this.#waiting >= MAX_WAITING_OF_ALL) return void socket.destroy();
    waiting.push([req, res]);
    this.#waiting += 1;
    hold(connection);
  }

  #run(connection: Connection, req: IncomingMessage, res: ServerResponse): void {
    connection.running = res;
    connection.used = ++this.#uses;
    if (this.#leaving) res.shouldKeepAlive = false;
    res.on('close', this.#next.bind(this, connection));
    this.#listener(req, res);
  }

  #next(connection: Connection): void {
    const { socket, running, waiting } = connection;
    connection.running = null;
    connection.used = ++this.#uses;
    if (socket.destroyed || socket.writableEnded) return;
    if (running && !running.req.complete) this.#linger(running.req);
    const next = waiting.shift();
    if (waiting.length === 0 && connection.held) release(connection);
    if (!next) return void (this.#ending && socket.end());
    this.#waiting -= 1;
    this.#run(connection, ...next);
  }

  /**
   * Reads and drops the rest of a body that nobody wants, so that the client gets as far as reading the
   * answer; but only for a limited time.
   */
  #linger(req: IncomingMessage): void {
    setTimeout(() => req.complete || req.socket.destroy(), LINGER_MS).unref();
  }

  #forget({ socket, network }: Connection): void {
    if (this.#open.delete(socket)) this.#networks.count(network, -1);
  }

  /** Whether there is room for one more connection of a network, made if need be. */
  #hasRoom(network: string | null): boolean {
    const { size } = this.#open;
    if (this.#networks.isFull(network, size))
      return this.#makeRoom((connection) => connection.network === network);
    return size < this.#limits.maxConnections || this.#makeRoom(() => true);
  }

  /**
   * Closes connections that wait for a request or for the rest of one, the oldest first: those of networks that
   * have their share before all others, and bodies of users last.
   * @returns whether there were any
   */
  #makeRoom(isCandidate: (connection: Connection) => boolean): boolean {
    const rank = ({ network, running }: Connection): number =>
      (this.#networks.hasShare(network) ? 0 : 2) + (running && isBodyOfUser(running.req) ? 1 : 0);
    const going = [...this.#open.values()]
      .filter((connection) => isUnused(connection) && isCandidate(connection))
      .map((connection) => ({ connection, rank: rank(connection) }))
      .sort((one, other) => one.rank - other.rank || one.connection.used - other.connection.used)
      .slice(0, Math.ceil(this.#limits.maxConnections * MAKES_ROOM));
    for (const { connection } of going) {
      this.#forget(connection);
      if (connection.running?.headersSent === false) closeWithError(connection.socket, TOO_MANY);
      else connection.socket.destroy();
    }
    return going.length > 0;
  }

  /**
   * A client that does not read gets a time limit, for which Node watches whether anything moves; watching
   * all connections would cost too much. What such a client sends is not read, as that would count as
   * movement.
   */
  #sweep(): void {
    const unread = [...this.#open.values()].filter(({ socket }) => socket.writableLength > 0);
    let unsent = unread.reduce((sum, { socket }) => sum + socket.writableLength, 0);
    const { unsentMemory, sendTimeout } = this.#limits;
    const limit = unsent > unsentMemory ? Math.min(HURRY_MS, sendTimeout) : sendTimeout;
    for (const connection of unread) {
      const { timeout } = connection.socket;
      // Every time: Node resumes reading when it discards a request.
      hold(connection);
      if (timeout === undefined || timeout === 0 || timeout > limit) connection.socket.setTimeout(limit);
    }
    // Clients that read very slowly: the one that has waited longest is closed first.
    for (const { socket } of unread.sort((one, other) => one.used - other.used)) {
      if (unsent <= unsentMemory * 2) return;
      unsent -= socket.writableLength;
      socket.destroy();
    }
  }
}

const TOO_MANY = new ServiceError('service_unavailable', {
  message: 'There are too many connections, and this request was not complete. Try again later.',
});

/** Whether a connection waits for a request, or for the rest of one. */
const isUnused = ({ running }: Connection): boolean => running === null || !running.req.complete;

function hold(connection: Connection): void {
  connection.held = true;
  connection.socket.pause();
}

function release(connection: Connection): void {
  connection.held = false;
  connection.socket.resume();
}
