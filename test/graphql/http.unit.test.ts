import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { graphqlRouter } from '../../src/api/graphql/server.ts';
import { crossOrigin } from '../../src/api/http/cors.ts';
import { sender } from '../../src/api/http/send.ts';
import { ANONYMOUS } from '../../src/domain/access/caller.ts';
import { ServiceError } from '../../src/lib/errors.ts';
import { SETTINGS, world } from './harness.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  const page = { nodes: [], totalCount: 3 };
  const one = await world({ 'Query.events': () => page, 'Mutation.createTag': () => ({ tag: null }) });
  const app = express();
  app.use(
    '/graphql',
    await graphqlRouter({
      ...one,
      schema: one.publicSchema,
      settings: SETTINGS,
      authenticate: async ({ headers: { authorization } }) => {
        if (authorization === 'Basic wrong') throw new ServiceError('incorrect_password');
        return ANONYMOUS;
      },
      cors: crossOrigin(['GET', 'HEAD', 'POST', 'OPTIONS'], false),
      createContext: async () => one.context(),
      sendGraphiQL: (_req, res) => void res.type('html').send('<title>GraphiQL</title>'),
      report: () => {},
      cache: null,
      send: sender(null),
    }),
  );
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const QUERY = '{ events { totalCount } }';
const get = (params: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${url}?${new URLSearchParams(params)}`, { headers });
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
/** Status, and code and status of the first error. */
const failure = async (response: Response) => {
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code, errors[0].extensions.status];
};

test.each([
  ['without any header', {}],
  ['as urql asks', { accept: 'application/graphql-response+json, application/json' }],
  ['with a content type that means nothing', { 'content-type': 'text/plain' }],
])('a query by GET %s succeeds', async (_name, headers) => {
  const response = await get({ query: QUERY }, headers);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ data: { events: { totalCount: 3 } } });
});

test('a browser gets GraphiQL', async () => {
  const response = await fetch(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect(await response.text()).toContain('GraphiQL');
});

test('HEAD returns the headers of GET, without a body', async () => {
  const response = await fetch(`${url}?query=${QUERY}`, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test('mutations are refused by GET', async () => {
  const response = await get({ query: 'mutation { createTag(input: {name: "x"}) { tag { id } } }' });
  expect(response.headers.get('allow')).toBe('POST');
  expect(await failure(response)).toEqual([405, 'BAD_REQUEST', 405]);
});

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
  'a POST of %s is refused',
  async (type) => {
    expect(await failure(await post({ query: QUERY }, { 'content-type': type }))).toEqual([
      415,
      'BAD_REQUEST',
      415,
    ]);
  },
);

test('other methods are refused', async () => {
  expect(await failure(await fetch(url, { method: 'PUT' }))).toEqual([405, 'BAD_REQUEST', 405]);
});

test('persisted queries work by GET', async () => {
  const hash = createHash('sha256').update(QUERY).digest('hex');
  const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } });
  expect((await (await get({ extensions })).json()).errors[0].extensions.code).toBe(
    'PERSISTED_QUERY_NOT_FOUND',
  );
  expect((await get({ extensions, query: QUERY })).status).toBe(200);
  expect(await (await get({ extensions })).json()).toEqual({ data: { events: { totalCount: 3 } } });
});

test.each([
  ['a syntax error', { query: '{ events {' }, 'GRAPHQL_PARSE_FAILED'],
  ['an unknown field', { query: '{ bogus }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ['a wrong literal', { query: '{ events(first: "x") { totalCount } }' }, 'BAD_USER_INPUT'],
  [
    'a wrong variable',
    { query: 'query ($n: Int) { events(first: $n) { totalCount } }', variables: { n: 'x' } },
    'BAD_USER_INPUT',
  ],
  [
    'a missing variable',
    { query: 'query ($n: Int!) { events(first: $n) { totalCount } }' },
    'BAD_USER_INPUT',
  ],
  [
    'an unknown operation',
    { query: 'query A { events { totalCount } }', operationName: 'B' },
    'OPERATION_RESOLUTION_FAILURE',
  ],
  ['several operations at once', [{ query: QUERY }], 'BAD_REQUEST'],
  ['no query', {}, 'BAD_REQUEST'],
  ['a subscription', { query: 'subscription { recordChanged { type } }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ['too many tokens', { query: `{ events { ${'totalCount '.repeat(5000)} } }` }, 'GRAPHQL_PARSE_FAILED'],
  [
    'too many levels',
    { query: `{ category(by: {databaseId: 1}) { ${'parent { '.repeat(20)} id ${'} '.repeat(20)} } }` },
    'QUERY_TOO_COMPLEX',
  ],
  ['JSON that is none', '{bad', 'BAD_REQUEST'],
])('%s is a 400', async (_name, body, code) => {
  expect(await failure(await post(body))).toEqual([400, code, 400]);
});

test('bodies above one MiB are refused', async () => {
  expect(await failure(await post({ query: QUERY, x: 'a'.repeat(1024 * 1024) }))).toEqual([
    413,
    'BAD_REQUEST',
    413,
  ]);
});

test('wrong credentials are 401', async () => {
  expect(await failure(await post({ query: QUERY }, { authorization: 'Basic wrong' }))).toEqual([
    401,
    'UNAUTHENTICATED',
    401,
  ]);
});

test('pages of any origin may send requests, with credentials', async () => {
  const response = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://a.test', 'access-control-request-headers': 'content-type' },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-headers')).toMatch(/^Authorization, .*content-type$/);
});

test('an invalid document is refused each time, with all its errors', async () => {
  for (let again = 0; again < 3; again++) {
    const response = await post({ query: '{ events { totalCount wrong } nothing }' });
    const { data, errors } = await response.json();
    expect([response.status, data]).toEqual([400, undefined]);
    expect(errors).toEqual([
      {
        message: 'Cannot query field "wrong" on type "EventConnection".',
        locations: [{ line: 1, column: 23 }],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', status: 400 },
      },
      {
        message: 'Cannot query field "nothing" on type "Query".',
        locations: [{ line: 1, column: 31 }],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', status: 400 },
      },
    ]);
  }
});

test('a too large document is refused before validation, a too expensive one after it', async () => {
  const link = (at: number) => `fragment F${at} on EventConnection { ...F${at + 1} ...F${at + 1} }`;
  const chain = Array.from({ length: 40 }, (_, at) => link(at)).join(' ');
  const fragments = (end: string) => `${chain} fragment F40 on EventConnection { ${end} }`;
  for (const query of [
    `{ events { ...F0 } } ${fragments('totalCount')}`,
    `{ events { ...F0 } } ${fragments('bogus')}`,
    `{ ${'viewer { id } '.repeat(31)} }`,
  ])
    for (let again = 0; again < 2; again++)
      expect(await failure(await post({ query }))).toEqual([400, 'QUERY_TOO_COMPLEX', 400]);
});
