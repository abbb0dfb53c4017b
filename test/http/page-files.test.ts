import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PageFiles } from '../../src/api/pages/pages.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { raw } from './raw.ts';

/** The large files that pages load. */
let server: TestServer;
let paths: string[];

beforeAll(async () => {
  server = await startTestServer();
  const page = await (await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } })).text();
  const graphiql = [...page.matchAll(/(?:src|href)="(graphiql\/[^"]+)"/g)].map(([, path]) => `/${path}`);
  const docs = /docs\/[0-9a-f]+\.js/.exec(await (await fetch(`${server.url}/docs`)).text());
  paths = [...graphiql, `/${docs?.[0]}`];
});
afterAll(() => server.stop());

/** The raw response, which fetch would decode. */
async function sent(path: string, headers: string): Promise<{ head: string; body: Buffer }> {
  const answer = await raw(
    server.url,
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`,
  );
  const end = answer.indexOf('\r\n\r\n');
  return { head: answer.slice(0, end).toLowerCase(), body: Buffer.from(answer.slice(end + 4), 'latin1') };
}

test('each is the same in all encodings, which have their own tags', async () => {
  expect(paths).toHaveLength(3);
  for (const path of paths) {
    const plain = await sent(path, '');
    const br = await sent(path, 'Accept-Encoding: br\r\n');
    const gzip = await sent(path, 'Accept-Encoding: gzip\r\n');
    expect(plain.head).toContain(`content-length: ${plain.body.length}\r`);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    const tags = [plain, br, gzip].map(({ head }) => /etag: (\S+)/.exec(head)?.[1]);
    expect(new Set(tags).size).toBe(3);
    for (const { head } of [plain, br, gzip]) {
      expect(head).toContain('vary: accept-encoding');
      expect(head).toMatch(
        path.endsWith('.js') ? /content-type: text\/javascript/ : /content-type: text\/css/,
      );
    }
  }
});

test('HEAD has no body, and a client with the current file gets 304', async () => {
  for (const path of paths) {
    const head = await fetch(server.url + path, { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length')) > 10_000]).toEqual([200, true]);
    const again = await fetch(server.url + path, {
      headers: { 'if-none-match': head.headers.get('etag') ?? '' },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('versioned names are cached forever, and other versions are missing', async () => {
  const [first = ''] = paths;
  expect((await fetch(server.url + first, { method: 'HEAD' })).headers.get('cache-control')).toContain(
    'immutable',
  );
  expect((await fetch(`${server.url}/graphiql/000000000000.js`)).status).toBe(404);
});

const FILES = ['graphiql.css', 'graphiql.js', 'reference.js'].flatMap((name) => [
  name,
  `${name}.br`,
  `${name}.gz`,
]);

test('processes that create them at the same time agree on one folder', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'calendar-test-'));
  const [one, other] = await Promise.all([PageFiles.open(cache), PageFiles.open(cache)]);
  const folders = await Promise.all([one.prepare(), other.prepare()]);
  expect(folders).toEqual([join(cache, one.version), join(cache, one.version)]);
  expect(await readdir(cache)).toEqual([one.version]);
  expect((await readdir(folders[0] ?? '')).sort()).toEqual(FILES);
  await rm(cache, { recursive: true });
});

test('without write permission they are in a temporary folder', async () => {
  const folder = await (await PageFiles.open('/dev/null/pages')).prepare();
  expect(folder).toContain(tmpdir());
  expect((await readdir(folder)).sort()).toEqual(FILES);
  await rm(folder, { recursive: true });
});
