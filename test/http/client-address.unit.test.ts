import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { clientAddressReader, type TrustProxy } from '../../src/api/http/site.ts';

const HEADERS = [
  undefined,
  '',
  '203.0.113.7',
  '203.0.113.7, 10.0.0.2',
  '198.51.100.1,203.0.113.7 , 10.0.0.2,',
  '10.0.0.1, 10.0.0.2',
  'unknown, 10.0.0.2',
  '2001:db8::1, ::ffff:10.0.0.2',
];
const TRUSTED: readonly TrustProxy[] = [
  false,
  true,
  0,
  1,
  2,
  ['loopback'],
  ['loopback', '10.0.0.0/8'],
  ['10.0.0.0/8'],
];

describe.each(TRUSTED)('with TRUST_PROXY %j', (trustProxy) => {
  const app = express().set('trust proxy', trustProxy);
  const addressOf = clientAddressReader({ trustProxy });
  app.get('/', (req, res) => void res.json({ ours: addressOf(req), express: req.ip }));
  const server = createServer(app);
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address() as AddressInfo;
    url = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  test.each(HEADERS)('X-Forwarded-For: %s gives the same client as Express', async (forwarded) => {
    const headers: HeadersInit = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const addresses = await (await fetch(url, { headers })).json();
    expect(addresses.ours).toBe(addresses.express);
    expect(addresses.ours).not.toBe('');
  });
});

test('a client behind two known proxies has the address before them', () => {
  const addressOf = clientAddressReader({ trustProxy: ['loopback', '10.0.0.0/8'] });
  const request = Object.assign(Object.create(null), {
    socket: { remoteAddress: '127.0.0.1' },
    headers: { 'x-forwarded-for': '192.0.2.9, 203.0.113.7, 10.0.0.2' },
  });
  expect(addressOf(request)).toBe('203.0.113.7');
});
