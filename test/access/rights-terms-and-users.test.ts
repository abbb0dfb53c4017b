import { errorOf } from '../support/answer.ts';
import { eventually } from '../support/eventually.ts';
import { basic } from '../support/service.ts';
import { APIS, isRecord, ROLE_NAMES, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { rightsOf } from './rights.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const TERMS = ['category', 'tag'] as const;
const rows = TERMS.flatMap((kind) => ROLE_NAMES.flatMap((role) => APIS.map((api) => ({ kind, role, api }))));

describe.each(rows)('$role and a $kind through $api', ({ kind, role, api }) => {
  const { terms, refusal } = rightsOf(role);
  const refused = errorOf(api, refusal, 'rest_forbidden');
  const name = `${kind} of ${role} ${api}`;

  test('creates a term', async () => {
    expect(await world.create(api, kind, { name: `${name} new` }, role)).toMatchObject(
      terms ? { status: 201 } : refused,
    );
    if (!terms && api === 'REST') expect(await world.create(api, kind, {}, role)).toMatchObject(refused);
  });

  test('changes a term', async () => {
    const { id } = await world.make(kind, { name: `${name} old` });
    expect(await world.change(api, kind, id, { description: 'x' }, role)).toMatchObject(
      terms ? { status: 200 } : refused,
    );
  });

  test('deletes a term', async () => {
    const { id } = await world.make(kind, { name: `${name} doomed` });
    expect(await world.remove(api, kind, id, {}, role)).toMatchObject(terms ? { status: 200 } : refused);
    expect(await world.remove(api, kind, id, {}, role)).toMatchObject(terms ? { status: 404 } : refused);
  });

  test('a missing term', async () => {
    const missing = terms ? errorOf(api, 404, `${kind}-not-found`) : refused;
    expect(await world.change(api, kind, 999_999, { name: 'x' }, role)).toMatchObject(missing);
    expect(await world.remove(api, kind, 999_999, {}, role)).toMatchObject(missing);
  });
});

describe.each(ROLE_NAMES)('%s and users', (role) => {
  const { users, refusal } = rightsOf(role);
  const run = async (operation: string): Promise<number> => {
    const answer = await world.server.graphql(operation, {}, world.headers(role));
    return answer.errors?.[0] ? Number(answer.errors[0].extensions.status) : 200;
  };
  const allowed = users ? 200 : refusal;

  test('administers them', async () => {
    await world.newUser(`victim-of-${role}`, 'subscriber');
    const victim = `{ login: "victim-of-${role}" }`;
    expect(await run('{ users { nodes { login } } }')).toBe(allowed);
    expect(await run('{ users { nodes { login applicationPasswords { nodes { name } } } } }')).toBe(allowed);
    expect(
      await run(`mutation { createUser(input: {login: "made-by-${role}", role: EDITOR}) { user { id } } }`),
    ).toBe(allowed);
    expect(
      await run(`mutation { updateUser(by: ${victim}, input: {role: ADMINISTRATOR}) { user { role } } }`),
    ).toBe(allowed);
    expect(
      await run(`mutation { createApplicationPassword(input: { user: ${victim}, name: "x" }) { password } }`),
    ).toBe(allowed);
    expect(
      await run('mutation { revokeApplicationPassword(by: { databaseId: 999999 }) { deletedId } }'),
    ).toBe(role === 'anonymous' ? 401 : 404);
    expect(await run('mutation { deleteUser(by: { login: "nobody-at-all" }) { deletedId } }')).toBe(
      users ? 404 : refusal,
    );
    expect(
      await run(
        `mutation { updateUser(by: { login: "the-${role}" }, input: {role: ADMINISTRATOR}) { user { id } } }`,
      ),
    ).toBe(allowed);
    expect(await run(`mutation { deleteUser(by: ${victim}) { deletedId } }`)).toBe(allowed);
  });

  test('reads itself', async () => {
    const answer = await world.server.graphql(
      '{ viewer { databaseId login role applicationPasswords { nodes { name } } } }',
      {},
      world.headers(role),
    );
    const viewer =
      role === 'anonymous'
        ? null
        : {
            databaseId: world.ids[role],
            login: `the-${role}`,
            role: role.toUpperCase(),
            applicationPasswords: { nodes: [{ name: 'Test' }] },
          };
    expect(answer).toEqual({ data: { viewer } });
  });
});

describe('application passwords', () => {
  const status = async (login: string, password: string): Promise<number> =>
    (await world.server.request('GET', '/events', undefined, basic(login, password))).status;
  const give = async (login: string, name: string): Promise<{ id: number; password: string }> => {
    const answer = await world.server.graphql(
      `mutation { given: createApplicationPassword(input: { user: { login: "${login}" }, name: "${name}" }) {
        applicationPassword { databaseId } password } }`,
    );
    const given = answer.data?.given;
    if (!isRecord(given) || !isRecord(given.applicationPassword)) throw new Error(JSON.stringify(answer));
    return { id: Number(given.applicationPassword.databaseId), password: String(given.password) };
  };

  test('are 24 characters in groups of four, and spaces do not count', async () => {
    const { password } = await world.newUser('blanks', 'author');
    expect(password).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
    const bare = password.replaceAll(' ', '');
    for (const typed of [password, bare, ` ${bare} `, bare.replace(/(..)/g, '$1  '), `${bare}\n`])
      expect(await status('blanks', typed)).toBe(200);
    for (const wrong of [
      bare.toLowerCase() === bare ? bare.toUpperCase() : bare.toLowerCase(),
      bare.slice(1),
      `${bare}x`,
      '',
    ])
      expect(await status('blanks', wrong)).toBe(401);
    expect(await status('BLANKS', password)).toBe(200);
    expect(await status('the-author', password)).toBe(401);
  });

  test('a user has several, and each can be revoked alone and at once', async () => {
    const { password: first } = await world.newUser('many', 'author');
    const [second, third] = [await give('many', 'Second'), await give('many', 'Third')];
    expect(new Set([first, second.password, third.password]).size).toBe(3);
    expect(await status('many', second.password)).toBe(200);
    await world.server.graphql(
      `mutation { revokeApplicationPassword(by: { databaseId: ${second.id} }) { deletedId } }`,
    );
    expect(await status('many', second.password)).toBe(401);
    expect([await status('many', first), await status('many', third.password)]).toEqual([200, 200]);
  });

  test('show when they were last used, to the hour', async () => {
    world.moveTo('2031-03-14 12:00:00');
    const { password } = await world.newUser('used', 'author');
    const lastUsed = async (): Promise<unknown> => {
      const answer = await world.server.graphql(
        '{ users(first: 100) { nodes { login applicationPasswords { nodes { lastUsedAt } } } } }',
      );
      const user = recordsIn(Object(answer.data?.users).nodes).find(({ login }) => login === 'used');
      return Object(user?.applicationPasswords).nodes;
    };
    /** The use is noted outside the request. */
    const soon = (expected: string): Promise<boolean> =>
      eventually(`used at ${expected}`, async () => {
        const [password] = recordsIn(await lastUsed());
        return password?.lastUsedAt === expected;
      });
    expect(await lastUsed()).toEqual([{ lastUsedAt: null }]);
    await status('used', password);
    await soon('2031-03-14T12:00:00+00:00');
    world.moveTo('2031-03-14 12:59:59');
    await status('used', password);
    world.moveTo('2031-03-14 13:00:00');
    await status('used', password);
    await soon('2031-03-14T13:00:00+00:00');
  });

  test('a deleted user and a changed role take effect at the next request', async () => {
    const { password } = await world.newUser('moving', 'subscriber');
    const create = async (): Promise<number> =>
      (await world.create('REST', 'tag', { name: `Tag ${Math.random()}` }, basic('moving', password))).status;
    expect(await create()).toBe(403);
    await world.server.graphql(
      'mutation { updateUser(by: { login: "moving" }, input: {role: EDITOR}) { user { id } } }',
    );
    expect(await create()).toBe(201);
    await world.server.graphql('mutation { deleteUser(by: { login: "moving" }) { deletedId } }');
    expect(await create()).toBe(401);
  });

  test.each([[''], [' '], ['x'.repeat(101)]])('the name %j is 400', async (name) => {
    const answer = await world.server.graphql(
      `mutation ($input: CreateApplicationPasswordInput!) {
        createApplicationPassword(input: $input) { password } }`,
      { input: { user: { login: 'the-author' }, name } },
    );
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      params: { 'input.name': expect.any(String) },
    });
  });

  test.each([
    ['the-author', 409],
    ['THE-AUTHOR', 409],
    ['a b', 400],
    ['', 400],
    ['x'.repeat(61), 400],
    ['a+b@mail.example', 200],
    ['Zoë.ß_1@x-y', 200],
  ])('a new user called %j is %i', async (login, expected) => {
    const answer = await world.server.graphql(
      'mutation ($login: String!) { createUser(input: {login: $login, role: AUTHOR}) { user { login } } }',
      {
        login,
      },
    );
    expect(answer.errors ? Number(answer.errors[0]?.extensions.status) : 200).toBe(expected);
  });

  test('the last administrator cannot be removed', async () => {
    await world.server.graphql(
      'mutation { updateUser(by: { login: "the-administrator" }, input: {role: AUTHOR}) { user { id } } }',
    );
    for (const operation of [
      'updateUser(by: { login: "admin" }, input: {role: EDITOR}) { user { id } }',
      'deleteUser(by: { login: "admin" }) { deletedId }',
    ]) {
      const answer = await world.server.graphql(`mutation { ${operation} }`);
      expect(answer.errors?.[0]?.extensions).toMatchObject({ status: 409, code: 'CONFLICT' });
    }
    await world.server.graphql(
      'mutation { updateUser(by: { login: "the-administrator" }, input: {role: ADMINISTRATOR}) { user { id } } }',
    );
  });
});
