import { request } from 'node:https';
import { findNginx, type Nginx, startNginx } from '../../bench/support/nginx.ts';
import { ask } from '../attacks/ask.ts';
import { eventually, pause } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** The service behind a real nginx with `deploy/nginx.conf`. */
const withNginx = findNginx() ? describe : describe.skip;
if (!findNginx()) process.stderr.write('nginx and openssl are not installed: no test of deploy/nginx.conf\n');

const EVENTS = '/calendar/events/v1/events';
const FAIR = { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
const SUBSCRIPTION = 'subscription { recordChanged(kinds: [EVENT]) { type } }';

/** Seconds that nginx caches a response: one second of `SHARED_MAX_AGE`, which nginx counts in whole seconds. */
const KEPT_MS = 2_100;

const portOf = ({ url }: TestServer): number => Number(new URL(url).port);

async function behindNginx(env: Record<string, string>): Promise<{ server: TestServer; nginx: Nginx }> {
  const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1', ...env } });
  return { server, nginx: await startNginx({ ports: [portOf(server)] }) };
}

interface Answer {
  status: number | undefined;
  text: string;
}

/** A TLS request that accepts any certificate. */
const askSecurely = (nginx: Nginx, path: string, headers: Record<string, string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(`${nginx.secureUrl}${path}`, { headers, rejectUnauthorized: false }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk;
        })
        .once('end', () => resolve({ status: answer.statusCode, text }))
        .once('error', reject);
    });
    sent.once('error', reject).end();
  });

/** Collects a stream until it ends or is aborted. */
function collect(body: ReadableStream<Uint8Array> | null): string[] {
  const chunks: string[] = [];
  const write = (chunk: Uint8Array): void => void chunks.push(Buffer.from(chunk).toString());
  body?.pipeTo(new WritableStream({ write })).catch(() => {});
  return chunks;
}

withNginx('without SHARED_MAX_AGE', () => {
  let server: TestServer;
  let nginx: Nginx;
  beforeAll(async () => {
    ({ server, nginx } = await behindNginx({ RATE_LIMIT: '1000/h' }));
  });
  afterAll(async () => {
    await nginx.stop();
    await server.stop();
  });

  test('links have the host and scheme of the request', async () => {
    const { status, text } = await askSecurely(nginx, EVENTS, { host: nginx.host });
    expect(status).toBe(200);
    expect(JSON.parse(text).rest_url).toMatch(`https://${nginx.host}${EVENTS}`);
  });

  test('no client can set its address, host or scheme through headers', async () => {
    const remaining = async (forged: string): Promise<number> => {
      const headers = {
        'x-forwarded-for': forged,
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
      };
      const answer = await fetch(`${nginx.url}${EVENTS}`, { headers });
      expect((await answer.json()).rest_url).toMatch(`http://127.0.0.1${EVENTS}`);
      return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
    };
    const first = await remaining('192.0.2.1');
    expect(await remaining('192.0.2.2')).toBe(first - 1);
  });

  test('nothing is cached, and each response is current', async () => {
    const { id } = await (await server.request('POST', '/events', FAIR)).json();
    for (const title of ['One', 'Two']) {
      await server.request('PATCH', `/events/${id}`, { title });
      const shown = await (await fetch(`${nginx.url}${EVENTS}/${id}`)).json();
      expect(shown.title).toBe(title);
    }
  });

  test('the tag of a compressed response works for a change', async () => {
    const { id } = await (await server.request('POST', '/events', FAIR)).json();
    const { headers } = await ask(`${nginx.url}${EVENTS}/${id}`, 'GET', {
      'accept-encoding': 'gzip',
      ...server.admin,
    });
    expect(headers['content-encoding']).toBe('gzip');
    const tag = String(headers.etag);
    expect(tag).toMatch(/^"/);
    const change = (): Promise<Response> =>
      fetch(`${nginx.url}${EVENTS}/${id}`, {
        method: 'PATCH',
        headers: { ...server.admin, 'if-match': tag, 'content-type': 'application/json' },
        body: '{"title":"Changed"}',
      });
    expect([(await change()).status, (await change()).status]).toEqual([200, 412]);
  });

  test('responses that the service leaves uncompressed, such as those of GraphQL, are compressed', async () => {
    const body = JSON.stringify({ query: '{ __schema { types { name fields { name description } } } }' });
    const answer = await fetch(`${nginx.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
      body,
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect((await answer.json()).data.__schema.types.length).toBeGreaterThan(20);
    const plain = await ask(`${nginx.url}/graphql`, 'POST', { 'content-type': 'application/json' }, body);
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  test('two clients with the same subscription receive a change at once', async () => {
    const leave = new AbortController();
    const path = `/graphql?query=${encodeURIComponent(SUBSCRIPTION)}`;
    const open = async (): Promise<string[]> => {
      const headers = { accept: 'text/event-stream' };
      const { status, body } = await fetch(nginx.url + path, { headers, signal: leave.signal });
      expect(status).toBe(200);
      return collect(body);
    };
    const heard = await Promise.all([open(), open()]);
    await server.request('POST', '/events', FAIR);
    await eventually('both are told', () => heard.every((chunks) => chunks.join('').includes('ADDED')));
    leave.abort();
  });
});

withNginx('with SHARED_MAX_AGE=1s', () => {
  let server: TestServer;
  let nginx: Nginx;
  let id: number;
  const shown = async (headers: Record<string, string> = {}, path = `${EVENTS}/${id}`): Promise<string> =>
    (await (await fetch(`${nginx.url}${path}`, { headers })).json()).title;
  beforeAll(async () => {
    ({ server, nginx } = await behindNginx({
      SHARED_MAX_AGE: '1s',
      BASE_URL: 'https://calendar.example.org',
    }));
    id = (await (await server.request('POST', '/events', FAIR)).json()).id;
  });
  afterAll(() => nginx.stop());

  /** The cache statuses that nginx logged for the latest requests. */
  const noted = async (count: number): Promise<(string | undefined)[]> => {
    await pause(50);
    return nginx
      .log()
      .slice(-count)
      .map((line) => line.split(' ').at(-1));
  };

  test('a public response is cached for a second, and revalidated by its tag after that', async () => {
    for (let n = 0; n < 3; n++) expect(await shown()).toBe('Fair');
    expect((await noted(3)).slice(1)).toEqual(['HIT', 'HIT']);
    await pause(KEPT_MS);
    expect(await shown()).toBe('Fair');
    expect(await noted(1)).toEqual(['REVALIDATED']);
    await server.request('PATCH', `/events/${id}`, { title: 'Changed' });
    await pause(KEPT_MS);
    expect(await shown()).toBe('Changed');
  });

  test('logins and sessions bypass the cache, and compare tags with the service', async () => {
    await shown();
    await server.request('PATCH', `/events/${id}`, { title: 'For editors' });
    expect(await shown(server.admin)).toBe('For editors');
    expect(await shown({ cookie: 'session=1' })).toBe('For editors');
    const first = await fetch(`${nginx.url}${EVENTS}/${id}`, { headers: server.admin });
    await first.arrayBuffer();
    const again = await fetch(`${nginx.url}${EVENTS}/${id}`, {
      headers: { ...server.admin, 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(await noted(4)).toEqual(['-', '-', '-', '-']);
  });

  test('a client with the tag of a cached response gets 304', async () => {
    const path = `${nginx.url}${EVENTS}?title=kept`;
    const first = await fetch(path);
    await first.arrayBuffer();
    const again = await fetch(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([first.status, again.status]).toEqual([200, 304]);
    expect((await noted(1))[0]).toBe('HIT');
  });

  test('each encoding and preference has its own response', async () => {
    const path = `${nginx.url}${EVENTS}?per_page=50&start_date=2030-01-01`;
    const encodings = ['gzip', 'br', 'identity', 'gzip', 'br'];
    const seen = [];
    for (const encoding of encodings)
      seen.push((await ask(path, 'GET', { 'accept-encoding': encoding })).headers['content-encoding']);
    expect(seen).toEqual(['gzip', 'br', undefined, 'gzip', 'br']);
  });

  test('a deleted record is gone after the second, cached or not', async () => {
    const doomed = await (await server.request('POST', '/events', { ...FAIR, title: 'Doomed' })).json();
    const address = `${EVENTS}/${doomed.id}`;
    expect(await shown({}, address)).toBe('Doomed');
    await server.request('DELETE', `/events/${doomed.id}?force=true`);
    await pause(KEPT_MS);
    const answer = await fetch(nginx.url + address);
    expect([404, 410]).toContain(answer.status);
  });

  test('without a service readers get cached responses, and all other requests get Retry-After', async () => {
    const title = await shown();
    await server.stop();
    await pause(KEPT_MS);
    expect(await shown()).toBe(title);
    expect(await noted(1)).toEqual(['STALE']);
    const refused = [
      fetch(`${nginx.url}${EVENTS}/${id}`, { headers: server.admin }),
      fetch(`${nginx.url}${EVENTS}/${id}`, { method: 'PATCH', headers: server.admin, body: '{}' }),
      fetch(`${nginx.url}${EVENTS}?title=new`),
    ];
    for (const answer of await Promise.all(refused)) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ code: 'service_unavailable', data: { status: 503 } });
    }
  });
});
