import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { annotateRequest } from '../../src/platform/telemetry/current.ts';
import { watchRequests } from '../../src/platform/telemetry/requests.ts';

test('a request that is rejected during the start is not a failure', async () => {
  const lines: string[] = [];
  const watch = watchRequests({
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    routeOf: (url) => url,
  });
  const handler = watch.computed((req, res) => {
    if (req.url === '/early') annotateRequest({ phase: 'starting' });
    res.writeHead(503).end();
  });
  const server = createServer(watch.all(handler)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    expect((await fetch(`http://127.0.0.1:${port}/early`)).status).toBe(503);
    expect((await fetch(`http://127.0.0.1:${port}/later`)).status).toBe(503);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  expect(lines.map((line) => JSON.parse(line)).map(({ path, msg }) => [path, msg])).toEqual([
    ['/later', 'request failed'],
  ]);
});
