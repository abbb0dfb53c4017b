import { startTestServer } from '../support/service.ts';

/** The base address of links: from the request, from BASE_URL, or from a trusted proxy. */
async function siteIn(env: Record<string, string>, headers: Record<string, string>): Promise<string[]> {
  const server = await startTestServer({ env });
  try {
    const list = await fetch(`${server.rest}/events`, { headers });
    const { rest_url } = await list.json();
    const doc = await (await fetch(`${server.rest}/doc`, { headers })).json();
    const home = (await fetch(server.url, { headers })).headers.get('link') ?? '';
    const origins = [rest_url, doc.servers[0].url, home.slice(1)].map(
      (url) => new URL(url.replace(/>.*/, ''), rest_url).origin,
    );
    return [...new Set(origins)].map((origin) => (origin === server.url ? 'own' : origin));
  } finally {
    await server.stop();
  }
}

const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cal.example.net' };

test.each([
  ['by default as requested', {}, {}, 'own'],
  ['an untrusted proxy is ignored', {}, FORWARDED, 'own'],
  ['a trusted proxy counts', { TRUST_PROXY: 'true' }, FORWARDED, 'https://cal.example.net'],
  [
    'BASE_URL wins',
    { TRUST_PROXY: 'true', BASE_URL: 'https://other.example' },
    FORWARDED,
    'https://other.example',
  ],
])('%s', async (_name, env, headers, site) => {
  expect(await siteIn(env, headers)).toEqual([site]);
});

test('an invalid host from a trusted proxy is refused', async () => {
  const server = await startTestServer({ env: { TRUST_PROXY: 'true' } });
  const answer = await fetch(`${server.rest}/events`, { headers: { 'x-forwarded-host': '"><script>' } });
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'bad_request']);
  await server.stop();
});
