import { ANONYMOUS, TRUSTED_ANONYMOUS } from '../../src/domain/access/caller.ts';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import {
  type AuthenticatorOptions,
  createAuthenticator,
} from '../../src/domain/authentication/authenticate.ts';
import { createPassword, revokePassword } from '../../src/domain/users/application-passwords.ts';
import { changeUser, createUser, deleteUser } from '../../src/domain/users/users.ts';
import { inTransaction } from '../../src/platform/postgres/orm.ts';
import { failure, openStore, type Store } from '../support/context.ts';
import { eventually } from '../support/eventually.ts';

const NOW = '2031-03-01 12:00:00';

let store: Store;
let id: number;
beforeAll(async () => {
  store = await openStore();
  id = (await createUser(store.em, { login: 'Ada', role: 'editor' }, NOW)).id;
});
afterAll(() => store.close());

const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
const authenticator = (options: Partial<AuthenticatorOptions> = {}) =>
  createAuthenticator({
    em: store.em,
    keys: new PasswordKeys(undefined),
    allowAnonymousWrites: false,
    clock: () => new Date(),
    ...options,
  });
const newPassword = (login = 'ada') =>
  createPassword(store.em, new PasswordKeys(undefined), { login }, 'Test', NOW);

test('a password is 24 letters and digits in groups of four, and not stored', async () => {
  const made = await newPassword();
  expect(made.password).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
  const stored = await store.db
    .selectFrom('application_password')
    .selectAll()
    .where('id', '=', made.applicationPassword.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(made.password.replaceAll(' ', ''));
  expect(stored.hash).toMatch(/^[0-9a-f]{64}$/);
});

test('does not count credentials without a colon as a login: they may be a secret', async () => {
  const seen: unknown[][] = [];
  const wrong = async (...values: unknown[]): Promise<void> => void seen.push(values);
  const header = `Basic ${Buffer.from('a token').toString('base64')}`;
  expect(await failure(authenticator({ throttle: wrong })(header, '192.0.2.1'))).toMatchObject({
    status: 401,
  });
  expect(seen.flat().filter((value) => value !== undefined)).toEqual(['192.0.2.1']);
});

test('accepts the password with and without spaces, for the login in any letter case', async () => {
  const { password } = await newPassword();
  const caller = { id, login: 'Ada', role: 'editor' };
  for (const text of [password, password.replaceAll(' ', ''), ` ${password.replaceAll(' ', '\t')} `]) {
    expect(await authenticator()(basic('ADA', text))).toEqual(caller);
  }
  expect(await authenticator()(basic('ada', password).replace('Basic', 'bASIC '))).toEqual(caller);
});

test('a user may have many passwords, and a revoked password fails at the next request', async () => {
  const authenticate = authenticator();
  const [first, second] = [await newPassword(), await newPassword()];
  await authenticate(basic('ada', first.password));
  await inTransaction(store.em, (em) => revokePassword(em, first.applicationPassword.id));
  expect(await failure(authenticate(basic('ada', first.password)))).toMatchObject({
    code: 'incorrect_password',
    status: 401,
  });
  expect(await authenticate(basic('ada', second.password))).toMatchObject({ id });
  expect(
    await failure(inTransaction(store.em, (em) => revokePassword(em, first.applicationPassword.id))),
  ).toMatchObject({
    code: 'application-password-not-found',
    status: 404,
  });
});

test('a password works for its user only', async () => {
  await createUser(store.em, { login: 'bob', role: 'administrator' }, NOW);
  const { password } = await newPassword('ada');
  expect(await failure(authenticator()(basic('bob', password)))).toMatchObject({
    code: 'incorrect_password',
  });
});

test('unknown logins and wrong passwords get the same response', async () => {
  const { password } = await newPassword();
  const unknown = await failure(authenticator()(basic('nobody', password)));
  expect(unknown).toEqual(await failure(authenticator()(basic('ada', 'wrong'))));
  expect(unknown).toMatchObject({ code: 'incorrect_password', status: 401 });
});

test.each([
  'Basic',
  'Basic ',
  'Basic !!!',
  'Basic YWRh',
  basic('', 'x'),
  basic('ada', ''),
  basic('ada', '   '),
  basic('a\0b', 'x\0y'),
  'Basic YWRhOmE= x',
])('refuses malformed credentials: %j', async (header) => {
  expect(await failure(authenticator({ allowAnonymousWrites: true })(header))).toMatchObject({
    code: 'incorrect_password',
    status: 401,
  });
});

test.each([undefined, '', 'Digest username="ada"', 'Negotiate abc'])(
  '%j means an anonymous caller',
  async (header) => {
    expect(await authenticator()(header)).toBe(ANONYMOUS);
    expect(await authenticator({ allowAnonymousWrites: true })(header)).toBe(TRUSTED_ANONYMOUS);
  },
);

test('refuses bearer tokens without an issuer', async () => {
  expect(await failure(authenticator()('Bearer a.b.c'))).toMatchObject({
    code: 'invalid_token',
    status: 401,
  });
});

test('a new role and a deleted user take effect at the next request', async () => {
  const authenticate = authenticator();
  const user = await createUser(store.em, { login: 'eve', role: 'author' }, NOW);
  const { password } = await newPassword('eve');
  await authenticate(basic('eve', password));
  await inTransaction(store.em, (em) => changeUser(em, { databaseId: user.id }, { role: 'subscriber' }));
  expect(await authenticate(basic('eve', password))).toMatchObject({ role: 'subscriber' });
  await inTransaction(store.em, (em) => deleteUser(em, { databaseId: user.id }));
  expect(await failure(authenticate(basic('eve', password)))).toMatchObject({ code: 'incorrect_password' });
});

test('notes the last use once an hour, outside the request', async () => {
  let now = new Date('2031-03-01T12:00:00Z');
  const authenticate = authenticator({ clock: () => now });
  const made = await newPassword();
  const use = () => Promise.all(Array.from({ length: 5 }, () => authenticate(basic('ada', made.password))));
  const isNoted = (at: string): Promise<boolean> =>
    eventually(`noted at ${at}`, async () => {
      const row = store.db
        .selectFrom('application_password')
        .select('last_used_utc as at')
        .where('id', '=', made.applicationPassword.id);
      return (await row.executeTakeFirstOrThrow()).at === at;
    });
  await use();
  await isNoted('2031-03-01 12:00:00');
  now = new Date('2031-03-01T12:59:59Z');
  await use();
  now = new Date('2031-03-01T13:00:00Z');
  await use();
  // Would fail if the use one second earlier had been noted.
  await isNoted('2031-03-01 13:00:00');
});

test('instances that start at the same time agree on the hash key', async () => {
  await store.db.deleteFrom('setting').execute();
  await store.db.deleteFrom('application_password').execute();
  const made = await Promise.all(Array.from({ length: 6 }, () => newPassword()));
  for (const { password } of made)
    expect(await authenticator()(basic('ada', password))).toMatchObject({ id });
});
