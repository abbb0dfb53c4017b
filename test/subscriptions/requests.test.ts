import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from '../support/world.ts';
import { eventSource, subscribe } from './support.ts';

/** Transports for subscriptions, and settings that apply to all of GraphQL. */
const ALL =
  'subscription All($kinds: [RecordKind!]) { recordChanged(kinds: $kinds) { type record { ... on Event { title } } } }';
const STREAM = { accept: 'text/event-stream' };
let world: World;
const open: { close(): unknown }[] = [];
const start = async (options: Parameters<typeof openWorld>[0] = {}): Promise<void> => {
  world = await openWorld({ roles: true, ...options });
};
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await world?.stop();
});

/** A stream that is read as it arrives. */
async function stream(
  init: { method?: string; body?: unknown; headers?: Record<string, string> },
  parameters: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: () => string }> {
  const { method = 'GET', body, headers } = init;
  const response = await fetch(`${world.server.url}/graphql?${new URLSearchParams(parameters)}`, {
    method,
    headers: { ...STREAM, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  let text = '';
  const reader = response.body?.getReader();
  open.push({ close: () => reader?.cancel().catch(() => {}) });
  void (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      text += Buffer.from(part.value).toString();
  })().catch(() => {});
  return { status: response.status, headers: response.headers, text: () => text };
}

test('a subscription works through GET, POST and QUERY, with an Idempotency-Key or without', async () => {
  await start();
  const body = { query: ALL, variables: { kinds: ['EVENT'] } };
  const streams = [
    await stream({}, { query: ALL, variables: JSON.stringify(body.variables) }),
    await stream({ method: 'POST', body }),
    await stream({ method: 'QUERY', body }),
    await stream({ method: 'POST', body, headers: { 'idempotency-key': 'a key that is long enough' } }),
    await stream({ method: 'POST', body, headers: { 'idempotency-key': 'a key that is long enough' } }),
  ];
  for (const { status, headers } of streams) {
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  }
  await world.event('Jazz', '2031-05-01');
  for (const { text } of streams) {
    await eventually('it is told', () => text().includes('event: next'));
    expect(text()).toContain('{"data":{"recordChanged":{"type":"ADDED","record":{"title":"Jazz"}}}}');
  }
});

test('trusted documents include subscriptions, by text, id or hash, and no other document is run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trusted-'));
  open.push({ close: () => rmSync(folder, { recursive: true }) });
  writeFileSync(join(folder, 'all.graphql'), ALL);
  world = await openWorld({ env: { TRUSTED_DOCUMENTS: folder } });
  const sha256Hash = createHash('sha256').update(ALL).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const streams = [
    await stream({}, { query: ALL }),
    await stream({}, { documentId: `sha256:${sha256Hash}` }),
    await stream({}, { extensions: JSON.stringify(extensions) }),
    await stream({ method: 'POST', body: { extensions } }),
  ];
  const other = 'subscription { recordChanged { type } }';
  const refused = [
    await stream({}, { query: other }),
    await stream({ method: 'POST', body: { query: other } }),
    await stream({ method: 'QUERY', body: { documentId: 'abc' } }),
  ];
  await world.event('Jazz', '2031-05-01');
  for (const { status, text } of streams) {
    expect(status).toBe(200);
    await eventually('it is told', () => text().includes('"title":"Jazz"'));
  }
  for (const { status, text } of refused) {
    expect(status).toBe(400);
    await eventually('it is refused', () => text().includes('UNTRUSTED_DOCUMENT'));
  }
});

test('a hash alone selects no subscription if any document may be sent', async () => {
  await start();
  const { status, text } = await stream({
    method: 'POST',
    body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } },
  });
  expect(status).toBe(400);
  await eventually('the reason', () => text().includes('Send the subscription as text'));
});

test('a plain EventSource follows a subscription', async () => {
  await start();
  const source = await eventSource(
    world.server.url,
    'subscription { recordChanged(kinds: [TAG]) { type __typename } }',
  );
  open.push(source);
  await world.make('tag', { name: 'late' });
  await source.count(2);
  expect(source.lines[1]).toEqual({ data: { recordChanged: { type: 'ADDED', __typename: 'RecordChange' } } });
});

test('a service at its limit of subscriptions says so, and accepts one when another ends', async () => {
  await start({ limits: { subscriptions: { all: 2, perClient: 2 } } });
  const first = await subscribe(world.server.url, ALL);
  open.push(await subscribe(world.server.url, ALL, {}, world.headers('editor')));
  const refused = await stream({}, { query: ALL });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).not.toBeNull();
  await eventually('the reason', () =>
    refused.text().includes('There are too many subscriptions at the moment.'),
  );
  first.close();
  await eventually('a place is free', async () => (await stream({}, { query: ALL })).status === 200);
  // Neither a rejected document nor a client that leaves keeps its place.
  for (let n = 0; n < 5; n++) {
    const wrong = await subscribe(world.server.url, 'subscription { recordChanged(kinds: []) { type } }');
    expect(wrong.end).toMatch(/complete|503/);
  }
});
