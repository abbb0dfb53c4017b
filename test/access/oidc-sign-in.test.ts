import { OidcIssuer } from '../../src/domain/authentication/oidc-issuer.ts';
import { OidcSignIn } from '../../src/domain/authentication/oidc-sign-in.ts';
import type { SignedIn } from '../../src/domain/authentication/signed-in.ts';
import type { TokenRefusal } from '../../src/domain/users/token-refusal.ts';
import { deleteUser } from '../../src/domain/users/users.ts';
import { inTransaction } from '../../src/platform/postgres/orm.ts';
import { failure, openStore, type Store } from '../support/context.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';

const REDIRECT_URI = 'https://cal.example.net/desk/sign-in/oidc';

let store: Store;
let issuer: Issuer;
let refusals: TokenRefusal[];
let delayed: string[];
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  issuer = await startIssuer();
  refusals = [];
  delayed = [];
});
afterEach(() => issuer.close());

const signIn = (settings: { issuer?: string; secret?: string | undefined } = {}): OidcSignIn =>
  new OidcSignIn({
    issuer: new OidcIssuer(
      { issuer: issuer.url, audience: 'calendar', rolesClaim: 'roles', ...settings },
      { em: store.em, clock: () => new Date() },
    ),
    client: { ...issuer.client, ...settings },
    throttle: async (address) => void delayed.push(address),
    onRefusedToken: (refusal) => void refusals.push(refusal),
  });

/** Follows the redirect to the issuer. @returns the URL that it sends the browser back to */
async function atIssuer(url: string): Promise<URL> {
  const response = await fetch(url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

async function whole(desk: OidcSignIn, claims: Record<string, unknown> = {}): Promise<SignedIn> {
  issuer.claims = claims;
  const { url, check } = await desk.begin(REDIRECT_URI);
  return desk.finish(await atIssuer(url), check, '192.0.2.1');
}

test('the first sign-in creates a user as its tokens do, with the roles of the ID token', async () => {
  const first = await whole(signIn(), { sub: 'zoe', preferred_username: 'zoe', roles: ['author', 'x'] });
  expect(first).toEqual({
    caller: { id: expect.any(Number), login: 'zoe', role: 'author' },
    passwordId: null,
    role: 'author',
  });
  const { id } = first.caller;
  await store.db.updateTable('user_account').set({ role: 'editor' }).where('id', '=', id).execute();
  const second = await whole(signIn(), { sub: 'zoe' });
  expect(second).toEqual({
    caller: { id, login: 'zoe', role: 'editor' },
    passwordId: null,
    role: 'subscriber',
  });
  expect(refusals).toEqual([]);
});

test('the URL at the issuer has state, nonce and a challenge, new each time, and not the verifier', async () => {
  const desk = signIn();
  const [one, two] = [await desk.begin(REDIRECT_URI), await desk.begin(REDIRECT_URI)];
  expect(one.check).not.toBe(two.check);
  const [state, nonce, verifier = ''] = one.check.split('.');
  expect(Object.fromEntries(new URL(one.url).searchParams)).toEqual({
    client_id: 'desk',
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: expect.any(String),
    code_challenge_method: 'S256',
  });
  expect(one.url).not.toContain(verifier);
  expect(issuer.requests).toEqual(['/realm/.well-known/openid-configuration']);
});

test('a response for another browser, or none, is refused without a request to the issuer', async () => {
  const desk = signIn();
  const { url, check } = await desk.begin(REDIRECT_URI);
  const back = await atIssuer(url);
  const { check: other } = await desk.begin(REDIRECT_URI);
  const stateless = new URL(back);
  stateless.searchParams.delete('state');
  const long = new URL(`${back.href}&x=${'x'.repeat(8_000)}`);
  for (const [at, own] of [
    [back, other],
    [back, ''],
    [back, 'a.b.c'],
    [stateless, check],
    [long, check],
  ] as const)
    expect(await failure(desk.finish(at, own, '192.0.2.1'))).toMatchObject({
      code: 'invalid_token',
      status: 401,
    });
  expect(new Set(refusals.map(({ reason }) => reason))).toEqual(
    new Set(['the sign-in was begun in another browser or too long ago']),
  );
  expect(delayed).toHaveLength(5);
  expect(issuer.requests).not.toContain('/realm/token');
  expect(await desk.finish(back, check)).toMatchObject({ caller: { login: 'amy' } });
});

test('a code is valid once, and only with its verifier', async () => {
  const desk = signIn();
  const { url, check } = await desk.begin(REDIRECT_URI);
  const back = await atIssuer(url);
  await desk.finish(back, check);
  const again = await desk.begin(REDIRECT_URI);
  const [state, nonce] = again.check.split('.');
  const stolen = `${state}.${nonce}.${'x'.repeat(43)}`;
  for (const [at, own] of [
    [back, check],
    [await atIssuer(again.url), stolen],
  ] as const)
    expect(await failure(desk.finish(at, own))).toMatchObject({ code: 'invalid_token' });
  expect(refusals).toEqual(
    Array(2).fill({
      reason: 'the issuer refused the code of the sign-in',
      details: { error: 'invalid_grant' },
    }),
  );
});

test.each<[string, () => Record<string, unknown>, RegExp]>([
  ['another nonce', () => ({ nonce: 'x'.repeat(43) }), /claim of the ID token/],
  ['no nonce', () => ({ nonce: undefined }), /does not belong to this sign-in/],
  ['the audience of access tokens', () => ({ aud: 'calendar' }), /claim of the ID token/],
  ['another issuer', () => ({ iss: 'https://evil.example' }), /claim of the ID token/],
  ['an end in the past', () => ({ exp: 1_000_000_000 }), /has expired/],
  ['no subject', () => ({ sub: '' }), /./],
])('an ID token with %s is refused', async (_name, claims, reason) => {
  expect(await failure(whole(signIn(), claims()))).toMatchObject({ code: 'invalid_token', status: 401 });
  expect(refusals).toEqual([{ reason: expect.stringMatching(reason), details: expect.anything() }]);
  expect(delayed).toEqual(['192.0.2.1']);
});

test('an ID token with a foreign signature is refused', async () => {
  const sign = issuer.forged;
  Object.assign(issuer, { token: sign });
  expect(await failure(whole(signIn()))).toMatchObject({ code: 'invalid_token' });
  expect(refusals).toMatchObject([{ reason: 'its signature does not match the key of the issuer' }]);
});

test('a login that the person cancels, or a wrong secret, is refused with the reason in the log', async () => {
  const desk = signIn();
  const { check } = await desk.begin(REDIRECT_URI);
  const [state = ''] = check.split('.');
  const canceled = new URL(REDIRECT_URI);
  canceled.search = new URLSearchParams({ error: 'access_denied', state }).toString();
  expect(await failure(desk.finish(canceled, check))).toMatchObject({ code: 'invalid_token' });
  expect(await failure(whole(signIn({ secret: 'wrong' })))).toMatchObject({ code: 'invalid_token' });
  expect(await failure(whole(signIn({ secret: undefined })))).toMatchObject({ code: 'invalid_token' });
  expect(refusals.map(({ details }) => details.error)).toEqual([
    'access_denied',
    'invalid_client',
    'invalid_client',
  ]);
});

test.each([
  ['token_endpoint', 'https://evil.example/token'],
  ['authorization_endpoint', 'https://evil.example/login'],
  ['token_endpoint', undefined],
])('an issuer with %s at %s is not used', async (name, address) => {
  issuer.metadata = { [name]: address };
  expect(await failure(signIn().begin(REDIRECT_URI))).toMatchObject({
    code: 'service_unavailable',
    status: 503,
  });
});

test('an issuer that is down means 503, and is not contacted again at once', async () => {
  const desk = signIn();
  const { url, check } = await desk.begin(REDIRECT_URI);
  const back = await atIssuer(url);
  issuer.tokenStatus = 500;
  expect(await failure(desk.finish(back, check))).toMatchObject({ code: 'service_unavailable' });
  issuer.tokenStatus = undefined;
  expect(await desk.finish(back, check)).toMatchObject({ caller: { login: expect.stringMatching(/^amy/) } });

  const { url: second, check: own } = await desk.begin(REDIRECT_URI);
  const later = await atIssuer(second);
  const { fetch } = globalThis;
  let attempts = 0;
  globalThis.fetch = async () => {
    attempts++;
    throw new TypeError('fetch failed');
  };
  try {
    for (let time = 0; time < 3; time++)
      expect(await failure(desk.finish(later, own))).toMatchObject({
        code: 'service_unavailable',
        status: 503,
      });
    for (let time = 0; time < 3; time++)
      expect(await failure(signIn().begin(REDIRECT_URI))).toMatchObject({ code: 'service_unavailable' });
  } finally {
    globalThis.fetch = fetch;
  }
  expect(attempts).toBe(4);
  expect(refusals).toEqual([]);
});

test('the issuer may want the secret in the body', async () => {
  issuer.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
  const bodies: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) => {
    if (init?.method === 'POST') bodies.push(String(init.body));
    return fetch(address, init);
  };
  try {
    await failure(whole(signIn()));
  } finally {
    globalThis.fetch = fetch;
  }
  expect(bodies).toEqual([expect.stringContaining('client_secret=secret+of+the+desk')]);
});

test('a deleted user cannot sign in again', async () => {
  const desk = signIn();
  const { caller } = await whole(desk, { sub: 'leaver' });
  await inTransaction(store.em, (em) => deleteUser(em, { databaseId: caller.id }));
  expect(await failure(whole(desk, { sub: 'leaver' }))).toMatchObject({ code: 'invalid_token', status: 401 });
  expect(refusals).toEqual([
    { reason: 'its user has been deleted here', details: { login: expect.any(String) } },
  ]);
});
