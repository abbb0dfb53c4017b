import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { BadValue } from '../../lib/errors.ts';
import { inTransaction, kysely } from '../../platform/postgres/orm.ts';
import type { Audit, AuditEntry } from '../access/audit.ts';
import type { PasswordKeys } from '../access/password-keys.ts';
import { addPassword } from '../users/application-passwords.ts';
import { MIN_PASSWORD_LENGTH, withoutSpaces } from '../users/login.ts';
import { writePasswordFile } from '../users/password-file.ts';
import { hashPassword, inGroupsOfFour, newPassword } from '../users/password-hash.ts';
import { ApplicationPasswordEntity } from '../users/user.entity.ts';
import { checkLogin, findByLogin, firstAdministrator, type UserRecord } from '../users/user.record.ts';
import { changeUser, createUser } from '../users/users.ts';

interface BootstrapOptions {
  em: EntityManager;
  keys: PasswordKeys;
  config: { adminUser: string; adminPassword: string | undefined };
  /** The folder for a generated password; without it, as for an external database, it is only shown. */
  passwordFolder?: string | undefined;
  audit?: Audit;
  log: { info(message: string): void; warn(message: string): void };
  now: Date;
}

/** The result of the start, shown to the operator. */
export interface BootstrapResult {
  login: string;
  /** The generated password in groups of four, to be shown once; null unless this start generated it. */
  password: string | null;
  /** The file with the password; null if there is none. */
  file: string | null;
  /** Whether the login has any password; false after an import of users. */
  hasPassword: boolean;
}

const START_ACTOR = 'the start of the service';

const passwordCreated = ({ login }: UserRecord): AuditEntry => ({
  action: 'password created',
  by: START_ACTOR,
  user: login,
});

/** Name of the application password from the variable ADMIN_PASSWORD. */
const VARIABLE_PASSWORD_NAME = 'ADMIN_PASSWORD';
const GENERATED_PASSWORD_NAME = 'First start';

/**
 * Ensures that there is an administrator (rules#logins). If there is none, ADMIN_USER becomes one, with ADMIN_PASSWORD
 * or a generated password. If ADMIN_PASSWORD is set, every start makes it valid for ADMIN_USER in place of its former
 * value: a revoked one is valid again as long as the variable is set, and stays valid after the variable is removed,
 * until it is revoked. Concurrent starts wait for each other.
 * @throws Error if ADMIN_PASSWORD is too short, not counting spaces, or ADMIN_USER is not a valid login for a new user
 * @throws SecretKeyError
 */
export async function ensureAdministrator(options: BootstrapOptions): Promise<BootstrapResult> {
  const { em, keys, config, passwordFolder, log, audit = () => {}, now } = options;
  const { adminUser, adminPassword } = config;
  if (adminPassword !== undefined && withoutSpaces(adminPassword).length < MIN_PASSWORD_LENGTH) {
    throw new Error(
      `ADMIN_PASSWORD must have at least ${MIN_PASSWORD_LENGTH} characters; spaces do not count.`,
    );
  }
  await keys.check(em.fork({ keepTransactionContext: true }));
  const auditEntries: AuditEntry[] = [];
  const result = await inTransaction(em, async (transaction): Promise<BootstrapResult> => {
    await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`.execute(kysely(transaction));
    const first = await firstAdministrator(transaction);
    const adminAccount = await findByLogin(transaction, adminUser);
    const login = adminAccount?.login ?? checkAdminUser(adminUser);
    if (first && adminPassword === undefined) return existingAdministrator(transaction, adminAccount, first);
    const { user, change } = await makeAdministrator(
      transaction,
      { login, account: adminAccount, hasAdministrator: first !== null },
      toUtc(now),
    );
    if (change) auditEntries.push({ action: change, by: START_ACTOR, user: user.login, role: user.role });
    if (user.role !== 'administrator')
      log.warn(
        `ADMIN_USER ${user.login} has the role ${user.role}, not administrator; the role is not changed`,
      );
    if (adminPassword !== undefined) {
      const added = await replacePassword(transaction, keys, user, adminPassword, toUtc(now));
      if (added)
        auditEntries.push({
          ...passwordCreated(user),
          password: { id: added.id, name: VARIABLE_PASSWORD_NAME },
        });
      return { login: user.login, password: null, file: null, hasPassword: true };
    }
    const password = inGroupsOfFour(newPassword());
    const added = await addPassword(transaction, keys, user, GENERATED_PASSWORD_NAME, password, toUtc(now));
    if (added)
      auditEntries.push({
        ...passwordCreated(user),
        password: { id: added.id, name: GENERATED_PASSWORD_NAME },
      });
    return {
      login: user.login,
      password,
      file: passwordFolder === undefined ? null : await writePassword(passwordFolder, password, log),
      hasPassword: true,
    };
  });
  for (const entry of auditEntries) audit(entry);
  return result;
}

/** @throws Error with a message for the operator */
function checkAdminUser(login: string): string {
  try {
    return checkLogin(login);
  } catch (error) {
    throw error instanceof BadValue ? new Error(`ADMIN_USER ${error.message}.`) : error;
  }
}

/** The administrator to show if none is created: ADMIN_USER if possible, or else the first one. */
async function existingAdministrator(
  em: EntityManager,
  account: UserRecord | null,
  first: UserRecord,
): Promise<BootstrapResult> {
  const user = account?.role === 'administrator' ? account : first;
  const passwords = await em.count(ApplicationPasswordEntity, { userId: user.id });
  return { login: user.login, password: null, file: null, hasPassword: passwords > 0 };
}

interface AdminUser {
  readonly login: string;
  readonly account: UserRecord | null;
  readonly hasAdministrator: boolean;
}

/** Makes ADMIN_USER an administrator if the user is new, or if there is no administrator. */
async function makeAdministrator(
  em: EntityManager,
  { login, account, hasAdministrator }: AdminUser,
  nowUtc: string,
): Promise<{ user: UserRecord; change?: 'user created' | 'user changed' }> {
  if (!account) {
    const created = await createUser(em, { login, role: 'administrator' }, nowUtc);
    return { user: created, change: 'user created' };
  }
  if (hasAdministrator) return { user: account };
  return {
    user: await changeUser(em, { databaseId: account.id }, { role: 'administrator' }),
    change: 'user changed',
  };
}

/** Revokes the former value of the variable. A current value that was valid already keeps its last use. */
async function replacePassword(
  em: EntityManager,
  keys: PasswordKeys,
  user: UserRecord,
  password: string,
  nowUtc: string,
): Promise<{ id: number } | null> {
  const hash = hashPassword(await keys.current(em), user.login, password);
  const former = { userId: user.id, name: VARIABLE_PASSWORD_NAME, hash: { $ne: hash } };
  for (const one of await em.find(ApplicationPasswordEntity, former)) em.remove(one);
  return addPassword(em, keys, user, VARIABLE_PASSWORD_NAME, password, nowUtc);
}

/** Returns null if the file cannot be written; the password is still shown. */
async function writePassword(
  dataDir: string,
  password: string,
  log: BootstrapOptions['log'],
): Promise<string | null> {
  try {
    return await writePasswordFile(dataDir, password);
  } catch (error) {
    log.warn(
      `The password could not be written to ${dataDir}: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}
