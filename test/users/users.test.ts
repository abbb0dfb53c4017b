import { readFileSync } from 'node:fs';
import { graphql } from 'graphql';
import type { AuditEntry } from '../../src/access/audit.ts';
import { PasswordKeys } from '../../src/access/password-keys.ts';
import { ServiceError } from '../../src/errors.ts';
import { buildSchemas } from '../../src/graphql/schema.ts';
import * as resources from '../../src/resources.ts';
import type { Role } from '../../src/users/user.entity.ts';
import { resource } from '../../src/users/user.resolvers.ts';
import { createUser } from '../../src/users/users.ts';
import { failure, openStore, type Store } from '../support/context.ts';

const { schema } = buildSchemas(readFileSync('schema.graphql', 'utf8'), 'B', Object.values(resources));

let store: Store;
let root: number;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.db.deleteFrom('user_account').execute();
  root = (await createUser(store.em, { login: 'root', role: 'administrator' }, '2031-03-01 12:00:00')).id;
});

async function run(
  source: string,
  role: Role | 'anonymous' = 'administrator',
  id = root,
): Promise<Record<string, unknown>> {
  const { data, errors } = await graphql({ schema, source, contextValue: store.context(role, id) });
  const original = errors?.[0]?.originalError;
  if (original instanceof ServiceError) throw original;
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data));
}

const add = (login: string, role: Role = 'editor') =>
  run(
    `mutation { createUser(input: { login: ${JSON.stringify(login)}, role: ${role} }) { id login role createdUtc } }`,
  );

test('creates, lists by login, changes and deletes', async () => {
  expect((await add(' Zoë@example.net ')).createUser).toMatchObject({
    login: 'Zoë@example.net',
    role: 'editor',
    createdUtc: '2031-03-01 12:00:00',
  });
  await add('amy', 'author');
  expect(await run('{ users { login role } }')).toEqual({
    users: [
      { login: 'amy', role: 'author' },
      { login: 'root', role: 'administrator' },
      { login: 'Zoë@example.net', role: 'editor' },
    ],
  });
  expect(await run('mutation { updateUser(user: "AMY", input: { role: editor }) { login role } }')).toEqual({
    updateUser: { login: 'amy', role: 'editor' },
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

test('a login of digits is a login before it is an id', async () => {
  const { createUser: user } = await add(String(root));
  expect(
    (await run(`mutation { updateUser(user: "${root}", input: { role: author }) { id } }`)).updateUser,
  ).toEqual({
    id: (user as { id: number }).id,
  });
  expect(
    await failure(run(`mutation { updateUser(user: ${root}, input: { role: author }) { id } }`)),
  ).toMatchObject({ code: 'conflict' });
});

test('the last administrator stays', async () => {
  expect(await failure(run('mutation { deleteUser(user: "root") { id } }'))).toMatchObject({
    code: 'conflict',
    status: 409,
  });
  expect(
    await failure(run('mutation { updateUser(user: "root", input: { role: editor }) { id } }')),
  ).toMatchObject({
    code: 'conflict',
    status: 409,
  });
  await expect(
    run('mutation { updateUser(user: "root", input: { role: administrator }) { id } }'),
  ).resolves.toBeDefined();
});

test('two administrators who take the right from each other at once: one stays', async () => {
  for (let round = 0; round < 5; round++) {
    await add(`second${round}`, 'administrator');
    const results = await Promise.allSettled([
      run('mutation { updateUser(user: "root", input: { role: editor }) { id } }'),
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

test('application passwords: created, listed for administrators and the user, revoked', async () => {
  const { createUser: user } = (await add('amy', 'author')) as { createUser: { id: number } };
  const { createApplicationPassword: made } = await run(
    'mutation { createApplicationPassword(user: "amy", name: " Import <b>script</b> ") { id name password } }',
  );
  const { id, password } = made as { id: number; password: string };
  expect(made).toEqual({ id, name: 'Import script', password: expect.stringMatching(/^(\w{4} ){5}\w{4}$/) });
  const expected = { applicationPasswords: [{ id, name: 'Import script', lastUsedUtc: null }] };
  expect(await run('{ viewer { applicationPasswords { id name lastUsedUtc } } }', 'author', user.id)).toEqual(
    { viewer: expected },
  );
  expect((await run('{ users { applicationPasswords { id name lastUsedUtc } } }')).users).toContainEqual(
    expected,
  );
  expect(await run(`mutation { revokeApplicationPassword(id: ${id}) { name } }`)).toEqual({
    revokeApplicationPassword: { name: 'Import script' },
  });
  expect(await failure(run(`mutation { revokeApplicationPassword(id: ${id}) { name } }`))).toMatchObject({
    code: 'application-password-not-found',
  });
  expect(password).toHaveLength(29);
});

test.each(['', '  ', '<i></i>', 'x'.repeat(101)])('%j is no name of a password', async (name) => {
  const source = `mutation { createApplicationPassword(user: "root", name: ${JSON.stringify(name)}) { id } }`;
  expect(await failure(run(source))).toMatchObject({ problems: ['name'] });
});

test('an unknown user gets no password', async () => {
  expect(
    await failure(run('mutation { createApplicationPassword(user: "nobody", name: "x") { id } }')),
  ).toMatchObject({
    code: 'user-not-found',
  });
});

test('the viewer is the caller, with the role of the request; nobody when anonymous', async () => {
  expect(await run('{ viewer { id login role } }', 'editor')).toEqual({
    viewer: { id: root, login: 'root', role: 'editor' },
  });
  expect(await run('{ viewer { id } }', 'anonymous')).toEqual({ viewer: null });
});

test('passwords of others are not shown', async () => {
  const context = store.context('editor', root + 1);
  const field = resource.resolvers.User?.applicationPasswords;
  const user = { id: root, login: 'root', role: 'administrator', createdUtc: '' } as const;
  const ask = async () => typeof field === 'function' && field(user, {}, context, {} as never);
  expect(await failure(ask())).toMatchObject({ code: 'rest_forbidden', status: 403 });
});

describe('for oneself, whatever the role', () => {
  const create = (args: string) =>
    `mutation { createApplicationPassword(${args}name: "Phone") { id name password } }`;

  test('a password is made, by login, id or nothing at all, seen, and revoked', async () => {
    const { createUser: user } = (await add('sue', 'subscriber')) as { createUser: { id: number } };
    const asSue = (source: string) => run(source, 'subscriber', user.id);
    for (const args of ['', 'user: "Sue", ', `user: ${user.id}, `]) {
      const { createApplicationPassword: made } = (await asSue(create(args))) as {
        createApplicationPassword: { id: number };
      };
      expect(made).toMatchObject({ name: 'Phone', password: expect.stringMatching(/^(\w{4} ){5}\w{4}$/) });
      expect(await asSue('{ viewer { applicationPasswords { id } } }')).toEqual({
        viewer: { applicationPasswords: [{ id: made.id }] },
      });
      expect(await asSue(`mutation { revokeApplicationPassword(id: ${made.id}) { id name } }`)).toEqual({
        revokeApplicationPassword: { id: made.id, name: 'Phone' },
      });
    }
    expect(await asSue('{ viewer { applicationPasswords { id } } }')).toEqual({
      viewer: { applicationPasswords: [] },
    });
  });

  test.each(['editor', 'subscriber'] as const)(
    '%s cannot touch those of others, nor learn whether they are there',
    async (role) => {
      const { createUser: user } = (await add('sue', role)) as { createUser: { id: number } };
      const asSue = (source: string) => failure(run(source, role, user.id));
      for (const other of ['root', 'nobody']) {
        expect(await asSue(create(`user: "${other}", `))).toMatchObject({
          code: 'rest_forbidden',
          status: 403,
        });
      }
      const { createApplicationPassword: made } = (await run(create(''))) as {
        createApplicationPassword: { id: number };
      };
      for (const id of [made.id, 999_999]) {
        const refused = await asSue(`mutation { revokeApplicationPassword(id: ${id}) { id } }`);
        expect(refused).toMatchObject({ code: 'application-password-not-found', status: 404 });
      }
      expect(await run('{ viewer { applicationPasswords { id } } }')).toEqual({
        viewer: { applicationPasswords: [{ id: made.id }] },
      });
    },
  );
});

test('every change is noted once it is stored: who did what to whom, without secrets', async () => {
  const audited: AuditEntry[] = [];
  const access = { keys: new PasswordKeys(undefined), audit: (entry: AuditEntry) => audited.push(entry) };
  const noted = async (source: string): Promise<Record<string, unknown>> => {
    const { data } = await graphql({
      schema,
      source,
      contextValue: store.context('administrator', root, { access }),
    });
    return JSON.parse(JSON.stringify(data ?? null));
  };
  await noted('mutation { createUser(input: { login: "amy", role: author }) { id } }');
  await noted('mutation { createUser(input: { login: "amy", role: author }) { id } }');
  await noted('mutation { updateUser(user: "amy", input: { role: editor }) { id } }');
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
    const asked = Promise.resolve(authorize?.(store.context(role), {}));
    // Whose passwords they are about is not known yet.
    if (own.includes(operation) && role !== 'anonymous') await asked;
    else expect(await failure(asked)).toMatchObject({ code: 'rest_forbidden', status });
  }
});
