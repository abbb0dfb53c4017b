import { connect } from 'node:net';

/** The raw response to bytes until the server closes the connection; empty if it just closes. */
export function raw(url: string, text: string, options: { end?: boolean } = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const done = (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', done).on('close', done);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? done() : reject(error),
    );
    socket.on('connect', () => (options.end ? socket.end(text, 'latin1') : socket.write(text, 'latin1')));
  });
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
