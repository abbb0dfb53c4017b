import { startTestServer, type TestServer } from '../support/service.ts';
import { ask } from './ask.ts';

/** Cached responses must not depend on headers from untrusted clients. */
const CAL = 'https://cal.example.net';
/** Another address of this machine. */
const PROXY = '127.0.0.2';
const FORWARDED = { host: 'backend', 'x-forwarded-host': 'cal.example.net', 'x-forwarded-proto': 'https' };
const server = async (trust: string): Promise<TestServer> =>
  startTestServer({ env: { TRUST_PROXY: trust, HOST: '0.0.0.0' } });
const site = async (url: string, headers: Record<string, string>, from?: string): Promise<string> => {
  const { status, text } = await ask(url, 'GET', headers, '', from);
  return status === 200 ? new URL(JSON.parse(text).rest_url).origin : String(status);
};

test("an untrusted client cannot influence the proxy's responses, nor the reverse", async () => {
  const one = await server(PROXY);
  const direct = `http://127.0.0.1:${new URL(one.url).port}/calendar/events/v1/venues`;
  try {
    for (let round = 0; round < 2; round++) {
      expect(await site(direct, FORWARDED)).toBe('http://backend');
      expect(await fromProxy(direct, FORWARDED)).toBe(CAL);
      expect(await site(direct, { ...FORWARDED, host: 'evil.example' })).toBe('http://evil.example');
      expect(await fromProxy(direct, { ...FORWARDED, 'x-forwarded-proto': 'http' })).toBe(
        'http://cal.example.net',
      );
      expect(await fromProxy(direct, FORWARDED)).toBe(CAL);
      expect(await site(direct, { ...FORWARDED, 'x-forwarded-proto': 'http' })).toBe('http://backend');
    }
  } finally {
    await one.stop();
  }
});

test("without a proxy, forwarded headers have no effect; a trusted proxy's headers count for each request", async () => {
  for (const [trust, expected] of [
    ['false', 'http://backend'],
    ['true', CAL],
    ['1', CAL],
  ] as const) {
    const one = await server(trust);
    const url = `http://127.0.0.1:${new URL(one.url).port}/calendar/events/v1/venues`;
    for (let round = 0; round < 2; round++) {
      expect(await site(url, FORWARDED)).toBe(expected);
      expect(await site(url, { host: 'backend' })).toBe('http://backend');
      expect(await site(url, { ...FORWARDED, 'x-forwarded-host': 'two.example, three.example' })).toBe(
        expected === CAL ? 'https://two.example' : expected,
      );
    }
    await one.stop();
  }
});

const fromProxy = (url: string, headers: Record<string, string>): Promise<string> =>
  site(url, headers, PROXY);
