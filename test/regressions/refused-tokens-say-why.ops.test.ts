import { readFileSync } from 'node:fs';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { eventually } from '../support/eventually.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { sampled } from '../support/sample.ts';

/* A wrong bearer token got a challenge for a password, and the log only said "wrong credentials". */

let issuer: Issuer;
let victim: Victim;
beforeAll(async () => {
  issuer = await startIssuer();
  victim = await startVictim({
    env: {
      OIDC_ISSUER: issuer.url,
      OIDC_AUDIENCE: 'calendar',
      OIDC_ROLES_CLAIM: 'realm_access.roles',
      DEMO_DATA: 'false',
    },
  });
});
afterAll(async () => {
  await victim.stop();
  issuer.close();
});

const PAGE = readFileSync('docs/oidc.md', 'utf8');
const lines = (message: string): Record<string, unknown>[] =>
  victim.log
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === message);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const seconds = (offset: number): number => Math.floor(Date.now() / 1000) + offset;

const changed = async (token: string): Promise<string> => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [header, payload, signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))].join('.');
};
const hs256 = (): string =>
  [{ alg: 'HS256', kid: 'one' }, { sub: 'amy' }, 'x']
    .map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
    .join('.');

const claims = (values: Record<string, unknown>) => () => issuer.token(values);

const REFUSED: [reason: string, make: () => Promise<string> | string, details: object][] = [
  ['it is not a signed token (JWT)', () => 'opaque-token', {}],
  ['it is not a signed token (JWT)', () => 'a.b.c', {}],
  ['it has expired (exp)', claims({ exp: seconds(-3_600) }), { exp: expect.any(Number) }],
  ['it is not valid yet (nbf)', claims({ nbf: seconds(3_600) }), { nbf: expect.any(Number) }],
  [
    'it is meant for another audience (aud)',
    claims({ aud: ['account', 'x'.repeat(1_000)] }),
    {
      aud: expect.stringMatching(/^\["account","x{180,}…$/),
      wanted: expect.objectContaining({ audience: 'calendar' }),
    },
  ],
  [
    'its issuer (iss) is not accepted here',
    claims({ iss: 'https://other.example' }),
    { iss: 'https://other.example' },
  ],
  ['its claim exp is missing', claims({ exp: undefined }), {}],
  ['its subject (sub) must be a text of 1 to 255 characters', claims({ sub: '' }), {}],
  [
    'the issuer has no matching key (kid, alg)',
    () => issuer.token({}, { kid: 'two' }),
    { kid: 'two', alg: 'ES256' },
  ],
  [
    'its signature does not match the key of the issuer',
    () => issuer.forged({ iss: 'https://evil.example' }),
    { iss: 'https://evil.example' },
  ],
  ['its signature does not match the key of the issuer', async () => changed(await issuer.token()), {}],
  ['its algorithm (alg) is not accepted', hs256, { alg: 'HS256' }],
];

test.each(sampled('refused tokens', REFUSED, 4))(
  '%s: in the response, in the challenge, in the log and on the page',
  async (reason, make, details) => {
    const token = await make();
    const before = lines('bearer token refused').length;
    const rest = await victim.request('GET', '/events', undefined, bearer(token));
    expect([rest.status, rest.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="calendar events", error="invalid_token", error_description="${reason}"`,
    ]);
    expect(await rest.json()).toMatchObject({
      code: 'invalid_token',
      message: `The bearer token is not valid here: ${reason}.`,
    });
    const line = await eventually('a line in the log', () => lines('bearer token refused')[before]);
    expect(line).toMatchObject({ level: 40, reason, address: '127.0.0.1', ...details });
    expect(victim.log.join('\n')).not.toContain(token.slice(-20));
    expect(PAGE).toContain(`| ${reason} |`);
    // The log has two lines a second.
    await new Promise((resolve) => setTimeout(resolve, 600));
  },
);

test('GraphQL reports the same, also to browsers, and does not request a password', async () => {
  const response = await fetch(`${victim.url}/graphql`, {
    method: 'POST',
    headers: {
      ...bearer(await issuer.token({ aud: 'other' })),
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0',
    },
    body: '{"query":"{viewer{login}}"}',
  });
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(
      /^Bearer .*error="invalid_token", error_description="it is meant for another audience/,
    ),
  ]);
  expect((await response.json()).errors[0]).toMatchObject({
    message: 'The bearer token is not valid here: it is meant for another audience (aud).',
    extensions: { code: 'UNAUTHENTICATED', status: 401 },
  });
});

test('a flood of wrong tokens logs a few lines', async () => {
  const before = lines('bearer token refused').length;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: 60 }, () => victim.request('GET', '/events', undefined, bearer('opaque'))),
  );
  const most = 2 * (Math.ceil((performance.now() - start) / 1_000) + 1);
  expect(lines('bearer token refused').length - before).toBeLessThanOrEqual(most);
});

test('a user is created with the role from the token', async () => {
  const token = await issuer.token({
    sub: 'ed',
    preferred_username: 'ed',
    realm_access: { roles: ['offline_access', 'Editor'] },
  });
  const response = await victim.request('GET', '/events?status=draft', undefined, bearer(token));
  expect(response.status).toBe(200);
  const line = await eventually('a line in the log', () =>
    lines('user created').find(({ user }) => user === 'ed'),
  );
  expect(line).toMatchObject({ by: 'a token', role: 'editor' });
});
