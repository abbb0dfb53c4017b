import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { writeChunk } from '../../src/api/http/write-chunk.ts';

/** Writes two parts of a response to a client that is still connected, or that disconnects before one of them. */
async function writeTwice(cutBefore?: 'first' | 'second'): Promise<boolean[]> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean[]>();
  const server = createServer(async (req, res) => {
    try {
      res.writeHead(200, { 'Content-Length': 8 });
      if (cutBefore === 'first') req.socket.destroy();
      const first = await writeChunk(res, 'part');
      if (cutBefore === 'second') req.socket.destroy();
      const second = await writeChunk(res, Buffer.from('part'));
      resolve([first, second]);
      res.end();
    } catch (error) {
      reject(error);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  client.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  try {
    return await promise;
  } finally {
    client.destroy();
    server.close();
    await once(server, 'close');
  }
}

test('parts are written until the client disconnects, and nothing waits for ever', async () => {
  expect(await writeTwice()).toEqual([true, true]);
  expect(await writeTwice('first')).toEqual([false, false]);
  expect(await writeTwice('second')).toEqual([true, false]);
});
