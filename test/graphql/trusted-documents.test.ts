import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, print } from 'graphql';
import { startTestServer, type TestServer } from '../support/service.ts';

const FILE = '# What comes next.\nquery Next($first: Int) { events(first: $first) { totalCount } }\n';
const RELAY = 'query Venues { venues { totalCount } }';
const PRESET = 'query Tags { tags { totalCount } }';
const APOLLO = 'mutation Add { createTag(input: {name: "trusted"}) { tag { name } } }';
const UNTRUSTED = '{ organizers { totalCount } }';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const MD5 = createHash('md5').update(RELAY).digest('hex');

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trusted-'));
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'pages/next.graphql'), FILE);
  writeFileSync(join(folder, 'relay.json'), JSON.stringify({ [MD5]: RELAY }));
  writeFileSync(join(folder, 'preset.json'), JSON.stringify({ [sha256(PRESET)]: PRESET }));
  const operations = [{ id: 'add-tag', name: 'Add', type: 'mutation', body: APOLLO }];
  const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };
  writeFileSync(join(folder, 'apollo.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'README.txt'), 'No document.');
  server = await startTestServer({ env: { TRUSTED_DOCUMENTS: folder } });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const post = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(`${server.url}/graphql`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const get = (params: Record<string, string>) =>
  fetch(`${server.url}/graphql?${new URLSearchParams(params)}`, { headers: { accept: '*/*' } });
const persisted = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });

test.each([
  ['its text', { query: FILE }, 'events'],
  ['its text as clients print it', { query: print(parse(FILE)) }, 'events'],
  ['the hash of its text', { extensions: persisted(sha256(FILE)) }, 'events'],
  [
    'the hash of its text as clients print it',
    { extensions: persisted(sha256(print(parse(FILE)))) },
    'events',
  ],
  ['the hash and the text', { query: FILE, extensions: persisted(sha256(FILE)) }, 'events'],
  ['documentId', { documentId: MD5 }, 'venues'],
  ['documentId with the name of the hash', { documentId: `sha256:${sha256(PRESET)}` }, 'tags'],
  ['the hash that its manifest has', { extensions: persisted(MD5) }, 'venues'],
])('a trusted document is run by %s', async (_name, body, field) => {
  const expected = [200, { data: { [field]: { totalCount: 0 } } }];
  for (const method of ['POST', 'QUERY']) {
    const response = await post(body, {}, method);
    expect([response.status, await response.json()]).toEqual(expected);
  }
  const parameters = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const response = await get(Object.fromEntries(parameters));
  expect([response.status, await response.json()]).toEqual(expected);
});

test('with its variables, and a mutation for authorized callers', async () => {
  const bad = await (await post({ documentId: sha256(FILE), variables: { first: 0 } })).json();
  expect(bad.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  expect(await (await post({ documentId: 'add-tag' }, server.admin)).json()).toEqual({
    data: { createTag: { tag: { name: 'trusted' } } },
  });
  expect((await get({ documentId: 'add-tag' })).status).toBe(405);
  await server.graphql(APOLLO);
});

test.each([
  ['a document', { query: UNTRUSTED }],
  [
    'a document with a hash of its own, which is not stored either',
    { query: UNTRUSTED, extensions: persisted(sha256(UNTRUSTED)) },
  ],
  ['an unknown hash', { extensions: persisted(sha256(UNTRUSTED)) }],
  ['an unknown documentId', { documentId: 'nothing' }],
  ['a document under a trusted hash', { query: UNTRUSTED, extensions: persisted(MD5), documentId: MD5 }],
  ['a trusted document with more', { query: `${RELAY} ${UNTRUSTED}` }],
  ['introspection', { query: '{ __schema { types { name } } }' }],
])('%s is refused', async (_name, body) => {
  for (const accept of ['application/json', 'application/graphql-response+json'])
    for (const method of ['POST', 'QUERY']) {
      const response = await post(body, { ...server.admin, accept }, method);
      const { data, errors } = await response.json();
      expect([response.status, data, errors[0].extensions]).toEqual([
        400,
        undefined,
        { code: 'UNTRUSTED_DOCUMENT', status: 400 },
      ]);
    }
});

test('parameters that only one parser sees do not bypass the check', async () => {
  const many = '&a'.repeat(1_100).slice(1);
  const behind = await fetch(`${server.url}/graphql?${many}&query=${encodeURIComponent(UNTRUSTED)}`);
  expect([behind.status, (await behind.json()).errors[0].extensions.code]).toEqual([
    400,
    'UNTRUSTED_DOCUMENT',
  ]);
  for (const query of ['', [UNTRUSTED], { a: UNTRUSTED }, null]) {
    const response = await post({ query });
    expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  }
  const twice = await fetch(
    `${server.url}/graphql?query=${encodeURIComponent(RELAY)}&query=${encodeURIComponent(UNTRUSTED)}`,
  );
  const answer = await twice.json();
  expect(JSON.stringify(answer)).not.toContain('organizers');
});

test('REST, pages, feeds and the schema still work; a browser is redirected to the schema', async () => {
  for (const path of ['/calendar/events/v1/organizers', '/events/', '/feeds/events.ics', '/schema.graphql'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
  const page = await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([302, 'schema.graphql']);
});

describe('a start is refused, with a message,', () => {
  const startWith = (files: Record<string, string>): Promise<unknown> => {
    const bad = mkdtempSync(join(tmpdir(), 'untrusted-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(bad, name), text);
    return startTestServer({ database: server.database, env: { TRUSTED_DOCUMENTS: bad } }).finally(() =>
      rmSync(bad, { recursive: true }),
    );
  };

  test.each([
    ['without documents', { 'notes.txt': 'x' }, /has no \*\.graphql files/],
    ['with an invalid document', { 'a.graphql': '{ bogus }' }, /a\.graphql: Cannot query field "bogus"/],
    ['with an unparsable document', { 'a.graphql': '{' }, /a\.graphql: Syntax Error/],
    ['with a manifest that is not JSON', { 'm.json': '{' }, /m\.json is not JSON/],
    ['with a manifest of something else', { 'm.json': '{"a": 1}' }, /m\.json is not a manifest/],
    ['with an empty manifest', { 'm.json': '[]' }, /m\.json has no documents/],
    [
      'with one id for two documents',
      { 'a.json': `{"x": "${RELAY}"}`, 'b.json': `{"x": "${PRESET}"}` },
      /b\.json, x: the id x already belongs to another/,
    ],
  ])('%s', async (_name, files, message) => {
    await expect(startWith(files)).rejects.toThrow(message);
  });

  test('without the folder', async () => {
    const env = { TRUSTED_DOCUMENTS: '/nowhere/at/all' };
    await expect(startTestServer({ database: server.database, env })).rejects.toThrow(
      'TRUSTED_DOCUMENTS: the folder /nowhere/at/all cannot be read.',
    );
  });
});
