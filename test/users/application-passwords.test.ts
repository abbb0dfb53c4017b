import { resource } from '../../src/domain/users/user.resolvers.ts';
import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { failure } from '../support/context.ts';
import { recordsIn } from '../support/words.ts';
import { add, root, run, store, withUsers } from './run.ts';

withUsers();

const PASSWORD = expect.stringMatching(/^(\w{4} ){5}\w{4}$/);
const create = (fields: string) =>
  `mutation { createApplicationPassword(input: { ${fields} }) {
    applicationPassword { id databaseId name createdAt lastUsedAt } password } }`;
const revoke = (databaseId: number) =>
  `mutation { revokeApplicationPassword(by: { databaseId: ${databaseId} }) {
    deletedId applicationPassword { databaseId name } } }`;
interface Made {
  applicationPassword: { id: string; databaseId: number; name: string };
  password: string;
}
const madeBy = async (answer: Promise<Record<string, unknown>>): Promise<Made> =>
  (await answer).createApplicationPassword as Made;

test('application passwords: created, listed for administrators and the user, revoked', async () => {
  const { databaseId: user } = await add('amy', 'author');
  const made = await madeBy(run(create('user: { login: "amy" }, name: " Import <b>script</b> "')));
  const { databaseId, id } = made.applicationPassword;
  const shown = {
    id: encodeGlobalId('ApplicationPassword', databaseId),
    databaseId,
    name: 'Import script',
    createdAt: '2031-03-01T12:00:00+00:00',
    lastUsedAt: null,
  };
  expect(made).toEqual({ applicationPassword: shown, password: PASSWORD });
  const list = 'applicationPasswords { totalCount nodes { id databaseId name createdAt lastUsedAt } }';
  const expected = { applicationPasswords: { totalCount: 1, nodes: [shown] } };
  expect(await run(`{ viewer { ${list} } }`, 'author', user)).toEqual({ viewer: expected });
  expect(await run(`{ users { nodes { ${list} } } }`)).toEqual({
    users: { nodes: expect.arrayContaining([expected]) },
  });
  expect(await run(revoke(databaseId))).toEqual({
    revokeApplicationPassword: {
      deletedId: id,
      applicationPassword: { databaseId, name: 'Import script' },
    },
  });
  expect(await failure(run(revoke(databaseId)))).toMatchObject({ code: 'application-password-not-found' });
});

test.each(['', '  ', '<i></i>', 'x'.repeat(101)])('%j is not a valid name of a password', async (name) => {
  const source = create(`user: { login: "root" }, name: ${JSON.stringify(name)}`);
  expect(await failure(run(source))).toMatchObject({ problems: ['input.name'] });
});

test('an unknown user gets no password', async () => {
  expect(await failure(run(create('user: { login: "nobody" }, name: "x"')))).toMatchObject({
    code: 'user-not-found',
  });
});

test('passwords of other users are not shown', async () => {
  const context = store.context('editor', root + 1);
  const field = resource.resolvers.User?.applicationPasswords;
  const user = { id: root, login: 'root', role: 'administrator', name: '', createdUtc: '' } as const;
  expect(typeof field === 'function' && (await field(user, {}, context, {} as never))).toBeNull();
});

const listed = async (role: 'administrator' | 'editor' | 'subscriber' | undefined, id: number) => {
  const { viewer } = await run('{ viewer { applicationPasswords { nodes { databaseId } } } }', role, id);
  const { nodes } = Object(viewer).applicationPasswords;
  return recordsIn(nodes).map(({ databaseId }) => databaseId);
};

test('a password can be created for a login, a number, a global ID or without an argument, listed, and revoked', async () => {
  const { databaseId: user } = await add('sue', 'subscriber');
  const asSue = (source: string) => run(source, 'subscriber', user);
  for (const by of [
    '',
    'user: { login: "Sue" }, ',
    `user: { databaseId: ${user} }, `,
    `user: { id: "${encodeGlobalId('User', user)}" }, `,
  ]) {
    const made = await madeBy(asSue(create(`${by}name: "Phone"`)));
    expect(made).toMatchObject({ applicationPassword: { name: 'Phone' }, password: PASSWORD });
    const { databaseId, id } = made.applicationPassword;
    expect(await listed('subscriber', user)).toEqual([databaseId]);
    expect(await asSue(`mutation { revokeApplicationPassword(by: { id: "${id}" }) { deletedId } }`)).toEqual({
      revokeApplicationPassword: { deletedId: id },
    });
  }
  expect(await listed('subscriber', user)).toEqual([]);
});

test('the global ID of another type does not revoke a password', async () => {
  const { applicationPassword: made } = await madeBy(run(create('name: "Phone"')));
  const id = encodeGlobalId('User', made.databaseId);
  expect(
    await failure(run(`mutation { revokeApplicationPassword(by: { id: "${id}" }) { deletedId } }`)),
  ).toMatchObject({ code: 'rest_invalid_param', status: 400, problems: ['by.id'] });
  expect(await listed(undefined, root)).toEqual([made.databaseId]);
});

test('passwords are a connection, oldest first', async () => {
  const made: unknown[] = [];
  for (const name of ['Laptop', 'Phone', 'Desk', 'Phone'])
    made.push((await madeBy(run(create(`name: "${name}"`)))).applicationPassword.databaseId);
  const page = async (args: string) => {
    const { viewer } = await run(`{ viewer { applicationPasswords(${args}) {
      totalCount nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`);
    const { nodes, ...rest } = Object(viewer).applicationPasswords;
    return { ids: recordsIn(nodes).map(({ databaseId }) => databaseId), ...rest };
  };
  const first = await page('first: 3');
  expect(first).toMatchObject({ ids: made.slice(0, 3), totalCount: 4, pageInfo: { hasNextPage: true } });
  expect(await page(`first: 3, after: "${first.pageInfo.endCursor}"`)).toMatchObject({
    ids: made.slice(3),
    totalCount: 4,
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  });
  expect(await page('last: 2')).toMatchObject({ ids: made.slice(2) });
});

test.each(['editor', 'subscriber'] as const)(
  '%s cannot touch passwords of others, nor learn whether they exist',
  async (role) => {
    const { databaseId: user } = await add('sue', role);
    const asSue = (source: string) => failure(run(source, role, user));
    for (const other of ['root', 'nobody']) {
      expect(await asSue(create(`user: { login: "${other}" }, name: "Phone"`))).toMatchObject({
        code: 'rest_forbidden',
        status: 403,
      });
    }
    const { applicationPassword: made } = await madeBy(run(create('name: "Phone"')));
    for (const id of [made.databaseId, 999_999])
      expect(await asSue(revoke(id))).toMatchObject({ code: 'application-password-not-found', status: 404 });
    expect(await listed(undefined, root)).toEqual([made.databaseId]);
  },
);
