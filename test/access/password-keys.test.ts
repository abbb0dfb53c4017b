import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PasswordKeys, SecretKeyError } from '../../src/domain/access/password-keys.ts';
import { createAuthenticator } from '../../src/domain/authentication/authenticate.ts';
import { ensureAdministrator } from '../../src/domain/authentication/bootstrap.ts';
import { createPassword } from '../../src/domain/users/application-passwords.ts';
import { hashPassword } from '../../src/domain/users/password-hash.ts';
import { embeddedSecretKey } from '../../src/domain/users/secret-file.ts';
import { openStore, type Store } from '../support/context.ts';

const SECRET = 'a secret that is longer than 32 characters';
const OTHER = 'another one that is longer than 32 characters';
const NOW = '2031-03-01 12:00:00';
const ADMIN_PASSWORD = 'open sesame mine';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.db.deleteFrom('setting').execute();
  await store.db.deleteFrom('user_account').execute();
});

/** Starts an instance with this SECRET_KEY. */
async function start(secretKey?: string): Promise<PasswordKeys> {
  const keys = new PasswordKeys(secretKey);
  const config = { adminUser: 'admin', adminPassword: ADMIN_PASSWORD };
  await ensureAdministrator({
    em: store.em,
    keys,
    config,
    now: new Date(),
    log: { info: () => {}, warn: () => {} },
  });
  return keys;
}

const accepts = async (keys: PasswordKeys, password: string): Promise<boolean> => {
  const authenticate = createAuthenticator({
    em: store.em,
    keys,
    allowAnonymousWrites: false,
    clock: () => new Date(),
  });
  const header = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  return authenticate(header).then(
    () => true,
    () => false,
  );
};

test('with SECRET_KEY, the database contents alone cannot produce the hashes', async () => {
  const keys = await start(SECRET);
  expect(await accepts(keys, ADMIN_PASSWORD)).toBe(true);
  const names = (await store.db.selectFrom('setting').select('name').execute()).map(({ name }) => name);
  expect(names).toEqual(['application-password-key-id']);
  const { hash } = await store.db.selectFrom('application_password').select('hash').executeTakeFirstOrThrow();
  expect(hash).toBe(hashPassword(await new PasswordKeys(SECRET).current(store.em), 'admin', ADMIN_PASSWORD));
});

test("passwords from before SECRET_KEY stay valid; the operator's password gets the new key at once", async () => {
  const before = await start();
  const { password } = await createPassword(store.em, before, { login: 'admin' }, 'Import', NOW);
  const keys = await start(SECRET);
  expect(await accepts(keys, password)).toBe(true);
  expect(await accepts(keys, ADMIN_PASSWORD)).toBe(true);
  const left = hashPassword((await keys.accepted(store.em)).former, 'admin', ADMIN_PASSWORD);
  expect(
    await store.db.selectFrom('application_password').select('id').where('hash', '=', left).execute(),
  ).toEqual([]);
  const { password: later } = await createPassword(store.em, keys, { login: 'admin' }, 'Later', NOW);
  expect(await accepts(keys, later)).toBe(true);
  expect(await accepts(keys, `${later}x`)).toBe(false);
  expect(await accepts(before, later)).toBe(false);
});

test.each([undefined, OTHER])(
  'an instance with %j does not start if another key is in use',
  async (secretKey) => {
    await start(SECRET);
    await expect(start(secretKey)).rejects.toThrow(SecretKeyError);
    await expect(start(secretKey)).rejects.toThrow(/SECRET_KEY(.|\n)*npm run user -- adopt-key/);
    await start(SECRET);
  },
);

test('a lost key can be replaced; its passwords become invalid', async () => {
  const lost = await start(SECRET);
  const { password } = await createPassword(store.em, lost, { login: 'admin' }, 'Import', NOW);
  await new PasswordKeys(OTHER).adopt(store.em);
  const keys = await start(OTHER);
  expect(await accepts(keys, password)).toBe(false);
  expect(await accepts(keys, ADMIN_PASSWORD)).toBe(true);
  await new PasswordKeys(undefined).adopt(store.em);
  expect(await accepts(await start(), ADMIN_PASSWORD)).toBe(true);
});

test('instances that start at the same time with one key all start; with two keys, one starts', async () => {
  await Promise.all(Array.from({ length: 5 }, () => start(SECRET)));
  await store.db.deleteFrom('setting').execute();
  const started = await Promise.allSettled([start(SECRET), start(OTHER)]);
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

describe('the key of the embedded database', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'calendar-key-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('is created once, readable by its owner only, and shared by concurrent starts', async () => {
    const dataDir = join(folder, 'data');
    const keys = await Promise.all(Array.from({ length: 5 }, () => embeddedSecretKey(dataDir)));
    expect(new Set([...keys, await embeddedSecretKey(dataDir)]).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{43}$/);
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect((await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()).toBe(keys[0]);
  });

  test('is not replaced if the file is corrupt', async () => {
    await writeFile(join(folder, 'secret-key'), '\n');
    const refused = embeddedSecretKey(folder);
    await expect(refused).rejects.toThrow(SecretKeyError);
    await expect(refused).rejects.toThrow(/contains no key/);
  });
});
