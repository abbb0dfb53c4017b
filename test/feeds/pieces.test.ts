import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import express from 'express';
import { sendFeed } from '../../src/api/feeds/send.ts';
import { sender } from '../../src/api/http/send.ts';
import { siteReader } from '../../src/api/http/site.ts';
import { openRequest } from '../../src/api/rest/index.ts';
import { openStore, type Store } from '../support/context.ts';
import { eventually } from '../support/eventually.ts';

let store: Store;
let server: Server;
let made = 0;
let ended = false;
const PIECE = 'x'.repeat(100_000);
const ALL = 2_000;

async function* pieces(): AsyncGenerator<string> {
  try {
    for (made = 0; made < ALL; made++) yield PIECE;
  } finally {
    ended = true;
  }
}

beforeAll(async () => {
  store = await openStore();
  const siteOf = siteReader({
    baseUrl: undefined,
    trustProxy: false,
    allowedHosts: [],
    allowAnonymousWrites: false,
  });
  const app = express().get('/', async (req, res) => {
    ended = false;
    const request = openRequest({ siteOf, send: sender(null, { sharedMaxAge: 60_000 }) }, req, res, {
      prefix: '',
      namespace: 'x',
    });
    const feed = { type: 'text/plain', pieces: pieces(), state: null, since: null };
    await sendFeed(request, store.context('anonymous'), feed).catch(() => {});
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await store.close();
});

test("generation stops at the client's pace, and when the client disconnects", async () => {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1' });
  const [response] = await once(request, 'response');
  expect(response.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-if-error=60');
  response.pause();
  await eventually('some are generated', () => made > 2);
  // Without backpressure, everything would be generated within this many turns.
  for (let turns = 0; turns < 10 * ALL; turns++) await turn();
  // Capacity between the two: buffers of Node and of the kernel.
  expect(made).toBeLessThan(ALL / 4);
  expect(ended).toBe(false);
  request.destroy();
  await eventually('generation ends', () => ended);
  expect(made).toBeLessThan(ALL / 4);
});
