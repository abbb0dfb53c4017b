import type { ServerResponse } from 'node:http';

/**
 * Resolves once the operating system has accepted a part of a response: backpressure for slow clients. Node.js does not
 * call back for a write to a socket that was just destroyed; therefore this also waits for the end of the response.
 * @returns false once the client has disconnected
 */
export const writeChunk = (res: ServerResponse, chunk: string | Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    const closed = (): void => resolve(false);
    res.once('close', closed);
    res.write(chunk, (error) => {
      res.off('close', closed);
      resolve(!error);
    });
  });
