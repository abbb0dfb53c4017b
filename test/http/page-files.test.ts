import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { startTestServer, type TestServer } from '../support/service.ts';
import { raw } from './raw.ts';

/** The large files that pages load. */
let server: TestServer;
let paths: string[];

beforeAll(async () => {
  server = await startTestServer();
  const page = await (await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } })).text();
  const [, files] = /data-files="([^"]+)"/.exec(page) ?? [];
  const graphiql = ['script.js', 'style.css', 'editor.js', 'graphql.js', 'json.js'].map(
    (name) => `/${files}${name}`,
  );
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

test('each is a copy in src/copies, compressed for all clients', async () => {
  const copies = [
    'graphiql.js',
    'graphiql.css',
    'graphiql-editor.js',
    'graphiql-graphql.js',
    'graphiql-json.js',
  ];
  const names = [...copies, 'reference.js'];
  for (const [at, path] of paths.entries()) {
    for (const headers of ['', 'Accept-Encoding: br, gzip\r\n']) {
      const { head, body } = await sent(path, headers);
      expect(gunzipSync(body).equals(gunzipSync(readFileSync(`src/copies/${names[at]}.gz`)))).toBe(true);
      expect(head).toContain(`content-length: ${body.length}\r`);
      expect(head).toContain('content-encoding: gzip');
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
  expect((await fetch(`${server.url}/graphiql/000000000000/script.js`)).status).toBe(404);
});
