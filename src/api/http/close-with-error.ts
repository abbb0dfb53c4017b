import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../../lib/errors.ts';
import { securityLines } from './security-headers.ts';

/** How long a client has to read why it was refused, in milliseconds. */
const READ_MS = 1_000;

/**
 * Answers a request that never reached a handler, with the same body as every error, and closes the
 * connection.
 */
export function closeWithError(socket: Duplex, { code, status, message, retryAfter }: ServiceError): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ code, message, data: { status } });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    ...securityLines,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // Otherwise a client that keeps sending, or does not hang up, would keep the connection for ever.
  setTimeout(() => socket.destroy(), READ_MS).unref();
}

/** The error for what Node could not read as a request. */
export function parserError({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ServiceError('request_timeout');
  return new ServiceError(code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request');
}
