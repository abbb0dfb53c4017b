import { graphql } from 'graphql';
import type { AuditEntry } from '../../src/domain/access/audit.ts';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import { resource } from '../../src/domain/users/user.resolvers.ts';
import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { failure } from '../support/context.ts';
import { add, root, run, schema, store, withUsers } from './run.ts';

withUsers();

test('creates, lists by login, changes and deletes', async () => {
  expect(await add(' Zoë@example.net ')).toMatchObject({
    login: 'Zoë@example.net',
    role: 'EDITOR',
    createdAt: '2031-03-01T12:00:00+00:00',
  });
  await add('amy', 'author');
  expect(await run('{ users { nodes { login role } } }')).toEqual({
    users: {
      nodes: [
        { login: 'amy', role: 'AUTHOR' },
        { login: 'root', role: 'ADMINISTRATOR' },
        { login: 'Zoë@example.net', role: 'EDITOR' },
      ],
    },
  });
  expect(
    await run(
      'mutation { updateUser(by: { login: "AMY" }, input: { role: EDITOR }) { user { login role } } }',
    ),
  ).toEqual({ updateUser: { user: { login: 'amy', role: 'EDITOR' } } });
  const erase = 'mutation { deleteUser(by: { login: "zoË@example.net" }) { deletedId user { id login } } }';
  const deletedId = expect.stringMatching(/^\w+$/);
  expect(await run(erase)).toEqual({
    deleteUser: { deletedId, user: { id: deletedId, login: 'Zoë@example.net' } },
  });
  expect(await failure(run(erase))).toMatchObject({
    code: 'user-not-found',
    status: 404,
  });
});

test.each(['', ' ', 'a b', 'a:b', 'x'.repeat(61), 'a/b', 'a\u0000b'])(
  '%j is not a valid login',
  async (login) => {
    expect(await failure(add(login))).toMatchObject({
      code: 'rest_invalid_param',
      problems: ['input.login'],
    });
  },
);

test('a login exists once, in any case, also for concurrent writers', async () => {
  const results = await Promise.allSettled(['ada', 'ADA', 'Ada', 'aDa'].map((login) => add(login)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'user-exists', status: 409 });
});

test('the last administrator cannot be removed', async () => {
  expect(await failure(run('mutation { deleteUser(by: { login: "root" }) { deletedId } }'))).toMatchObject({
    code: 'conflict',
    status: 409,
  });
  expect(
    await failure(
      run('mutation { updateUser(by: { login: "root" }, input: { role: EDITOR }) { user { id } } }'),
    ),
  ).toMatchObject({
    code: 'conflict',
    status: 409,
  });
  await expect(
    run('mutation { updateUser(by: { login: "root" }, input: { role: ADMINISTRATOR }) { user { id } } }'),
  ).resolves.toBeDefined();
});

test("two administrators that remove each other's right at once: one stays", async () => {
  for (let round = 0; round < 5; round++) {
    await add(`second${round}`, 'administrator');
    const results = await Promise.allSettled([
      run('mutation { updateUser(by: { login: "root" }, input: { role: EDITOR }) { user { id } } }'),
      run(`mutation { deleteUser(by: { login: "second${round}" }) { deletedId } }`),
    ]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await store.db
      .updateTable('user_account')
      .set({ role: 'administrator' })
      .where('login', '=', 'root')
      .execute();
    await store.db.deleteFrom('user_account').where('login', '<>', 'root').execute();
  }
});

test('the viewer is the caller, with the role of the request; null when anonymous', async () => {
  expect(await run('{ viewer { databaseId login role } }', 'editor')).toEqual({
    viewer: { databaseId: root, login: 'root', role: 'EDITOR' },
  });
  expect(await run('{ viewer { id } }', 'anonymous')).toEqual({ viewer: null });
});

test('every stored change is audited, with the actor and the target, without secrets', async () => {
  const audited: AuditEntry[] = [];
  const access = { keys: new PasswordKeys(undefined), audit: (entry: AuditEntry) => audited.push(entry) };
  const noted = async (source: string): Promise<Record<string, unknown>> => {
    const { data } = await graphql({
      schema,
      source,
      contextValue: { context: store.context('administrator', root, { access }) },
    });
    return JSON.parse(JSON.stringify(data ?? null));
  };
  await noted('mutation { createUser(input: { login: "amy", role: AUTHOR }) { user { id } } }');
  await noted('mutation { createUser(input: { login: "amy", role: AUTHOR }) { user { id } } }');
  await noted('mutation { updateUser(by: { login: "amy" }, input: { role: EDITOR }) { user { id } } }');
  const made = await noted(
    `mutation { createApplicationPassword(input: { user: { login: "amy" }, name: "Phone" }) {
      applicationPassword { databaseId } password } }`,
  );
  const { applicationPassword, password } = Object(made.createApplicationPassword);
  const id: number = applicationPassword.databaseId;
  const revoke = `mutation { revokeApplicationPassword(by: { databaseId: ${id} }) { deletedId } }`;
  await noted(revoke);
  await noted(revoke);
  await noted('mutation { deleteUser(by: { login: "amy" }) { deletedId } }');
  const [by, user] = ['administrator', 'amy'];
  expect(audited).toEqual([
    { action: 'user created', by, user, role: 'author' },
    { action: 'user changed', by, user, role: 'editor' },
    { action: 'password created', by, user, password: { id, name: 'Phone' } },
    { action: 'password revoked', by, user, password: { id, name: 'Phone' } },
    { action: 'user deleted', by, user, role: 'editor' },
  ]);
  expect(JSON.stringify(audited)).not.toContain(password);
});

test('a user is named by global ID, number or login, and not by the ID of another type', async () => {
  const { databaseId } = await add('amy', 'author');
  for (const by of [{ id: encodeGlobalId('User', databaseId) }, { databaseId }, { login: 'AMY' }]) {
    const text = Object.entries(by).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    expect(
      await run(
        `mutation { updateUser(by: { ${text} }, input: { name: "Amy" }) { user { databaseId name } } }`,
      ),
    ).toEqual({ updateUser: { user: { databaseId, name: 'Amy' } } });
  }
  const wrong = encodeGlobalId('Event', databaseId);
  expect(
    await failure(
      run(`mutation { updateUser(by: { id: "${wrong}" }, input: { name: "x" }) { user { id } } }`),
    ),
  ).toMatchObject({ code: 'rest_invalid_param', status: 400, problems: ['by.id'] });
});

test.each([
  ['anonymous', 401],
  ['editor', 403],
  ['author', 403],
] as const)('%s may not manage users', async (role, status) => {
  const own = ['createApplicationPassword', 'revokeApplicationPassword'];
  const { users } = resource.queries ?? {};
  const operations = Object.entries({ ...resource.mutations, ...(users && { users }) });
  expect(operations).toHaveLength(6);
  for (const [operation, { authorize }] of operations) {
    const authorized = Promise.resolve(authorize?.(store.context(role), {}));
    // The owner of the passwords is not known yet.
    if (own.includes(operation) && role !== 'anonymous') await authorized;
    else expect(await failure(authorized)).toMatchObject({ code: 'rest_forbidden', status });
  }
});
