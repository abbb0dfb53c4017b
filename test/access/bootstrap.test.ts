import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '../../src/domain/access/audit.ts';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import { createAuthenticator } from '../../src/domain/authentication/authenticate.ts';
import { ensureAdministrator } from '../../src/domain/authentication/bootstrap.ts';
import { latestPasswordFile } from '../../src/domain/users/password-file.ts';
import { createUser } from '../../src/domain/users/users.ts';
import { openStore, type Store } from '../support/context.ts';

let store: Store;
let folder: string;
let warnings: string[];
let audited: AuditEntry[];
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  warnings = [];
  audited = [];
  folder = await mkdtemp(join(tmpdir(), 'calendar-admin-'));
  await store.db.deleteFrom('user_account').execute();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KEYS = new PasswordKeys(undefined);
const start = (
  adminPassword?: string,
  {
    adminUser = 'admin',
    passwordFolder = join(folder, 'data'),
  }: { adminUser?: string; passwordFolder?: string } = {},
) =>
  ensureAdministrator({
    em: store.em,
    keys: KEYS,
    config: { adminUser, adminPassword },
    passwordFolder,
    audit: (entry) => audited.push(entry),
    now: new Date(),
    log: { info: () => {}, warn: (text) => warnings.push(text) },
  });

const roleOf = async (login: string, password: string): Promise<string> => {
  const authenticate = createAuthenticator({
    em: store.em,
    keys: KEYS,
    allowAnonymousWrites: false,
    clock: () => new Date(),
  });
  try {
    return (await authenticate(`Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`)).role;
  } catch {
    return 'refused';
  }
};

test('the first start creates an administrator with a password file that only the owner can read; the next start creates nothing', async () => {
  const { login, password, file } = await start();
  expect(await roleOf(login, password ?? '')).toBe('administrator');
  expect(await readFile(file ?? '', 'utf8')).toBe(`${password}\n`);
  expect((await stat(file ?? '')).mode & 0o777).toBe(0o600);
  expect(await start()).toEqual({ login: 'admin', password: null, file: null, hasPassword: true });
});

test('after an import of users, a start reports the existing administrator without a password', async () => {
  const make = (login: string) =>
    createUser(store.em, { login, role: 'administrator' }, '2031-01-01 00:00:00');
  await make('maria');
  expect(await start()).toEqual({ login: 'maria', password: null, file: null, hasPassword: false });
  await make('admin');
  expect(await start()).toEqual({ login: 'admin', password: null, file: null, hasPassword: false });
});

test('never overwrites an existing password file: the next password goes into a second file', async () => {
  await writeFile(join(folder, 'admin-password'), 'old', { mode: 0o644 });
  const { password, file } = await start(undefined, { passwordFolder: folder });
  expect(file).toBe(join(folder, 'admin-password-2'));
  expect(await readFile(file ?? '', 'utf8')).toBe(`${password}\n`);
  expect(await readFile(join(folder, 'admin-password'), 'utf8')).toBe('old');
  expect(await latestPasswordFile(folder)).toBe(file);
  expect(await latestPasswordFile(join(folder, 'nowhere'))).toBeNull();
});

test('with a database of another owner, only displays the password', async () => {
  const started = await ensureAdministrator({
    em: store.em,
    keys: KEYS,
    config: { adminUser: 'admin', adminPassword: undefined },
    now: new Date(),
    log: { info: () => {}, warn: () => {} },
  });
  expect(started.file).toBeNull();
  expect(await roleOf('admin', started.password ?? '')).toBe('administrator');
});

test('logs the user and the password file after their creation', async () => {
  const id = expect.any(Number);
  await start();
  await start('first long secret');
  await start('first long secret');
  await store.db.updateTable('user_account').set({ role: 'author' }).execute();
  await start('first long secret');
  const by = 'the start of the service';
  const made = { action: 'password created', by, user: 'admin' };
  expect(audited).toEqual([
    { action: 'user created', by, user: 'admin', role: 'administrator' },
    { ...made, password: { id, name: 'First start' } },
    { ...made, password: { id, name: 'ADMIN_PASSWORD' } },
    { action: 'user changed', by, user: 'admin', role: 'administrator' },
  ]);
});

test('of instances that start at the same time, one creates the administrator', async () => {
  const started = await Promise.all(Array.from({ length: 6 }, () => start()));
  expect(started.filter(({ password }) => password !== null)).toHaveLength(1);
  const { length } = await store.db.selectFrom('application_password').select('id').execute();
  expect(length).toBe(1);
});

test('a folder without write permission does not prevent the start', async () => {
  await writeFile(join(folder, 'file'), '');
  const { password, file } = await start(undefined, { passwordFolder: join(folder, 'file') });
  expect(await roleOf('admin', password ?? '')).toBe('administrator');
  expect(file).toBeNull();
  expect(warnings).toHaveLength(1);
});

test('ADMIN_PASSWORD works with or without spaces, and no file is written', async () => {
  expect(await start('open sesame mine', { adminUser: 'Root+1' })).toEqual({
    login: 'Root+1',
    password: null,
    file: null,
    hasPassword: true,
  });
  expect(await roleOf('root+1', 'opensesamemine')).toBe('administrator');
  await expect(stat(join(folder, 'data', 'admin-password'))).rejects.toThrow();
});

test('a new ADMIN_PASSWORD replaces the former one and keeps other passwords', async () => {
  const { password } = await start();
  await start('first long secret');
  await start('second long secret');
  await start('second long secret');
  expect(await roleOf('admin', 'first long secret')).toBe('refused');
  expect(await roleOf('admin', 'second long secret')).toBe('administrator');
  expect(await roleOf('admin', password ?? '')).toBe('administrator');
  await start(password ?? '');
  expect(await roleOf('admin', 'second long secret')).toBe('refused');
  expect(await roleOf('admin', password ?? '')).toBe('administrator');
  await start();
  expect(await roleOf('admin', password ?? '')).toBe('administrator');
});

test('the same ADMIN_PASSWORD works for another ADMIN_USER', async () => {
  await start('open sesame mine');
  await start('open sesame mine', { adminUser: 'second' });
  expect([await roleOf('admin', 'open sesame mine'), await roleOf('second', 'open sesame mine')]).toEqual([
    'administrator',
    'administrator',
  ]);
});

test('ADMIN_USER becomes administrator again only if none is left; otherwise its role stays', async () => {
  await start('open sesame mine');
  await store.db.updateTable('user_account').set({ role: 'author' }).execute();
  await start('open sesame mine');
  expect(await roleOf('admin', 'open sesame mine')).toBe('administrator');
  await start('open sesame mine', { adminUser: 'second' });
  await store.db.updateTable('user_account').set({ role: 'author' }).where('login', '=', 'admin').execute();
  await start('open sesame mine');
  expect(await roleOf('admin', 'open sesame mine')).toBe('author');
  expect(warnings).toEqual([
    'ADMIN_USER admin has the role author, not administrator; the role is not changed',
  ]);
});

test('refuses a password of spaces', async () => {
  await expect(start('            ')).rejects.toThrow(/ADMIN_PASSWORD must have at least 12 characters/);
});
