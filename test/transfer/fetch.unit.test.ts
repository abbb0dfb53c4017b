import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Fetcher } from '../../src/transfer/tec-import/fetcher.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server on this machine, and the requests that it received. */
async function serve(answer: RequestListener, host = '127.0.0.1') {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers.authorization);
    answer(request, response);
  });
  servers.push(server.listen(0, host));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked: requests, port, url: new URL(`http://${host}:${port}/`) };
}

const fine: RequestListener = (_request, response) => response.end('{"fine":true}');
const to =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

test.each([
  ['an address of this machine', (port: number) => `http://127.0.0.1:${port}/`],
  ['a name of this machine', (port: number) => `http://localhost:${port}/`],
  ['the address as a number', (port: number) => `http://2130706433:${port}/`],
  ['the address in IPv6', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
  ['the unspecified address', (port: number) => `http://0.0.0.0:${port}/`],
])('%s is not requested', async (_what, address) => {
  const { asked: requests, port } = await serve(fine);
  const url = new URL(address(port));
  await expect(new Fetcher().json(url)).rejects.toThrow(/is not allowed/);
  expect(requests).toEqual([]);
  expect(await new Fetcher({ allowPrivate: true }).json(url)).toEqual({ fine: true });
});

test('no site can redirect to a private address', async () => {
  const inner = await serve(fine, '127.0.0.2');
  const outer = await serve(to(inner.url.href));
  await expect(new Fetcher({ allowPrivate: ['127.0.0.1'] }).json(outer.url)).rejects.toThrow(
    /is not allowed/,
  );
  expect([outer.asked.length, inner.asked.length]).toEqual([1, 0]);
});

test('the login goes to the site, and to no redirect target', async () => {
  const elsewhere = await serve(fine);
  const site = await serve(to(elsewhere.url.href));
  const fetcher = new Fetcher({ allowPrivate: true, login: { user: 'ada', password: 'secret' } });
  await fetcher.json(site.url);
  fetcher.logInAt(site.url);
  await fetcher.json(site.url);
  expect(site.asked).toEqual([undefined, `Basic ${Buffer.from('ada:secret').toString('base64')}`]);
  expect(elsewhere.asked).toEqual([undefined, undefined]);
});

test('no login is sent in plain text', () => {
  const fetcher = new Fetcher({ login: { user: 'ada', password: 'secret' } });
  expect(() => fetcher.logInAt(new URL('http://cal.example.org/'))).toThrow('no login is sent');
  fetcher.logInAt(new URL('https://cal.example.org/'));
});

test('the user agent names this service', async () => {
  const agents: unknown[] = [];
  const { url } = await serve((request, response) => {
    agents.push(request.headers['user-agent']);
    fine(request, response);
  });
  await new Fetcher({ allowPrivate: true }).json(url);
  expect(agents).toEqual([expect.stringMatching(/^calendar-events-service\/\d+\.\d+\.\d+ \(import\)$/)]);
});

const LARGE = Buffer.alloc(5_000_000, ' ');
test.each<[string, RequestListener]>([
  ['uncompressed', (_request, response) => response.end(LARGE)],
  [
    'after decompression',
    (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LARGE)),
  ],
])('the fetcher aborts a response that is too large %s', async (_how, answer) => {
  const { url } = await serve(answer);
  const fetcher = new Fetcher({ allowPrivate: true, maxBytes: 1_000_000 });
  await expect(fetcher.json(url)).rejects.toThrow('responds with more than 1000000 bytes');
});

test.each<[string, RequestListener, string]>([
  ['is not JSON', (_request, response) => response.end('<html>'), 'with something that is not JSON'],
  [
    'is an error',
    (_request, response) => response.writeHead(403).end('{"code":"rest_forbidden","message":"Not you."}'),
    /responds with 403 at http:.*, Not you\./,
  ],
  ['redirects in a loop', to('/'), 'Redirected 5 times'],
  ['redirects to a file', to('file:///etc/passwd'), 'Unsupported protocol'],
] as [string, RequestListener, string][])(
  'a response that %s is reported',
  async (_what, answer, message) => {
    const { url } = await serve(answer);
    await expect(new Fetcher({ allowPrivate: true }).json(url)).rejects.toThrow(message);
  },
);

test('a site that sends Retry-After is retried after that time, repeatedly', async () => {
  let requests = 0;
  const { url } = await serve((request, response) => {
    requests++;
    if (requests < 3) response.writeHead(requests === 1 ? 429 : 503, { 'retry-after': '100' }).end();
    else fine(request, response);
  });
  const delays: number[] = [];
  const delay = (ms: number): number => {
    delays.push(ms);
    return 1;
  };
  expect(await new Fetcher({ allowPrivate: true, delay }).json(url)).toEqual({ fine: true });
  expect(delays).toEqual([100_000, 100_000]);
});

test('a refused connection to a known site is retried, a wrong address is reported at once', async () => {
  const { url, port } = await serve(fine);
  const { promise: refused, resolve: isRefused } = Promise.withResolvers<void>();
  const delay = (): number => {
    isRefused();
    return 100;
  };
  const fetcher = new Fetcher({ allowPrivate: true, delay });
  fetcher.logInAt(url);
  for (const server of servers.splice(0)) server.close();
  await expect(new Fetcher({ allowPrivate: true }).json(url)).rejects.toThrow(
    /does not respond at .*REFUSED/,
  );
  const answer = fetcher.json(url);
  await refused;
  servers.push(createServer(fine).listen(port, '127.0.0.1'));
  expect(await answer).toEqual({ fine: true });
});
