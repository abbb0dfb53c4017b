import { connect, type Socket } from 'node:net';

/** A connection for an attacker, or a patient client, that sends raw bytes. */
export interface Wire {
  readonly socket: Socket;
  /** The received text. */
  readonly text: string;
  /** Resolves after the connection ends, from either side. */
  readonly closed: Promise<void>;
  readonly isOpen: boolean;
  send(bytes: string): void;
  /** Resolves when the received text includes `text`, or the connection ends. */
  until(text: string): Promise<string>;
  cut(): void;
}

/**
 * @param reads whether it reads the response
 * @param localAddress its source address, one of this machine's own
 */
export async function dial(url: string, first = '', reads = true, localAddress?: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    port: Number(port),
    host: hostname,
    ...(localAddress !== undefined && { localAddress }),
  });
  // Only the end of the connection matters.
  socket.on('error', () => {});
  let text = '';
  const waiting = new Set<() => void>();
  const tell = (): void => {
    for (const look of waiting) look();
  };
  let isOpen = true;
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isOpen = false;
      resolve();
      tell();
    });
  });
  if (reads)
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
      tell();
    });
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  if (first !== '') socket.write(first, 'latin1');
  return {
    socket,
    get text() {
      return text;
    },
    get isOpen() {
      return isOpen;
    },
    closed,
    send: (bytes) => void socket.write(bytes, 'latin1'),
    until: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!text.includes(wanted) && isOpen) return;
          waiting.delete(look);
          resolve(text);
        };
        waiting.add(look);
        look();
      }),
    cut: () => void socket.destroy(),
  };
}

/** All of 127.0.0.0/8 is this machine; the attacker lives in another network than the other clients. */
export const ELSEWHERE = '127.0.0.2';

/** A request with a stalled body. */
export const HALF =
  'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n';

/** Opens many connections at once. */
export const dialMany = (
  count: number,
  url: string,
  first: (at: number) => string,
  reads = true,
  localAddress?: string,
): Promise<Wire[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => dial(url, first(at), reads, localAddress)));
