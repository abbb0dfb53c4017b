import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long the body of a request may go on arriving after the request was answered without reading it, in
 * milliseconds.
 */
export const LINGER_MS = 5_000;

/**
 * Node destroys a connection as soon as its last answer is sent. A client that is still sending its request
 * would be reset, often before it reads the answer: from now on the rest is received and dropped for a moment.
 * @param running the request that is being answered
 */
export function closeGently(socket: Socket, running: () => IncomingMessage | undefined): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const req = running();
    if (!req || req.complete) return destroySoon();
    socket.end();
    req.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
