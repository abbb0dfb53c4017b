import { hash } from 'node:crypto';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import { createSignIn, type SignInOptions } from '../../src/domain/authentication/authenticate.ts';
import { deleteExpiredSessions, Sessions } from '../../src/domain/authentication/sessions.ts';
import type { SignedIn } from '../../src/domain/authentication/signed-in.ts';
import { createPassword, revokePassword } from '../../src/domain/users/application-passwords.ts';
import { changeUser, createUser, deleteUser } from '../../src/domain/users/users.ts';
import { inTransaction } from '../../src/platform/postgres/orm.ts';
import { failure, NOW, openStore, type Store } from '../support/context.ts';

/** The stored form of a token. */
const hashOf = (token: string): string => hash('sha256', token, 'hex');

const NOW_UTC = '2031-03-01 12:00:00';
const HOUR_MS = 3_600_000;

let store: Store;
/** The time of the service. */
let now: Date;
let sessions: Sessions;
beforeAll(async () => {
  store = await openStore();
  sessions = new Sessions({ em: store.em, clock: () => now });
});
afterAll(() => store.close());
beforeEach(() => {
  now = NOW;
});

const keys = new PasswordKeys(undefined);
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const signIn = (options: Partial<SignInOptions> = {}) =>
  createSignIn({ em: store.em, keys, clock: () => now, ...options });

let users = 0;
/** A new editor, with a sign-in by an application password. */
async function newUser(): Promise<{ id: number; login: string; password: string; signedIn: SignedIn }> {
  const login = `user-${++users}`;
  const { id } = await createUser(store.em, { login, role: 'editor' }, NOW_UTC);
  const { password } = await createPassword(store.em, keys, { login }, 'Desk', NOW_UTC);
  return { id, login, password, signedIn: await signIn()({ login, password }) };
}

const count = async (userId: number): Promise<number> =>
  (await store.db.selectFrom('session').select('user_id').where('user_id', '=', userId).execute()).length;

test('a login and an application password start a session of 12 hours', async () => {
  const { id, login, signedIn } = await newUser();
  const { token, expires } = await sessions.start(signedIn);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(expires).toEqual(later(12 * HOUR_MS));
  const session = await sessions.find(token);
  expect(session).toEqual({
    caller: { id, login, role: 'editor' },
    passwordId: signedIn.passwordId,
  });
  const stored = await store.db.selectFrom('session').selectAll().where('user_id', '=', id).execute();
  expect(stored).toMatchObject([{ token_hash: hashOf(token), expires_utc: '2031-03-02 00:00:00' }]);
  expect(JSON.stringify(stored)).not.toContain(token);
  now = later(12 * HOUR_MS - 1_000);
  expect(await sessions.find(token)).toEqual(session);
  now = later(12 * HOUR_MS);
  expect(await sessions.find(token)).toBeNull();
});

test('the form checks a password like HTTP Basic: same error, same throttle, without spaces', async () => {
  const { id, login, password } = await newUser();
  const seen: unknown[][] = [];
  const check = signIn({ throttle: async (...values) => void seen.push(values) });
  expect(await check({ login: login.toUpperCase(), password: password.replaceAll(' ', '') })).toMatchObject({
    caller: { id, role: 'editor' },
    passwordId: expect.any(Number),
    role: null,
  });
  for (const wrong of [
    { login, password: 'wrong' },
    { login: 'nobody', password },
  ])
    expect(await failure(check(wrong, '192.0.2.1'))).toMatchObject({
      code: 'incorrect_password',
      status: 401,
    });
  expect(seen).toEqual([
    ['192.0.2.1', login],
    ['192.0.2.1', 'nobody'],
  ]);
});

test('revoking the password ends its sessions, and no others', async () => {
  const { id, login, signedIn } = await newUser();
  const { password } = await createPassword(store.em, keys, { login }, 'Other', NOW_UTC);
  const { token } = await sessions.start(signedIn);
  const other = await sessions.start(await signIn()({ login, password }));
  await inTransaction(store.em, (em) => revokePassword(em, signedIn.passwordId ?? 0));
  expect(await sessions.find(token)).toBeNull();
  expect(await sessions.find(other.token)).toMatchObject({ caller: { id } });
  expect(await failure(sessions.start(signedIn))).toMatchObject({ code: 'incorrect_password' });
});

test('a changed role counts at the next request', async () => {
  const { id, signedIn } = await newUser();
  const { token } = await sessions.start(signedIn);
  await inTransaction(store.em, (em) => changeUser(em, { databaseId: id }, { role: 'subscriber' }));
  expect(await sessions.find(token)).toMatchObject({ caller: { role: 'subscriber' } });
});

test('the role of an ID token stays beside the stored one', async () => {
  const { id, login } = await newUser();
  const caller = { id, login, role: 'editor' } as const;
  const { token } = await sessions.start({ caller, passwordId: null, role: 'author' });
  const roleAfter = async (role: 'administrator' | 'subscriber'): Promise<string | undefined> => {
    await store.db.updateTable('user_account').set({ role }).where('id', '=', id).execute();
    return (await sessions.find(token))?.caller.role;
  };
  expect(await sessions.find(token)).toMatchObject({ caller: { role: 'editor' }, passwordId: null });
  expect(await roleAfter('subscriber')).toBe('author');
  expect(await roleAfter('administrator')).toBe('administrator');
  await store.db.updateTable('user_account').set({ role: 'editor' }).where('id', '=', id).execute();
});

test('deleting the user ends all sessions', async () => {
  const { id, signedIn } = await newUser();
  const { token } = await sessions.start(signedIn);
  const issuer = await sessions.start({ ...signedIn, passwordId: null, role: 'author' });
  await createUser(store.em, { login: 'chief', role: 'administrator' }, NOW_UTC);
  await inTransaction(store.em, (em) => deleteUser(em, { databaseId: id }));
  for (const one of [token, issuer.token]) expect(await sessions.find(one)).toBeNull();
});

test('signing out ends one session', async () => {
  const { signedIn } = await newUser();
  const [first, second] = [await sessions.start(signedIn), await sessions.start(signedIn)];
  expect(first.token).not.toBe(second.token);
  await sessions.end(first.token);
  await sessions.end(first.token);
  expect(await sessions.find(first.token)).toBeNull();
  expect(await sessions.find(second.token)).not.toBeNull();
});

test('a user has at most 20 sessions: another one ends the oldest', async () => {
  const [ada, ben] = [await newUser(), await newUser()];
  const { token: other } = await sessions.start(ben.signedIn);
  const tokens: string[] = [];
  for (let n = 0; n < 22; n++) {
    now = later(n * 1_000);
    tokens.push((await sessions.start(ada.signedIn)).token);
  }
  expect(await count(ada.id)).toBe(20);
  const found = await Promise.all(tokens.map((token) => sessions.find(token)));
  expect(found.map((session) => session !== null)).toEqual(tokens.map((_, n) => n >= 2));
  expect(await sessions.find(other)).not.toBeNull();
});

test('wrong tokens are no session, and malformed ones cause no statement', async () => {
  const { signedIn } = await newUser();
  const { token } = await sessions.start(signedIn);
  expect(await sessions.find(token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')))).toBeNull();
  const malformed = [
    '',
    ' ',
    hashOf(token),
    `${token}=`,
    `${token}\n`,
    token.slice(1),
    `${token.slice(1)}ü`,
    "' or ''='",
  ];
  const closed = await openStore();
  const without = new Sessions({ em: closed.em, clock: () => now });
  await closed.close();
  await expect(without.find(token)).rejects.toThrow();
  for (const text of malformed) {
    expect(await without.find(text)).toBeNull();
    await without.end(text);
  }
});

test('the job deletes expired sessions, and no others', async () => {
  const { id, signedIn } = await newUser();
  for (let n = 0; n < 3; n++) await sessions.start(signedIn);
  now = later(1_000);
  const { token } = await sessions.start(signedIn);
  now = later(12 * HOUR_MS);
  await deleteExpiredSessions(store.db, now, () => false);
  expect(await count(id)).toBe(4);
  await deleteExpiredSessions(store.db, now, () => true);
  expect(await count(id)).toBe(1);
  expect(await sessions.find(token)).not.toBeNull();
});
