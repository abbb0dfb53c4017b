import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { runCli } from '../../src/app/cli/user.commands.ts';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import { createAuthenticator } from '../../src/domain/authentication/authenticate.ts';
import { ensureAdministrator } from '../../src/domain/authentication/bootstrap.ts';
import { readmitSubjects, userOfSubject } from '../../src/domain/users/oidc-user.ts';
import { findByLogin, findUser, userByLoginOrId } from '../../src/domain/users/user.record.ts';
import { createUser } from '../../src/domain/users/users.ts';
import { inTransaction, kysely } from '../../src/platform/postgres/orm.ts';
import { failure, openStore, type Store } from '../support/context.ts';
import { basic } from '../support/service.ts';
import { openWorld, type World } from '../support/world.ts';

/* A login of digits was read as the id of a user. A login in full-width letters could exist next to its plain form. */

const UTC = '2031-03-01 12:00:00';
let store: Store;
let world: World;
beforeAll(async () => {
  store = await openStore();
  world = await openWorld();
});
afterAll(async () => {
  await world.stop();
  await store.close();
});

/** A user as an earlier release could create it, with this password. @returns its id */
async function olderUser(login: string, key: string, password?: string): Promise<number> {
  const em = store.em;
  const { id } = await store.db
    .insertInto('user_account')
    .values({ login, login_key: key, role: 'author', created_utc: UTC })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (password !== undefined) {
    const hash = createHmac('sha256', await new PasswordKeys(undefined).current(em))
      .update(`${login.normalize('NFC').toLowerCase()}\0${password}`)
      .digest('hex');
    await store.db
      .insertInto('application_password')
      .values({ user_id: id, name: 'x', hash, created_utc: UTC })
      .execute();
  }
  return id;
}
const logIn = async (login: string, password: string): Promise<number> => {
  const keys = new PasswordKeys(undefined);
  const authenticate = createAuthenticator({
    em: store.em,
    keys,
    allowAnonymousWrites: false,
    clock: () => new Date(),
  });
  return (await authenticate(basic(login, password).authorization)).id;
};

const create = (login: string) =>
  world.server.graphql(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { login } } }',
    { input: { login, role: 'EDITOR' } },
    world.server.admin,
  );

test.each(['1', '007', '１２', '٣٤', '²'])('%s is not accepted as the login of a new user', async (login) => {
  const { errors } = await create(login);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    status: 400,
    params: { 'input.login': 'must be 1 to 60 letters, digits or any of . _ - @ +, and not digits alone' },
  });
});

test.each(['ａｄｍｉｎ', 'Ａdmin', '𝐚𝐝𝐦𝐢𝐧', 'ADMIN'])('%s is the login admin', async (login) => {
  expect((await create(login)).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', status: 409 });
});

test('a new login is stored in its plain form', async () => {
  expect((await create('ｏｆｆｉｃｅ')).data?.createUser).toEqual({ user: { login: 'office' } });
});

test.each([
  ['1', 'user-1'],
  ['１２', 'user-12'],
  [`${'9'.repeat(60)}x`, `user-${'9'.repeat(50)}`],
  ['ｆｕｌｌ', 'full'],
])('the subject of a token with the name %s gets the login %s', async (name, login) => {
  const subject = { issuer: 'https://i.example', subject: name, names: [name], roles: [] };
  expect((await userOfSubject(store.em, subject, UTC, () => {})).login).toBe(login);
});

test('ADMIN_USER of digits is rejected for a new user, and accepted for an existing one', async () => {
  const start = (adminUser: string) =>
    ensureAdministrator({
      em: store.em,
      keys: new PasswordKeys(undefined),
      config: { adminUser, adminPassword: undefined },
      now: new Date(),
      log: { info: () => {}, warn: () => {} },
    });
  await expect(start('4711')).rejects.toThrow(/^ADMIN_USER must be .*, and not digits alone\.$/);
  expect(await findByLogin(store.em, '4711')).toBeNull();
  await olderUser('4712', '4712');
  expect(await start('4712')).toMatchObject({ login: '4712' });
});

test('a text that is a login of one user and the id of another is rejected, a number or a login is not', async () => {
  const first = await createUser(store.em, { login: 'first', role: 'editor' }, UTC);
  const stranger = await olderUser(String(first.id), String(first.id));
  await expect(userByLoginOrId(store.em, String(first.id))).rejects.toMatchObject({
    code: 'rest_invalid_param',
    status: 400,
    problems: {
      user: {
        message:
          `must be a login or an id: "${first.id}" is the login of the user with the id ${stranger}, and may also be ` +
          `meant as the id ${first.id}; send ${stranger} for that user, or the login of the other one`,
      },
    },
  });
  expect(await findUser(store.em, { databaseId: first.id })).toMatchObject({ login: 'first' });
  expect(await findUser(store.em, { login: String(first.id) })).toMatchObject({ id: stranger });
  expect(await userByLoginOrId(store.em, String(stranger))).toMatchObject({ id: stranger });
  // The user with that id may have been deleted.
  await olderUser('987654', '987654');
  expect(await failure(userByLoginOrId(store.em, ' 987654 '))).toMatchObject({ status: 400 });
  const own = await createUser(store.em, { login: 'own', role: 'editor' }, UTC);
  await sql`update user_account set login = id::text, login_key = id::text where id = ${own.id}`.execute(
    store.db,
  );
  expect(await userByLoginOrId(store.em, String(own.id))).toMatchObject({ id: own.id });
});

test('GraphQL reads such a text as specified, as a number or a login', async () => {
  const db = kysely(world.server.orm.em.fork());
  await sql`insert into user_account (login, login_key, role, created_utc) values ('1', '1', 'author', ${UTC}::timestamp)`.execute(
    db,
  );
  const rename = async (by: object) => {
    const { data } = await world.server.graphql(
      'mutation ($by: UserBy!) { updateUser(by: $by, input: { name: "Renamed" }) { user { databaseId login } } }',
      { by },
    );
    return Object(data?.updateUser).user;
  };
  expect(await rename({ databaseId: 1 })).toEqual({ databaseId: 1, login: 'admin' });
  const stranger = await rename({ login: '1' });
  expect(stranger).toMatchObject({ login: '1' });
  expect(stranger.databaseId).not.toBe(1);
  // A bare text names no user.
  for (const field of [
    'updateUser(by: "1", input: { role: ADMINISTRATOR }) { user { id } }',
    'deleteUser(by: "1") { deletedId }',
    'createApplicationPassword(input: { user: "1", name: "x" }) { password }',
  ]) {
    const { errors } = await world.server.graphql(`mutation { ${field} }`);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
  }
  const { rows } = await sql`select role from user_account where login = '1'`.execute(db);
  expect(rows).toEqual([{ role: 'author' }]);
});

test('logins of an earlier release keep working, with their passwords', async () => {
  const admin = await createUser(store.em, { login: 'chief', role: 'administrator' }, UTC);
  const lookalike = await olderUser('ｃｈｉｅｆ', 'ｃｈｉｅｆ', 'oldPassword');
  expect(await logIn('ｃｈｉｅｆ', 'oldPassword')).toBe(lookalike);
  expect(await failure(logIn('chief', 'oldPassword'))).toMatchObject({ status: 401 });
  expect(await findByLogin(store.em, 'ｃｈｉｅｆ')).toMatchObject({ id: lookalike });
  expect(await findByLogin(store.em, 'Ｃhief')).toMatchObject({ id: admin.id });
});

test('a user deleted by an earlier release can be readmitted', async () => {
  const subject = { issuer: 'https://i.example', subject: 'gone', names: ['gone'], roles: [] };
  const { id } = await userOfSubject(store.em, subject, UTC, () => {});
  await store.db
    .updateTable('setting')
    .set({ value: 'deleted:ｇｏｎｅ' })
    .where('value', '=', String(id))
    .execute();
  await expect(userOfSubject(store.em.fork(), subject, UTC, () => {})).rejects.toThrow(
    'has been deleted here',
  );
  expect(await readmitSubjects(store.em.fork(), 'ｇｏｎｅ')).toBe(1);
});

test('the command line rejects such a text, and logins of digits', async () => {
  const errors: string[] = [];
  const run = (...argv: string[]) =>
    runCli(argv, {
      log: () => {},
      fail: (line) => errors.push(line),
      inTransaction: (work) => inTransaction(store.em, (em) => work(em, new PasswordKeys(undefined))),
      audit: () => {},
      by: 'ann',
    });
  const older = await olderUser('424242', '424242');
  expect(await run('role', '424242', 'administrator')).toBe(1);
  expect(errors.pop()).toMatch(
    /^LOGIN must be a login or an id: "424242" is the login of .* the other one\.$/,
  );
  expect(await findByLogin(store.em, '424242')).toMatchObject({ role: 'author' });
  expect([await run('password', String(older), '--name', 'laptop'), errors]).toEqual([0, []]);
  expect(await run('add', '77', '--role', 'editor')).toBe(2);
  expect(errors.pop()).toContain(
    'It must be 1 to 60 letters, digits or any of . _ - @ +, and not digits alone.',
  );
});
