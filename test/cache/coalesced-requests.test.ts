import { createServer, type RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { ResponseCache } from '../../src/api/http/response-cache.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

type Done = (error?: Error | null) => void;

/**
 * Simultaneous requests for the same thing wait for one response. If it is not cached, they must not wait until its
 * client has read it: here the first client reads nothing.
 */
class Client extends Socket {
  override readonly remoteAddress = '127.0.0.1';
  readonly #reads: boolean;
  #received = '';
  #unread: Done | undefined;
  #waiting: () => void = () => {};

  constructor(reads: boolean) {
    super();
    this.#reads = reads;
    this.on('error', () => {});
  }

  override _read(): void {}
  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: Done): void {
    this.#take([chunk], done);
  }
  override _writev(chunks: { chunk: Buffer | string }[], done: Done): void {
    this.#take(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }
  override _destroy(error: Error | null, done: Done): void {
    this.#unread?.(new Error('the client has disconnected'));
    super._destroy(error, done);
  }

  #take(chunks: (Buffer | string)[], done: Done): void {
    this.#received += chunks.map((chunk) => chunk.toString('latin1')).join('');
    this.#waiting();
    if (this.#reads) done();
    else this.#unread = done;
  }

  /** Sends a request over its own connection. */
  ask(listener: RequestListener, path: string, headers: readonly string[] = []): this {
    createServer(listener).emit('connection', this);
    this.push(
      ['GET ', path, ' HTTP/1.1\r\nHost: x\r\n', ...headers.map((line) => `${line}\r\n`), '\r\n'].join(''),
    );
    return this;
  }

  /**
   * The status line.
   * @throws after `ms` milliseconds without one
   */
  status(ms = 240_000): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing within ${ms} ms`)), ms);
      this.#waiting = () => {
        if (!this.#received.includes('\r\n')) return;
        clearTimeout(timer);
        resolve(this.#received.slice('HTTP/1.1 '.length, this.#received.indexOf('\r\n')));
      };
      this.#waiting();
    });
  }
}

let server: TestServer;
let now: () => Date = () => new Date('2031-03-01T10:00:00Z');
const REST = '/calendar/events/v1';
const HTML = ['Accept: text/html'];
const JSON_ONLY = ['Accept: application/json'];

beforeAll(async () => {
  server = await startTestServer({ clock: () => now() });
  await server.request('POST', '/events', {
    title: 'Fair',
    start_date: '2031-03-02 10:00',
    end_date: '2031-03-02 12:00',
  });
});
afterAll(() => server.stop());

/** Two requests for the same thing; the first client reads nothing. */
async function askTwice(path: string, headers: readonly string[]): Promise<string[]> {
  const first = new Client(false).ask(server.handleRequest, path, headers);
  const second = new Client(true).ask(server.handleRequest, path, headers);
  try {
    return await Promise.all([first.status(), second.status()]);
  } finally {
    first.destroy();
    second.destroy();
  }
}

const graphql = (query: string): string => `/graphql?query=${encodeURIComponent(query)}`;

test.each<[name: string, path: string, status: string, headers?: readonly string[]]>([
  ['a response that is cached', `${REST}/events`, '200 OK'],
  ['a document', `${REST}/doc`, '200 OK'],
  ['an error of REST', `${REST}/events/999`, '404 Not Found'],
  ['a parameter that is refused', `${REST}/events?page=x`, '400 Bad Request'],
  ['an address of nothing', '/nothing', '404 Not Found'],
  ['an address of nothing, as a page', '/nothing', '404 Not Found', HTML],
  ['a page of nothing', '/event/nothing/', '404 Not Found', HTML],
  ['a redirect to GraphiQL', '/graphql/', '301 Moved Permanently', HTML],
  ['a redirect to the reference', '/docs/', '301 Moved Permanently'],
  ['a redirect to a record', '/event/fair/', '302 Found', JSON_ONLY],
  ['a redirect to a file of a page', '/event/fair/?ical=1', '302 Found', HTML],
  ['a redirect of an address of another system', '/events/month/2031-03/', '301 Moved Permanently', HTML],
  ['a style sheet', '/docs/reference.css', '200 OK'],
  ['a health check', '/healthz', '200 OK'],
  ['a check of readiness', '/readyz', '200 OK'],
  ['a result of GraphQL', graphql('{ events { totalCount } }'), '200 OK', JSON_ONLY],
  ['a failed field of GraphQL', graphql('{ event(by: { databaseId: 999 }) { title } }'), '200 OK', JSON_ONLY],
  ['an invalid document of GraphQL', graphql('{ nothing }'), '200 OK', JSON_ONLY],
  ['a method error of GraphQL', '/graphql', '400 Bad Request', JSON_ONLY],
])('%s', async (_name, path, status, headers = []) => {
  expect(await askTwice(path, headers)).toEqual([status, status]);
});

test('a large file, and a 304', async () => {
  const page = await (await server.send('GET', '/graphql', undefined, { accept: 'text/html' })).text();
  const path = `/${/src="(graphiql\/[^"]+\.js)"/.exec(page)?.[1]}`;
  expect(await askTwice(path, [])).toEqual(['200 OK', '200 OK']);
  const tag = (await server.send('GET', path, undefined, {})).headers.get('etag');
  const known = `If-None-Match: ${tag}`;
  expect(await askTwice(path, [known])).toEqual(['304 Not Modified', '304 Not Modified']);
});

test('an unexpected error', async () => {
  const right = now;
  now = () => {
    throw new Error('the clock is broken');
  };
  try {
    const status = '500 Internal Server Error';
    expect(await askTwice(`${REST}/venues`, [])).toEqual([status, status]);
    expect(await askTwice('/venues', HTML)).toEqual([status, status]);
    expect(await askTwice(graphql('{ venues { totalCount } }'), JSON_ONLY)).toEqual([status, status]);
  } finally {
    now = right;
  }
});

test('a client that disconnects', async () => {
  const path = `${REST}/events?search=gone`;
  const first = new Client(false).ask(server.handleRequest, path);
  const second = new Client(true).ask(server.handleRequest, path);
  first.destroy();
  expect(await second.status()).toBe('200 OK');
  second.destroy();
});

test('a response not marked as uncached delays only the requests that came before it began', async () => {
  let count = 0;
  const cache = new ResponseCache({ version: server.version, clock: now, admit: () => 'x' });
  const answer = cache.wrap((_req, res) => {
    count += 1;
    res.write('some of it');
  });
  const clients = [new Client(false), new Client(true)];
  for (const client of clients) {
    client.ask(answer, '/');
    await client.status();
  }
  expect(count).toBe(2);
  for (const client of clients) client.destroy();
});
