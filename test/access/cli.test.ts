import { createAuthenticator } from '../../src/access/authenticate.ts';
import { runCli } from '../../src/access/cli.commands.ts';
import { openWorld, type World } from '../terms/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function run(...argv: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const code = await runCli(argv, { db: world.db, log: (line) => (text += line) });
  return { code, text };
}

test('a user from the first day to the last', async () => {
  expect(await run('add', 'root', '--role', 'administrator')).toMatchObject({ code: 0 });
  expect(await run('add', 'amy', '--role', 'author')).toMatchObject({ code: 0, text: expect.stringContaining('amy is author now') });
  expect(await run('role', 'AMY', 'editor')).toEqual({ code: 0, text: 'amy is editor now.' });
  const { text: password } = await run('password', 'amy', '--name', 'Import');
  const authenticate = createAuthenticator({ db: world.db, allowAnonymousWrites: false });
  const header = `Basic ${Buffer.from(`amy:${password}`).toString('base64')}`;
  expect(await authenticate(header)).toMatchObject({ login: 'amy', role: 'editor' });
  const { text: table } = await run('passwords', 'amy');
  const id = /^(\d+) +Import/m.exec(table)?.[1] ?? '';
  expect(await run('revoke', id)).toEqual({ code: 0, text: 'The password "Import" is revoked.' });
  await expect(authenticate(header)).rejects.toThrow();
  expect((await run('list')).text).toMatch(/^ID +LOGIN +ROLE.*\n\d+ +amy +editor .*\n\d+ +root +administrator /);
  expect(await run('remove', 'amy')).toEqual({ code: 0, text: 'amy is removed.' });
});

test.each([
  [['add', 'root', '--role', 'editor'], 'A user with this login exists already.'],
  [['add', 'a b', '--role', 'editor'], 'must be 1 to 60 letters'],
  [['role', 'root', 'editor'], 'last administrator'],
  [['remove', 'root'], 'last administrator'],
  [['remove', 'nobody'], 'There is no user'],
  [['revoke', '424242'], 'no such application password'],
  [['password', 'root', '--name', ' '], 'must not be empty'],
])('%j fails with a reason', async (argv, reason) => {
  expect(await run(...argv)).toEqual({ code: 1, text: expect.stringContaining(reason) });
});

test.each([
  [[]],
  [['constructor']],
  [['add', 'x']],
  [['add', 'x', '--role', 'king']],
  [['list', 'x']],
  [['role', 'x']],
  [['list', '--bogus']],
  [['revoke', 'x']],
  [['password', 'root']],
])('%j is answered with the usage', async (argv) => {
  expect(await run(...argv)).toEqual({ code: 2, text: expect.stringContaining('Usage: npm run user') });
});
