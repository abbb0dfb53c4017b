import { graphql } from 'graphql';
import type { AuditEntry } from '../../src/domain/access/audit.ts';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import { resource } from '../../src/domain/users/user.resolvers.ts';
import { failure } from '../support/context.ts';
import { add, root, run, schema, store, withUsers } from './run.ts';

withUsers();

test('creates, lists by login, changes and deletes', async () => {
  expect((await add(' Zoë@example.net ')).createUser).toMatchObject({
    login: 'Zoë@example.net',
    role: 'EDITOR',
    createdUtc: '2031-03-01 12:00:00',
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
  expect(await run('mutation { updateUser(user: "AMY", input: { role: EDITOR }) { login role } }')).toEqual({
    updateUser: { login: 'amy', role: 'EDITOR' },
  });
  expect(await run('mutation { deleteUser(user: "zoË@example.net") { login } }')).toEqual({
    deleteUser: { login: 'Zoë@example.net' },
  });
  expect(await failure(run('mutation { deleteUser(user: "Zoë@example.net") { login } }'))).toMatchObject({
    code: 'user-not-found',
    status: 404,
  });
});

test.each(['', ' ', 'a b', 'a:b', 'x'.repeat(61), 'a/b', 'a\u0000b'])('%j is no login', async (login) => {
  expect(await failure(add(login))).toMatchObject({ code: 'rest_invalid_param', problems: ['input.login'] });
});

test('a login exists once, in any case, also for parallel writers', async () => {
  const results = await Promise.allSettled(['ada', 'ADA', 'Ada', 'aDa'].map((login) => add(login)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'user-exists', status: 409 });
});

test('the last administrator stays', async () => {
  expect(await failure(run('mutation { deleteUser(user: "root") { id } }'))).toMatchObject({
    code: 'conflict',
    status: 409,
  });
  expect(
    await failure(run('mutation { updateUser(user: "root", input: { role: EDITOR }) { id } }')),
  ).toMatchObject({
    code: 'conflict',
    status: 409,
  });
  await expect(
    run('mutation { updateUser(user: "root", input: { role: ADMINISTRATOR }) { id } }'),
  ).resolves.toBeDefined();
});

test('two administrators who take the right from each other at once: one stays', async () => {
  for (let round = 0; round < 5; round++) {
    await add(`second${round}`, 'administrator');
    const results = await Promise.allSettled([
      run('mutation { updateUser(user: "root", input: { role: EDITOR }) { id } }'),
      run(`mutation { deleteUser(user: "second${round}") { id } }`),
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

test('the viewer is the caller, with the role of the request; nobody when anonymous', async () => {
  expect(await run('{ viewer { id login role } }', 'editor')).toEqual({
    viewer: { id: root, login: 'root', role: 'EDITOR' },
  });
  expect(await run('{ viewer { id } }', 'anonymous')).toEqual({ viewer: null });
});

test('every change is noted once it is stored: who did what to whom, without secrets', async () => {
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
  await noted('mutation { createUser(input: { login: "amy", role: AUTHOR }) { id } }');
  await noted('mutation { createUser(input: { login: "amy", role: AUTHOR }) { id } }');
  await noted('mutation { updateUser(user: "amy", input: { role: EDITOR }) { id } }');
  const made = await noted(
    'mutation { createApplicationPassword(user: "amy", name: "Phone") { id password } }',
  );
  const { id, password } = made.createApplicationPassword as { id: number; password: string };
  await noted(`mutation { revokeApplicationPassword(id: ${id}) { id } }`);
  await noted(`mutation { revokeApplicationPassword(id: ${id}) { id } }`);
  await noted('mutation { deleteUser(user: "amy") { id } }');
  const [by, user] = ['administrator', 'amy'];
  expect(audited).toEqual([
    { what: 'user created', by, user, role: 'author' },
    { what: 'user changed', by, user, role: 'editor' },
    { what: 'password created', by, user, password: { id, name: 'Phone' } },
    { what: 'password revoked', by, user, password: { id, name: 'Phone' } },
    { what: 'user deleted', by, user, role: 'editor' },
  ]);
  expect(JSON.stringify(audited)).not.toContain(password);
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
    // Whose passwords they are about is not known yet.
    if (own.includes(operation) && role !== 'anonymous') await authorized;
    else expect(await failure(authorized)).toMatchObject({ code: 'rest_forbidden', status });
  }
});
