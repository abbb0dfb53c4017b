import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import { createAuthenticator } from '../../src/domain/authentication/authenticate.ts';
import { isInsecureHttp } from '../../src/domain/authentication/insecure-http.ts';
import { OidcIssuer } from '../../src/domain/authentication/oidc-issuer.ts';
import { highestRole, rolesIn } from '../../src/domain/users/oidc-roles.ts';
import { readmitSubjects, userOfSubject } from '../../src/domain/users/oidc-user.ts';
import { findUser } from '../../src/domain/users/user.record.ts';
import { createUser, deleteUser } from '../../src/domain/users/users.ts';
import { inTransaction } from '../../src/platform/postgres/orm.ts';
import { failure, NOW, openStore, type Store } from '../support/context.ts';

let store: Store;
let server: Server;
let issuer: string;
let requests: string[];
/** The overrides of the issuer's metadata. */
let document: Record<string, unknown> = {};
/** Whether the issuer's keys are unavailable. */
let broken = false;
const keys = await generateKeyPair('ES256');
const others = await generateKeyPair('ES256');

beforeAll(async () => {
  store = await openStore();
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' }] };
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (broken && request.url === '/realm/keys') return response.writeHead(500).end();
    const body = request.url === '/realm/keys' ? jwks : { issuer, jwks_uri: `${issuer}/keys`, ...document };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`;
});
afterAll(async () => {
  server.close();
  await store.close();
});
beforeEach(() => {
  requests = [];
  document = {};
  broken = false;
});

const authenticator = (settings: Partial<{ issuer: string; rolesClaim: string }> = {}) =>
  createAuthenticator({
    keys: new PasswordKeys(undefined),
    em: store.em,
    allowAnonymousWrites: true,
    clock: () => NOW,
    oidc: new OidcIssuer(
      { issuer, audience: 'calendar', rolesClaim: 'realm_access.roles', ...settings },
      { em: store.em, clock: () => NOW },
    ),
  });

const seconds = (offset: number): number => NOW.getTime() / 1000 + offset;
const sign = (claims: JWTPayload, key = keys.privateKey): Promise<string> =>
  new SignJWT({
    iss: issuer,
    aud: 'calendar',
    sub: 'subject-1',
    iat: seconds(-10),
    exp: seconds(60),
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .sign(key);
const bearer = async (claims: JWTPayload = {}): Promise<string> => `Bearer ${await sign(claims)}`;

test('the first token of a subject creates a user; later tokens reuse it', async () => {
  const authenticate = authenticator();
  const token = await bearer({
    preferred_username: 'amy',
    realm_access: { roles: ['offline', 'Author', 'contributor'] },
  });
  const callers = await Promise.all(Array.from({ length: 6 }, () => authenticate(token)));
  expect(new Set(callers.map(({ id }) => id)).size).toBe(1);
  expect(callers[0]).toMatchObject({ login: 'amy', role: 'author' });
  expect(await authenticate(await bearer({ preferred_username: 'renamed' }))).toEqual({
    ...callers[0],
    role: 'subscriber',
  });
  expect(requests.toSorted()).toEqual(['/realm/.well-known/openid-configuration', '/realm/keys']);
});

test('the name in the first token becomes the user name, as plain text and truncated', async () => {
  const authenticate = authenticator();
  const nameOf = async (sub: string, ...names: unknown[]): Promise<unknown> => {
    let id = 0;
    for (const name of names) ({ id } = await authenticate(await bearer({ sub, name })));
    return (await findUser(store.em, { databaseId: id }))?.name;
  };
  expect(await nameOf('named', ' Zoë <b>A.</b> ', 'Renamed')).toBe('Zoë A.');
  expect(await nameOf('nameless', undefined, 'Later')).toBe('');
  expect(await nameOf('numbered', 7)).toBe('');
  expect(await nameOf('long', 'x'.repeat(300))).toBe('x'.repeat(200));
  expect(await nameOf('nul', 'A\0B')).toBe('AB');
});

test('instances that see a new subject at the same time create one user', async () => {
  for (let round = 0; round < 5; round++) {
    const subject = { issuer, subject: `new ${round}`, names: [`new-${round}`], roles: [] };
    const users = await Promise.all(
      Array.from({ length: 6 }, () => userOfSubject(store.em, subject, '2031-03-01 12:00:00', () => {})),
    );
    expect(users.map(({ login }) => login)).toEqual(users.map(() => `new-${round}`));
  }
});

test('a subject with the login of a local user becomes a separate user', async () => {
  const admin = await createUser(store.em, { login: 'admin', role: 'administrator' }, '2031-03-01 12:00:00');
  const caller = await authenticator()(await bearer({ sub: 'evil', preferred_username: 'ADMIN' }));
  expect(caller).toEqual({ id: expect.any(Number), login: 'ADMIN-2', role: 'subscriber' });
  expect(caller.id).not.toBe(admin.id);
});

test('a locally assigned role counts too', async () => {
  const caller = await authenticator()(await bearer({ sub: 'promoted', email: 'p q@example.net' }));
  expect(caller).toMatchObject({ login: 'p-q@example.net', role: 'subscriber' });
  await store.db.updateTable('user_account').set({ role: 'editor' }).where('id', '=', caller.id).execute();
  expect(await authenticator()(await bearer({ sub: 'promoted' }))).toMatchObject({
    id: caller.id,
    role: 'editor',
  });
});

test('the issuer is compared literally, with or without a trailing slash', async () => {
  document = { issuer: `${issuer}/` };
  expect(await authenticator()(await bearer({ iss: `${issuer}/`, sub: 'slash' }))).toMatchObject({
    login: 'slash',
  });
});

test.each<[string, JWTPayload]>([
  ['expired', { exp: seconds(-31) }],
  ['not valid yet', { nbf: seconds(60) }],
  ['for another service', { aud: 'other' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['without subject', { sub: '' }],
  ['with a number as subject', { sub: 42 as unknown as string }],
  ['with a list as subject', { sub: ['x'] as unknown as string }],
  ['with an object as subject', { sub: { toString: 'x' } as unknown as string }],
  ['with a too long subject', { sub: 'x'.repeat(256) }],
])('a token %s is refused', async (_name, claims) => {
  expect(await failure(authenticator()(await bearer(claims)))).toMatchObject({
    code: 'invalid_token',
    status: 401,
  });
});

test('forged tokens are refused', async () => {
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.x`;
  for (const token of [await sign({}, others.privateKey), none, 'x', 'a.b.c', '']) {
    expect(await failure(authenticator()(`Bearer ${token}`))).toMatchObject({
      code: 'invalid_token',
      status: 401,
    });
  }
});

test('a malformed token causes no request to the issuer', async () => {
  await failure(authenticator()('Bearer garbage'));
  expect(requests).toEqual([]);
});

test.each([
  ['names another issuer', { issuer: 'https://evil.example' }],
  ['keeps its keys on another host', { jwks_uri: 'http://127.0.0.1:9/keys' }],
  ['names no keys', { jwks_uri: null }],
])('an issuer that %s counts as unreachable, and is not contacted again at once', async (_name, answer) => {
  document = answer;
  const authenticate = authenticator();
  for (let time = 0; time < 3; time++)
    expect(await failure(authenticate(await bearer()))).toMatchObject({
      code: 'service_unavailable',
      status: 503,
    });
  expect(requests).toEqual(['/realm/.well-known/openid-configuration']);
});

test('an unreachable issuer means 503, and other logins still work', async () => {
  const authenticate = authenticator({ issuer: 'http://127.0.0.1:9' });
  expect(await failure(authenticate(await bearer()))).toMatchObject({
    code: 'service_unavailable',
    status: 503,
  });
  expect(await authenticate(undefined)).toMatchObject({ role: 'editor' });
});

test.each<[string, unknown, string]>([
  ['roles', { roles: ['editor', 'author'] }, 'editor'],
  ['roles', { roles: 'author, contributor' }, 'author'],
  ['https://x.example/roles', { 'https://x.example/roles': ['contributor'] }, 'contributor'],
  ['a.b.c', { a: { b: { c: 'ADMINISTRATOR' } } }, 'administrator'],
  ['a.b.c', { a: { b: null } }, 'subscriber'],
  ['constructor.name', {}, 'subscriber'],
  ['roles', { roles: [1, null, {}, 'king'] }, 'subscriber'],
])('claim %s of %j is %s', (path, claims, role) => {
  expect(highestRole(rolesIn(claims as Record<string, unknown>, path))).toBe(role);
});

test('keys that cannot be fetched are not requested for every token', async () => {
  broken = true;
  const authenticate = authenticator();
  for (let time = 0; time < 20; time++)
    expect(await failure(authenticate(await bearer()))).toMatchObject({
      code: 'service_unavailable',
      status: 503,
    });
  expect(requests).toEqual(['/realm/.well-known/openid-configuration', '/realm/keys']);
});

test('cached keys count while newer ones cannot be fetched', async () => {
  // The library's own clock: it fetches keys again after half a minute when a token names an unknown key.
  const { now } = Date;
  Date.now = () => now() - 60_000;
  const authenticate = authenticator();
  try {
    await authenticate(await bearer({ sub: 'steady' }));
  } finally {
    Date.now = now;
  }
  broken = true;
  const strange = await new SignJWT({ iss: issuer, aud: 'calendar', sub: 'x', exp: seconds(60) })
    .setProtectedHeader({ alg: 'ES256', kid: 'two' })
    .sign(others.privateKey);
  for (let time = 0; time < 3; time++) {
    await failure(authenticate(`Bearer ${strange}`));
    expect(await authenticate(await bearer({ sub: 'steady' }))).toMatchObject({ login: 'steady' });
  }
  expect(requests.filter((url) => url === '/realm/keys')).toHaveLength(2);
});

test('a deleted user cannot return with the next token, and once readmitted becomes a new user', async () => {
  const authenticate = authenticator();
  const token = await bearer({ sub: 'leaver', preferred_username: 'Leaver' });
  const { id } = await authenticate(token);
  await inTransaction(store.em, (em) => deleteUser(em, { databaseId: id }));
  for (let time = 0; time < 2; time++) {
    await expect(authenticate(token)).rejects.toThrow('its user has been deleted here');
    expect(await failure(authenticate(token))).toMatchObject({ code: 'invalid_token', status: 401 });
  }
  expect(await authenticate(await bearer({ sub: 'another', preferred_username: 'Leaver' }))).toMatchObject({
    login: 'Leaver',
  });
  expect(await readmitSubjects(store.em, 'nobody')).toBe(0);
  expect(await readmitSubjects(store.em, 'LEAVER')).toBe(1);
  const back = await authenticate(token);
  expect(back).toMatchObject({ login: 'Leaver-2', role: 'subscriber' });
});

test.each([
  ['http://issuer.example/realm', true],
  ['http://10.0.0.1:8080', true],
  ['http://127.evil.example', true],
  ['https://issuer.example/realm', false],
  ['http://localhost:8080/realm', false],
  ['http://127.0.0.1/', false],
  ['http://[::1]/', false],
])('%s is sent unencrypted: %s', (address, isOpen) => {
  expect(isInsecureHttp(address)).toBe(isOpen);
});
