import { runCli } from '../../src/app/cli/user.commands.ts';
import type { AuditEntry } from '../../src/domain/access/audit.ts';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import { createAuthenticator } from '../../src/domain/authentication/authenticate.ts';
import { inTransaction } from '../../src/platform/postgres/orm.ts';
import { openStore, type Store } from '../support/context.ts';

const KEYS = new PasswordKeys(undefined);

let store: Store;
let audited: AuditEntry[] = [];
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());
beforeEach(() => {
  audited = [];
});

async function run(...argv: string[]): Promise<{ code: number; text: string; wrong: string }> {
  const said = { text: '', wrong: '' };
  const code = await runCli(argv, {
    log: (line) => (said.text += line),
    fail: (line) => (said.wrong += line),
    inTransaction: (work) => inTransaction(store.em, (em) => work(em, KEYS)),
    audit: (entry) => audited.push(entry),
    by: 'ann',
  });
  return { code, ...said };
}

const authenticate = (header: string) =>
  createAuthenticator({ em: store.em, keys: KEYS, allowAnonymousWrites: false, clock: () => new Date() })(
    header.replace('Authorization: ', ''),
  );

test('the commands cover a user from creation to deletion', async () => {
  expect(await run('add', 'root', '--role', 'administrator')).toMatchObject({ code: 0 });
  expect(await run('add', 'amy', '--role', 'author')).toMatchObject({
    code: 0,
    text: expect.stringContaining('amy was added as author'),
  });
  expect(await run('role', 'AMY', 'editor')).toEqual({
    code: 0,
    text: 'amy has the role editor now.',
    wrong: '',
  });
  const [password, header = ''] = (await run('password', 'amy', '--name', 'Import')).text.split('\n');
  expect(header).toBe(`Authorization: Basic ${Buffer.from(`amy:${password}`).toString('base64')}`);
  expect(await authenticate(header)).toMatchObject({ login: 'amy', role: 'editor' });
  const id = /^(\d+) +Import/m.exec((await run('passwords', 'amy')).text)?.[1] ?? '';
  expect(await run('revoke', id)).toMatchObject({
    code: 0,
    text: 'The password "Import" of amy was revoked.',
  });
  await expect(authenticate(header)).rejects.toThrow();
  expect((await run('list')).text).toMatch(
    /^ID +LOGIN +ROLE.*\n\d+ +amy +editor .*\n\d+ +root +administrator /,
  );
  expect(await run('remove', 'amy')).toMatchObject({ code: 0, text: 'amy was deleted.' });
  expect(audited.map(({ action, by, user }) => [action, by, user])).toEqual([
    ['user created', 'ann', 'root'],
    ['user created', 'ann', 'amy'],
    ['user changed', 'ann', 'amy'],
    ['password created', 'ann', 'amy'],
    ['password revoked', 'ann', 'amy'],
    ['user deleted', 'ann', 'amy'],
  ]);
  expect(JSON.stringify(audited)).not.toContain(password);
});

test('creates a login in one step', async () => {
  const { code, text } = await run('add', 'joe', '--role', 'editor', '--password-name', 'phone');
  expect(code).toBe(0);
  const [first, password, header = ''] = text.split('\n');
  expect(first).toMatch(/^joe was added as editor, with the id \d+\.$/);
  expect(password).toMatch(/^(\w{4} ){5}\w{4}$/);
  expect(await authenticate(header)).toMatchObject({ login: 'joe', role: 'editor' });
});

test('--json gives output for programs', async () => {
  const user = {
    id: expect.any(Number),
    login: 'jan',
    role: 'author',
    name: 'Jan',
    createdUtc: expect.any(String),
  };
  const added = JSON.parse(
    (
      await run(
        'add',
        'jan',
        '--role',
        'author',
        '--name',
        ' <b>Jan</b>',
        '--password-name',
        'phone',
        '--json',
      )
    ).text,
  );
  expect(added).toEqual({
    ...user,
    password: expect.objectContaining({ login: 'jan', name: 'phone', password: expect.any(String) }),
  });
  expect(await authenticate(added.password.authorization)).toMatchObject({ login: 'jan' });
  expect(JSON.parse((await run('list', '--json')).text)).toContainEqual(user);
  const [password] = JSON.parse((await run('passwords', 'jan', '--json')).text);
  expect(password).toEqual({
    id: added.password.id,
    userId: user.id,
    name: 'phone',
    createdUtc: expect.any(String),
    lastUsedUtc: expect.anything(),
  });
  expect(JSON.parse((await run('revoke', String(password.id), '--json')).text)).toMatchObject({
    name: 'phone',
    login: 'jan',
  });
  expect(JSON.parse((await run('role', 'jan', 'editor', '--json')).text)).toEqual({
    ...user,
    role: 'editor',
  });
  expect(JSON.parse((await run('remove', 'jan', '--json')).text)).toEqual({ ...user, role: 'editor' });
});

test.each([
  [['add', 'root', '--role', 'editor'], 'A user with this login already exists.'],
  [['add', 'root', '--role', 'editor', '--password-name', 'x'], 'A user with this login already exists.'],
  [['role', 'root', 'editor'], 'last administrator'],
  [['remove', 'root'], 'last administrator'],
  [['remove', 'nobody'], 'There is no user'],
  [['password', 'nobody', '--name', 'x'], 'There is no user'],
  [['readmit', 'nobody'], 'No deleted user'],
  [['revoke', '424242'], 'no such application password'],
])('%j fails with a reason, and nothing is logged', async (argv, reason) => {
  expect(await run(...argv)).toEqual({ code: 1, text: '', wrong: expect.stringContaining(reason) });
  expect(audited).toEqual([]);
});

test.each([
  [['delete', 'root'], "unknown command 'delete'"],
  [['constructor'], "unknown command 'constructor'"],
  [['remov', 'root'], 'Did you mean remove?'],
  [['add', 'x'], "required option '--role <ROLE>' not specified"],
  [['add', 'x', '--role', 'editor', '--jsn'], 'Did you mean --json?'],
  [['add', 'x', '--role', 'king'], 'Allowed choices are administrator, editor'],
  [['add', 'a b', '--role', 'editor'], 'It must be 1 to 60 letters'],
  [['list', 'x'], 'too many arguments'],
  [['role', 'x'], "missing required argument 'ROLE'"],
  [['revoke', 'x'], 'Use the number that "passwords LOGIN" shows.'],
  [['password', 'root'], "required option '--name <NAME>' not specified"],
  [['password', 'root', '--name', ' '], 'It must not be empty.'],
])('refuses %j and prints only the reason', async (argv, reason) => {
  const { code, text, wrong } = await run(...argv);
  expect({ code, text }).toEqual({ code: 2, text: '' });
  expect(wrong).toContain(reason);
  expect(wrong.split('\n')).toHaveLength(1);
});

test('prints help for all commands and for each; without a command, prints it as an error', async () => {
  const help = await run('--help');
  expect(help).toMatchObject({ code: 0, wrong: '' });
  expect(help.text).toContain('Usage: npm run user --');
  for (const command of [
    'list',
    'add',
    'role',
    'remove',
    'password',
    'passwords',
    'revoke',
    'readmit',
    'adopt-key',
  ]) {
    expect(help.text).toMatch(new RegExp(`^  ${command} `, 'm'));
    const own = await run(command, '--help');
    expect(own).toMatchObject({
      code: 0,
      wrong: '',
      text: expect.stringContaining(`Usage: npm run user -- ${command}`),
    });
  }
  expect(await run()).toMatchObject({
    code: 2,
    text: '',
    wrong: expect.stringContaining('Usage: npm run user'),
  });
});

test("a user's display name can be set, changed and removed", async () => {
  await run('add', 'kim', '--role', 'editor');
  expect((await run('name', 'kim', 'Kim & Co.')).text).toBe('kim is called Kim & Co. now.');
  expect((await run('list')).text).toMatch(/kim +editor .* Kim & Co\./);
  expect((await run('name', 'kim', '')).text).toBe('kim has no name now.');
  expect((await run('name', 'kim', 'x'.repeat(201))).code).toBe(2);
});
