import { resource } from '../../src/domain/users/user.resolvers.ts';
import { failure } from '../support/context.ts';
import { add, root, run, store, withUsers } from './run.ts';

withUsers();

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
  expect(await run('{ users { nodes { applicationPasswords { id name lastUsedUtc } } } }')).toEqual({
    users: { nodes: expect.arrayContaining([expected]) },
  });
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

test('passwords of others are not shown', async () => {
  const context = store.context('editor', root + 1);
  const field = resource.resolvers.User?.applicationPasswords;
  const user = { id: root, login: 'root', role: 'administrator', name: '', createdUtc: '' } as const;
  expect(typeof field === 'function' && (await field(user, {}, context, {} as never))).toBeNull();
});

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
